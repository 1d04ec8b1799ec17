import type { Value } from '../../../sw/contract/index.ts';
import { call } from '../../connection/call.ts';
import { referenceFor } from '../../state/references.ts';
import type { MapInfo } from '../../state/services.ts';

/**
 * Ask a service for a picture of a map as PNG.
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
 * Read a map of a service, by default its first, and how it is drawn by default.
 *
 * @throws {ServiceFault} @throws {Error} when nothing says how it is drawn
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
  // As the map page shows it.
  return { info, published: { ...published, SpatialReference: referenceFor('auto', info) } };
}
