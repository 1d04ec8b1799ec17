import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** An uncompressed image with one band of bytes, in levels that each halve the previous one. */
export const giant = { sidePx: 512 * 196, tilePx: 512, levels: 9, left: 1_000_000, top: 6_000_000 } as const;

const tileBytes = giant.tilePx ** 2;
const findSide = (level: number): number => giant.sidePx / 2 ** level;
const countTilesAcross = (level: number): number => Math.ceil(findSide(level) / giant.tilePx);

/** The value of all pixels in a written tile. */
export const giantValue = (level: number, column: number, row: number): number =>
  1 + ((level * 7 + column * 3 + row * 5) % 250);

/**
 * Write a sparse BigTIFF of 10 GB that takes little disk space, with its directories first like a Cloud-Optimized
 * GeoTIFF. Only the tiles around the middle of some levels are written; the rest is a hole that reads as zeros.
 *
 * @returns its length
 */
export function writeGiantTiff(path: string, levelCount: number = giant.levels): number {
  const levels = Array.from({ length: levelCount }, (_, level) => ({ level, tiles: countTilesAcross(level) ** 2 }));
  const tagCount = 11;
  const geo = [
    [33550, 12, [1, 1, 0]],
    [33922, 12, [0, 0, 0, giant.left, giant.top, 0]],
    [34735, 3, [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 3857]],
  ] as const;
  // Each directory is followed by its values and then by the next directory.
  const starts: number[] = [];
  let position = 16;
  for (const { level, tiles } of levels) {
    starts.push(position);
    position += 8 + 20 * (tagCount + (level === 0 ? geo.length : 0)) + 8 + 2 * 8 * tiles;
    if (level === 0) position += geo.reduce((sum, [, type, list]) => sum + list.length * (type === 12 ? 8 : 2), 0);
  }
  const head = Buffer.alloc(position);
  // The tiles of the coarsest level come first.
  const firstTiles: number[] = [];
  let end = Math.ceil(position / 4096) * 4096;
  for (const { level, tiles } of levels.toReversed()) {
    firstTiles[level] = end;
    end += tiles * tileBytes;
  }
  head.write('II');
  head.writeUInt16LE(43, 2);
  head.writeUInt16LE(8, 4);
  head.writeBigUInt64LE(16n, 8);
  for (const { level, tiles } of levels) {
    const levelTags = level === 0 ? geo : [];
    let values = starts[level]! + 8 + 20 * (tagCount + levelTags.length) + 8;
    let entry = starts[level]! + 8;
    head.writeBigUInt64LE(BigInt(tagCount + levelTags.length), starts[level]!);
    const add = (tag: number, type: number, count: number, value: number) => {
      head.writeUInt16LE(tag, entry);
      head.writeUInt16LE(type, entry + 2);
      head.writeBigUInt64LE(BigInt(count), entry + 4);
      head.writeBigUInt64LE(BigInt(value), entry + 12);
      entry += 20;
    };
    const shorts = [
      [254, 4, level > 0 ? 1 : 0],
      [256, 4, findSide(level)],
      [257, 4, findSide(level)],
      [258, 3, 8],
    ] as const;
    for (const [tag, type, value] of shorts) add(tag, type, 1, value);
    for (const [tag, value] of [
      [259, 1],
      [262, 1],
      [277, 1],
      [322, giant.tilePx],
      [323, giant.tilePx],
    ] as const)
      add(tag, 3, 1, value);
    const arrays = values;
    values += 16 * tiles;
    // A single number is stored in the entry itself.
    add(324, 16, tiles, tiles === 1 ? firstTiles[level]! : arrays);
    add(325, 16, tiles, tiles === 1 ? tileBytes : arrays + 8 * tiles);
    for (let tile = 0; tile < tiles; tile++) {
      head.writeBigUInt64LE(BigInt(firstTiles[level]! + tile * tileBytes), arrays + 8 * tile);
      head.writeBigUInt64LE(BigInt(tileBytes), arrays + 8 * (tiles + tile));
    }
    for (const [tag, type, list] of levelTags) {
      add(tag, type, list.length, values);
      for (const value of list) {
        if (type === 12) head.writeDoubleLE(value, values);
        else head.writeUInt16LE(value, values);
        values += type === 12 ? 8 : 2;
      }
    }
    head.writeBigUInt64LE(BigInt(starts[level + 1] ?? 0), entry);
  }
  const file = openSync(path, 'w');
  ftruncateSync(file, end);
  writeSync(file, head, 0, head.length, 0);
  for (const level of [0, 6, 7, 8].filter((item) => item < levelCount)) {
    const across = countTilesAcross(level);
    const near = (index: number): boolean => Math.abs(index - across / 2) < 3;
    for (let row = 0; row < across; row++)
      for (let column = 0; column < across; column++)
        if (near(row) && near(column)) {
          const bytes = Buffer.alloc(tileBytes, giantValue(level, column, row));
          writeSync(file, bytes, 0, tileBytes, firstTiles[level]! + (row * across + column) * tileBytes);
        }
  }
  closeSync(file);
  return end;
}
