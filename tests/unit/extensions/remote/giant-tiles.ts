import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';
import { writeDirectory } from '../../../../sw/formats/tiles/pmtiles.ts';

const tileBytes = 30_000;
const levels = 10;
const leafEntries = 4096;

/** The color of a tile. */
export const giantTileColor = (level: number, row: number, col: number): readonly [number, number, number] => [
  col & 255,
  row & 255,
  20 * level,
];

/** The tiles written into the file: all of levels 0 to 4, and a square of the finest level. */
export const written = { level: levels - 1, first: 256, count: 40 } as const;

/**
 * Write a sparse PMTiles archive of 10 GB with all tiles of levels 0 to 9. Most tiles are holes, so it takes only a few
 * megabytes of disk space.
 */
export function writeGiantTiles(path: string): { readonly sizeBytes: number } {
  const count = (4 ** levels - 1) / 3;
  const leaves: Uint8Array[] = [];
  const pointers = [];
  let leavesBytes = 0;
  for (let from = 0; from < count; from += leafEntries) {
    const leaf = writeDirectory(
      Array.from({ length: Math.min(leafEntries, count - from) }, (_, i) => ({
        tileId: from + i,
        runLength: 1,
        offset: (from + i) * tileBytes,
        length: tileBytes,
      })),
    );
    pointers.push({ tileId: from, runLength: 0, offset: leavesBytes, length: leaf.length });
    leaves.push(leaf);
    leavesBytes += leaf.length;
  }
  const root = writeDirectory(pointers);
  const metadata = new TextEncoder().encode(JSON.stringify({ name: 'Giant', attribution: '<a href="#">Nobody</a>' }));
  const leavesAt = 127 + root.length + metadata.length;
  const tilesAt = leavesAt + leavesBytes;
  const sizeBytes = tilesAt + count * tileBytes;
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header[7] = 3;
  const numbers = [127, root.length, 127 + root.length, metadata.length, leavesAt, leavesBytes, tilesAt];
  for (const [i, number] of [...numbers, count * tileBytes, count, count, count].entries())
    header.writeBigUInt64LE(BigInt(number), 8 + 8 * i);
  header.set([1, 1, 1, 2, 0, levels - 1], 96);
  for (const [i, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * i);
  const file = openSync(path, 'w');
  ftruncateSync(file, sizeBytes);
  writeSync(file, Buffer.concat([header, root, metadata, ...leaves]), 0, undefined, 0);
  const put = (level: number, row: number, col: number): void => {
    const position = tilesAt + zxyToTileId(level, col, row) * tileBytes;
    const [start, end] = readImage(giantTileColor(level, row, col));
    writeSync(file, start, 0, undefined, position);
    writeSync(file, end, 0, undefined, position + tileBytes - end.length);
  };
  for (let level = 0; level < 5; level++)
    for (let i = 0; i < 4 ** level; i++) put(level, Math.floor(i / 2 ** level), i % 2 ** level);
  for (let row = 0; row < written.count; row++)
    for (let col = 0; col < written.count; col++) put(written.level, written.first + row, written.first + col);
  closeSync(file);
  return { sizeBytes };
}

const chunk = (name: string, content: Buffer): Buffer => {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length);
  bytes.write(name, 4);
  content.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)), 8 + content.length);
  return bytes;
};
/** The start of a PNG of 256 x 256 one-bit pixels, all 0. */
const head = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', Buffer.from('00000100000001000103000000', 'hex')),
]);
const tail = Buffer.concat([chunk('IDAT', deflateSync(Buffer.alloc(256 * 33))), chunk('IEND', Buffer.alloc(0))]);
/** A chunk of zeros that readers skip. */
const filling = chunk('znOn', Buffer.alloc(tileBytes - head.length - 15 - tail.length - 12));

/** Build a PNG of one color: its start and its end, with zeros between them. */
function readImage(color: readonly [number, number, number]): readonly [Buffer, Buffer] {
  return [
    Buffer.concat([head, chunk('PLTE', Buffer.from(color)), filling.subarray(0, 8)]),
    Buffer.concat([filling.subarray(-4), tail]),
  ];
}
