import type { IdentifyResult } from '../../state/identify-results.ts';
import { mapInfo } from '../../state/services.ts';
import { formatNumber } from '../../text/format.ts';
import { isRaster } from '../layer-actions.ts';
import { rasterText } from '../text/raster-text.ts';
import { coordinates } from '../view/map-foot.tsx';

/** Digits of a sample of 32 bits that mean something. */
const digits = 7;

/** Say the pixel of a raster layer to people: its values as numbers of their language, its class and where it lies. */
export function asPixel(result: IdentifyResult): IdentifyResult {
  const { layer, attributes, shape } = result;
  if (!isRaster(mapInfo.peek()?.MapLayerInfos?.find(({ LayerID }) => LayerID === layer.LayerID))) return result;
  const names: Readonly<Record<string, string>> = { 'Pixel Value': rasterText.pixelValue, Class: rasterText.className };
  const said = attributes.map(({ name, text }) => ({
    name: names[name] ?? name,
    text: text && name !== 'Class' ? valueText(text) : text,
  }));
  const at = shape?.type === 'PointN' && shape.SpatialReference && ([shape.X, shape.Y] as const);
  return {
    ...result,
    title: valueText(result.title),
    attributes: at ? [...said, { name: rasterText.coordinates, text: coordinates(at, shape.SpatialReference!) }] : said,
  };
}

/** Values of bands stand with commas between them. */
const valueText = (text: string): string =>
  text === 'NoData' ? rasterText.nothing : text.split(', ').map(numberText).join(' · ');

function numberText(text: string): string {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? text : formatNumber(Number(value.toPrecision(digits)));
}
