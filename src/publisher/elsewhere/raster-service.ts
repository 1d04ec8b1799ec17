import type { Value } from '../../../sw/contract/index.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { sourceHost } from '../../../sw/rows/remote/source-address.ts';
import { defaultLimits } from '../../../sw/service/definition.ts';
import { packToSend } from '../../../sw/service/package.ts';
import { defaultRasterDrawing } from '../../../sw/service/raster-drawing.ts';
import { buildMap } from '../build-map.ts';
import { firstPicture, scaleOfFirstPicture } from './first-picture.ts';
import type { ElsewhereChoices } from './messages.ts';
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
  const host = sourceHost(remote.address);
  const definition = {
    name,
    document: { Title: title, Subject: '', Author: '', Category: '', Keywords: '', Comments: description },
    limits: defaultLimits,
    capabilities: ['Map', 'Query', 'Data'] as const,
    maps: [buildMap({ name, title, credits, layers: [], rasters: [layer], ...view }, [], {})],
    tables: {},
    rasters: { [key]: placed },
    credits: [...credits, ...(host ? [host] : [])],
  };
  return packToSend(definition, new Map());
}

const centerOf = ([xmin, ymin, xmax, ymax]: Extent): readonly [number, number] => [
  (xmin + xmax) / 2,
  (ymin + ymax) / 2,
];
