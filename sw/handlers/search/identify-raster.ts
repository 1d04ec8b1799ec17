import type { Value } from '../../contract/index.ts';
import { rasterValueText } from '../../draw/raster/legend.ts';
import { turnedBoxes } from '../../geometry/date-line/around-world.ts';
import { extentOfVertices, type OneGeometry } from '../../geometry/one-geometry.ts';
import { rasterValueAt } from '../../service/raster-value.ts';
import type { Call } from '../call.ts';
import { propertySet } from '../property-set.ts';
import { transformationBetween } from '../references.ts';
import { describedRaster } from '../rendering/raster-plan.ts';
import type { DescribedLayer } from '../visible-layers.ts';
import type { Search } from './searched-layers.ts';

/**
 * Return the pixel of a raster layer under a shape, or under the centre of its extent: value, class, and each band by
 * name (semantics.md 3). Result options do not apply to rasters.
 *
 * @returns undefined outside the raster
 */
export async function identifyRaster(
  call: Call,
  { map, reference, shift }: Search,
  described: DescribedLayer,
  shape: OneGeometry,
): Promise<Value<'MapServerIdentifyResult'> | undefined> {
  const extent = extentOfVertices(shape.xy);
  if (!extent) return undefined;
  const { raster, layer, drawing } = await describedRaster(call, map, described);
  const { manifest } = raster;
  const [X, Y] = [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2];
  const projection = await transformationBetween(call, reference, manifest.spatialReference, shift);
  const [at] = turnedBoxes([X, Y, X, Y], reference, projection ? undefined : manifest.extent);
  const xy = Float64Array.from(at!.slice(0, 2));
  projection?.forward(xy);
  const noDataValues = drawing.RasterRenderer?.NoDataValue;
  const found = await rasterValueAt(raster, xy[0]!, xy[1]!, call.context.decodePicture, noDataValues);
  if (!found) return undefined;
  const path = `Layer ${layer.LayerID} "${layer.Name}"`;
  const { pixel, className } = found.isNoData
    ? { pixel: 'NoData', className: undefined }
    : rasterValueText(drawing.RasterRenderer, manifest, found.values, path);
  const bands = manifest.bandNames.length > 1 && !found.isNoData ? manifest.bandNames : [];
  return {
    LayerID: layer.LayerID,
    Name: pixel,
    Properties: propertySet([
      ['Pixel Value', pixel],
      ...(className === undefined ? [] : [['Class', className] as const]),
      ...bands.map((name, band) => [name, String(found.values[band])] as const),
    ]),
    Shape: { type: 'PointN', X, Y, SpatialReference: reference },
  };
}
