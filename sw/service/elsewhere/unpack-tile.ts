import { Fault } from '../../contract/index.ts';
import type { PmtilesHeader } from '../../tiles/pmtiles-header.ts';

/** Tiles have half a megabyte by agreement. */
const maximumTileBytes = 64 * 1024 ** 2;

/**
 * Unpack a tile of features.
 *
 * @param name of the tile, for the fault
 * @throws {Fault} `source-failed` when it is damaged, `too-large`
 */
export async function unpackTile(
  bytes: Uint8Array<ArrayBuffer>,
  packing: PmtilesHeader['packing'],
  name: string,
): Promise<Uint8Array> {
  // Some writers pack tiles and do not say so.
  const isPacked = packing === 'gzip' || (bytes[0] === 0x1f && bytes[1] === 0x8b);
  if (!isPacked) return bytes;
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new Fault('source-failed', `${name}: a tile packed by gzip expected: ${error}`, { reason: 'damaged' });
    });
    if (done) break;
    size += value.length;
    if (size > maximumTileBytes) {
      await reader.cancel();
      throw new Fault('too-large', `${name}: at most ${maximumTileBytes} bytes expected, more found.`);
    }
    pieces.push(value);
  }
  if (pieces.length === 1) return pieces[0]!;
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
