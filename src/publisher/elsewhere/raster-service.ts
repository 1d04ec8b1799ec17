import type { Value } from '../../../sw/contract/index.ts';
import { sourceHost } from '../../../sw/rows/remote/source-address.ts';
import { defaultLimits, type RasterManifest } from '../../../sw/service/definition.ts';
import { packService } from '../../../sw/service/package.ts';
import { defaultRasterDrawing } from '../../../sw/service/raster-drawing.ts';
import type { TileScheme } from '../../../sw/tiles/tile-scheme.ts';
import { buildMap } from '../build-map.ts';
import type { ElsewhereChoices } from './messages.ts';

/** What is known of a file elsewhere whose pixels become a layer. */
export interface RasterDescription {
  readonly kind: 'raster';
  readonly name: string;
  /** Names the file; levels list no tiles. */
  readonly manifest: RasterManifest & Required<Pick<RasterManifest, 'remote'>>;
  /** As the author would have it drawn; by default as its bands are. */
  readonly drawing?: Value<'RasterLayerDrawingDescription'>;
  /** Sources and licences, as the file names them. */
  readonly credits?: readonly string[];
  /** Of tiles that the file has already, for the cache of the map. */
  readonly scheme?: TileScheme;
}

/** Make the package of a service with one layer whose pixels stay where they are. */
export function makeRasterService(
  { manifest, drawing, credits = [] }: RasterDescription,
  { name, title, description }: ElsewhereChoices,
  spatialReference: Value<'SpatialReference'> | undefined = manifest.spatialReference,
): Blob {
  const key = 'elsewhere';
  const placed = { ...manifest, ...(spatialReference ? { spatialReference } : {}) };
  const layer = {
    name: title,
    description,
    key,
    written: { manifest: placed, files: new Map() },
    drawing: drawing ?? defaultRasterDrawing(manifest),
  };
  const host = sourceHost(manifest.remote.address);
  const definition = {
    name,
    document: { Title: title, Subject: '', Author: '', Category: '', Keywords: '', Comments: description },
    limits: defaultLimits,
    capabilities: ['Map', 'Query', 'Data'] as const,
    maps: [buildMap({ name, title, credits, layers: [], rasters: [layer] }, [], {})],
    tables: {},
    rasters: { [key]: placed },
    credits: [...credits, ...(host ? [host] : [])],
  };
  return new Blob([packService(definition, new Map()) as Uint8Array<ArrayBuffer>], { type: 'application/zip' });
}
