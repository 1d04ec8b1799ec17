import vtPbf from 'vt-pbf';
import { tileIdOf, tileOfId, writeDirectory } from '../../../sw/tiles/pmtiles-directory.ts';
import type { MadeFile } from '../../range-server.ts';

const tileBytes = 30_000;
const leafEntries = 4096;
export const finestLevel = 14;
/** The one tile that all others lie in. */
export const top = { level: 4, row: 5, col: 8 } as const;

/** How many tiles each level has along a side. */
export const acrossAt = (level: number): number => 2 ** Math.max(0, level - top.level);

const metadata = {
  name: 'Giant land',
  attribution: '<a href="#">Nobody</a>',
  vector_layers: [
    { id: 'land', fields: { name: 'String', level: 'Number', isLand: 'Boolean' } },
    { id: 'ways', fields: {} },
  ],
};

const square = (from: number, to: number): [number, number][] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
  [from, from],
];

/**
 * A tile as vt-pbf writes it: land from a quarter to three quarters of each side; an area that fills the tile and what lies around
 * it; a way across it from edge to edge; a point in it and one beyond its edge.
 */
export function tileOf(level: number, row: number, col: number): Uint8Array {
  const tags = { name: `${level}/${col}/${row}`, level, isLand: true };
  const layers = {
    land: {
      features: [
        { id: 1, type: 3, geometry: [square(1024, 3072)], tags },
        { id: 2, type: 3, geometry: [square(-64, 4160)], tags: { name: 'ground', level } },
      ],
    },
    ways: {
      features: [
        {
          type: 2,
          geometry: [
            [
              [-64, 2048],
              [4160, 2048],
            ],
          ],
          tags: { name: 'way' },
        },
        {
          type: 1,
          geometry: [
            [2048, 1024],
            [4100, 1024],
          ],
          tags: { name: 'tree' },
        },
      ],
    },
  };
  const bytes = vtPbf.fromGeojsonVt(layers as never, { version: 2 });
  // A field that nobody knows fills the rest.
  const rest = tileBytes - bytes.length - 4;
  const filled = new Uint8Array(tileBytes);
  filled.set(bytes);
  filled.set([(15 << 3) | 2, (rest & 127) | 128, ((rest >> 7) & 127) | 128, rest >> 14], bytes.length);
  return filled;
}

/** A PMTiles archive of vector tiles of more than 30 GB, whose tiles are made when they are read. */
export function giantVectorTiles(): MadeFile {
  const ids: number[] = [];
  for (let level = 0; level <= finestLevel; level++) {
    const across = acrossAt(level);
    const [row, col] = [top.row, top.col].map((at) => Math.floor(at * 2 ** (level - top.level)));
    const own: number[] = [];
    for (let i = 0; i < across ** 2; i++) own.push(tileIdOf(level, row! + Math.floor(i / across), col! + (i % across)));
    for (const id of own.sort((a, b) => a - b)) ids.push(id);
  }
  const leaves: Uint8Array[] = [];
  const pointers = [];
  let leavesBytes = 0;
  for (let from = 0; from < ids.length; from += leafEntries) {
    const leaf = writeDirectory(
      ids.slice(from, from + leafEntries).map((tileId, i) => ({
        tileId,
        runLength: 1,
        offset: (from + i) * tileBytes,
        length: tileBytes,
      })),
    );
    pointers.push({ tileId: ids[from]!, runLength: 0, offset: leavesBytes, length: leaf.length });
    leaves.push(leaf);
    leavesBytes += leaf.length;
  }
  const root = writeDirectory(pointers);
  const said = new TextEncoder().encode(JSON.stringify(metadata));
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header[7] = 3;
  const leavesAt = 127 + root.length + said.length;
  const tilesAt = leavesAt + leavesBytes;
  const tilesBytes = ids.length * tileBytes;
  const numbers = [127, root.length, 127 + root.length, said.length, leavesAt, leavesBytes, tilesAt, tilesBytes];
  for (const [i, number] of [...numbers, ids.length, ids.length, ids.length].entries())
    header.writeBigUInt64LE(BigInt(number), 8 + 8 * i);
  header.set([1, 1, 1, 1, 0, finestLevel], 96);
  for (const [i, degrees] of [0, 40.9798981, 22.5, 55.776573].entries())
    header.writeInt32LE(degrees * 1e7, 102 + 4 * i);
  const head = Buffer.concat([header, root, said, ...leaves]);
  return {
    sizeBytes: tilesAt + tilesBytes,
    read(offset, length) {
      const bytes = new Uint8Array(length);
      if (offset < head.length) bytes.set(head.subarray(offset, offset + length));
      const first = Math.max(0, Math.floor((offset - tilesAt) / tileBytes));
      for (let at = first; at < ids.length && tilesAt + at * tileBytes < offset + length; at++) {
        const { level, row, col } = tileOfId(ids[at]!);
        const start = tilesAt + at * tileBytes - offset;
        const tile = tileOf(level, row, col);
        bytes.set(tile.subarray(Math.max(0, -start), length - start), Math.max(0, start));
      }
      return bytes;
    },
  };
}
