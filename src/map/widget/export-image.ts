import type { Value } from '../../../sw/contract/index.ts';
import { call } from '../../connection/call.ts';
import { referenceFor } from '../../state/references.ts';
import type { MapInfo } from '../../state/services.ts';

/**
 * Request a PNG image of a map.
 *
 * @throws {ServiceFault}
 */
export async function exportImage(
  service: string,
  MapDescription: Value<'MapDescription'>,
  ImageDisplay: Value<'ImageDisplay'>,
  signal?: AbortSignal,
): Promise<Blob> {
  const ImageType = { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' } as const;
  const request = { MapDescription, ImageDescription: { ImageType, ImageDisplay } };
  const { Result } = await call('ExportMapImage', service, request, { signal });
  return new Blob([Result.ImageData as Uint8Array<ArrayBuffer>], { type: Result.ImageType ?? 'image/png' });
}

/**
 * Read a map of a service, by default its first, and its published description.
 *
 * @throws {ServiceFault} @throws {Error} if the map has no description
 */
export async function readDefaultMap(
  service: string,
  map?: string,
  signal?: AbortSignal,
): Promise<{ info: MapInfo; published: Value<'MapDescription'> }> {
  const MapName = map ?? (await call('GetDefaultMapName', service, {}, { signal })).Result;
  const { Result: info } = await call('GetServerInfo', service, { MapName }, { signal });
  const published = info.DefaultMapDescription;
  if (!published) throw new Error('no description');
  // In the CRS of the map page.
  return { info, published: { ...published, SpatialReference: referenceFor('auto', info) } };
}
