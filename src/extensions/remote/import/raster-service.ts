import type { Value } from '../../../../sw/contract/index.ts';
import type { Extent } from '../../../../sw/geometry/extent.ts';
import { defaultRasterDrawing } from '../../../../sw/service/raster-drawing.ts';
import { buildMap } from '../../../publish/import/build-map.ts';
import { firstPicture, scaleOfFirstPicture } from './first-picture.ts';
import { type ElsewhereChoices, packElsewhere } from './pack-remote.ts';
import type { RasterDescription } from './raster-description.ts';

/** Make the package of a service with one layer whose pixels stay where they are. */
export function makeRasterService(
  { remote, manifest, drawing, mostWidth, center = centerOf(manifest.extent), credits = [] }: RasterDescription,
  { name, title, description }: ElsewhereChoices,
  spatialReference: Value<'SpatialReference'>,
): Blob {
  const key = 'elsewhere';
  const placed = { ...manifest, spatialReference };
  const layer = {
    name: title,
    description,
    key,
    written: { manifest: placed, files: new Map() },
    drawing: drawing ?? defaultRasterDrawing(manifest),
    minScale: mostWidth ? scaleOfFirstPicture(mostWidth, spatialReference) : 0,
  };
  const view = mostWidth ? { extent: firstPicture(center, mostWidth) } : {};
  const map = buildMap({ name, title, credits, layers: [], rasters: [layer], ...view }, [], {});
  const content = { maps: [map], tables: {}, rasters: { [key]: placed } };
  return packElsewhere(remote.address, { name, title, description }, content, credits);
}

const centerOf = ([xmin, ymin, xmax, ymax]: Extent): readonly [number, number] => [
  (xmin + xmax) / 2,
  (ymin + ymax) / 2,
];
