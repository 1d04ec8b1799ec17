import { call } from '../../connection/call.ts';
import { attributesOf, type IdentifyResult, withShapes } from '../../state/identify-results.ts';
import { shownNow } from '../../state/requested.ts';
import { currentKey, type LayerInfo, mapInfo } from '../../state/services.ts';

/** A record that contains the text, and the field that does. */
export interface Finding {
  readonly result: IdentifyResult;
  readonly field: string;
  readonly value: string;
  /** Attributes that distinguish it from others of the same name and layer; undefined without any. */
  readonly apart?: string;
}

/** With this many results in names, other attributes are not searched. */
const enough = 60;

/**
 * Search all layers for words: what is called so first, then what has them in any other attribute. Each layer is asked by
 * itself, or the many hits of one would leave no room for those of another.
 */
export async function find(text: string, signal: AbortSignal): Promise<readonly Finding[]> {
  const layers = (mapInfo.value?.MapLayerInfos ?? []).filter(({ CanFind }) => CanFind);
  const ask = (fieldOf: (layer: LayerInfo) => string) =>
    Promise.all(layers.map((layer) => findIn(layer, text, fieldOf(layer), signal)));
  const named = (await ask(({ DisplayField }) => DisplayField)).flat();
  if (named.length >= enough) return distinguished(ranked(named, text));
  const known = new Set(named.map(keyOf));
  const others = (await ask(() => '')).flat().filter((one) => !known.has(keyOf(one)));
  return distinguished(ranked([...named, ...others], text));
}

const keyOf = ({ result }: Finding): string => `${result.layer.LayerID} ${result.id}`;

/** @param fields comma-separated names; empty for all */
async function findIn(layer: LayerInfo, text: string, fields: string, signal: AbortSignal): Promise<Finding[]> {
  const [service, shown] = [currentKey.value, shownNow()];
  if (!service || !shown) return [];
  const { Result } = await call(
    'Find',
    service,
    {
      MapDescription: withShapes(shown.MapDescription),
      MapImageDisplay: shown.MapImageDisplay,
      SearchString: text,
      Contains: true,
      SearchFields: fields,
      FindOption: 'gisFindAllLayers',
      LayerIDs: [layer.LayerID],
    },
    { signal },
  );
  const display = layer.Fields?.FieldArray.find(({ Name }) => Name === layer.DisplayField);
  return Result.map((one): Finding => {
    const attributes = attributesOf(one.Properties, layer);
    const title = attributes.find(({ name }) => name === display?.Name || name === display?.AliasName)?.text;
    const result = { layer, id: one.FeatureID, title: title ?? one.Value, attributes, shape: one.Shape };
    return { result, field: one.FieldName, value: one.Value };
  });
}

/** Add to results of the same name and layer their first attribute and the first in which they differ. */
export function distinguished(findings: readonly Finding[]): Finding[] {
  const nameOf = ({ result }: Finding) => `${result.layer.LayerID} ${result.title}`;
  const groups = new Map<string, Finding[]>();
  for (const one of findings) groups.set(nameOf(one), [...(groups.get(nameOf(one)) ?? []), one]);
  return findings.map((one) => {
    const group = groups.get(nameOf(one))!;
    // Object IDs differ too, but mean nothing to a person.
    const at = one.result.attributes.findIndex(
      ({ text }, index) =>
        index > 0 && text !== null && new Set(group.map(({ result }) => result.attributes[index]?.text)).size > 1,
    );
    if (at < 0) return one;
    const first = one.result.attributes.find(
      ({ text }, index) => index > 0 && text !== null && text !== one.result.title,
    );
    const reported = new Set([first?.text, one.result.attributes[at]?.text]);
    return { ...one, apart: [...reported].join(', ') };
  });
}

function ranked(findings: readonly Finding[], text: string): Finding[] {
  const requested = text.toLowerCase();
  const rank = ({ result, value }: Finding): number => {
    const title = result.title.toLowerCase();
    if (title === requested) return 0;
    return title.startsWith(requested) ? 1 : value.toLowerCase().startsWith(requested) ? 2 : 3;
  };
  // The shortest of equal prefixes is the closest match.
  return findings
    .map((one, at) => ({ one, at, rank: rank(one) }))
    .sort((a, b) => a.rank - b.rank || a.one.result.title.length - b.one.result.title.length || a.at - b.at)
    .map(({ one }) => one);
}
