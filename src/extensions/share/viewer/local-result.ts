import type { SharedResult } from '../../../../sw/extensions/share/answer-shared.ts';
import type { SharedMap } from '../../../../sw/extensions/share/shared-map.ts';
import { localText } from '../../../state/server-text.ts';
import { formatPixel } from '../../../text/raster-values.ts';
import { viewerText as t } from './viewer-text.ts';

/** Format the values of a result like the app: numbers and dates in the page's language, empty text as no value. */
export function localResult({ definition }: SharedMap, result: SharedResult): SharedResult {
  const layer = definition.maps[0]!.layers[result.layerId]!;
  if (layer.raster !== undefined) return asPixel(result);
  const fields = definition.tables[layer.table!]!.fields;
  const valueText = (name: string | undefined, value: string) =>
    localText(
      value,
      fields.find(({ Name, AliasName }) => name === Name || name === AliasName),
    );
  const match = result.attributes.find(([, value]) => value === result.found);
  return {
    ...result,
    name: valueText(layer.DisplayField, result.name),
    attributes: result.attributes.map(([name, value]) => [name, value ? valueText(name, value) : null]),
    found: match ? valueText(match[0], match[1]!) : result.found,
  };
}

function asPixel(result: SharedResult): SharedResult {
  const names: Readonly<Record<string, string>> = { 'Pixel Value': t.pixelValue, Class: t.className };
  return {
    ...result,
    name: formatPixel(result.name, t.noData),
    attributes: result.attributes.map(([name, value]) => [
      names[name] ?? name,
      value && name !== 'Class' ? formatPixel(value, t.noData) : value,
    ]),
  };
}
