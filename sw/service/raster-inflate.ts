import { inflateSync } from 'fflate';
import { Fault, reasonOf } from '../contract/index.ts';
import type { RasterManifest } from './definition.ts';

/**
 * Unpack the samples of a tile into a buffer with the size of a full tile, so that a zip bomb can't expand further.
 *
 * @throws {Fault} `bad-package` if the data is damaged or larger than a tile
 */
export function inflateTile(
  bytes: Uint8Array,
  bytesPerSample: number,
  { tileSizePx, bandNames }: RasterManifest,
  path: string,
): Uint8Array {
  const maxBytes = tileSizePx * tileSizePx * bandNames.length * bytesPerSample;
  try {
    return inflateSync(bytes, { out: new Uint8Array(maxBytes) });
  } catch (error) {
    throw new Fault('bad-package', `${path}: can't unpack the samples: ${reasonOf(error)}.`);
  }
}
