import { mapInfo } from '../../state/services.ts';
import { formatPixel } from '../../text/raster-values.ts';
import { isRaster } from '../layer-actions.ts';
import type { IdentifyResult } from '../state/identify-results.ts';
import { rasterText } from '../text/raster-text.ts';
import { coordinates } from '../view/map-foot.tsx';

/** Say the pixel of a raster layer to people: its values as numbers of their language, its class and where it lies. */
export function asPixel(result: IdentifyResult): IdentifyResult {
  const { layer, attributes, shape } = result;
  if (!isRaster(mapInfo.peek()?.MapLayerInfos?.find(({ LayerID }) => LayerID === layer.LayerID))) return result;
  const names: Readonly<Record<string, string>> = { 'Pixel Value': rasterText.pixelValue, Class: rasterText.className };
  const said = attributes.map(({ name, text }) => ({
    name: names[name] ?? name,
    text: text && name !== 'Class' ? formatPixel(text, rasterText.nothing) : text,
  }));
  const at = shape?.type === 'PointN' && shape.SpatialReference && ([shape.X, shape.Y] as const);
  return {
    ...result,
    title: formatPixel(result.title, rasterText.nothing),
    attributes: at ? [...said, { name: rasterText.coordinates, text: coordinates(at, shape.SpatialReference!) }] : said,
  };
}
