import { gunzipSync } from 'node:zlib';
import { PMTiles, type RangeResponse } from 'pmtiles';
import { BufferReader, S2PMTilesReader } from 's2-pmtiles';
import { expect, test } from 'vitest';
import { type PmtilesTile, writeDirectory, writePmtiles } from '../../../sw/formats/tiles/pmtiles.ts';
import { openPmtiles, readImages, readPmtiles } from '../../../sw/formats/tiles/pmtiles-reader.ts';

/** Open the archive with the library of the format's authors. */
function judge(blob: Blob): PMTiles {
  return new PMTiles({
    getKey: () => 'memory',
    getBytes: async (offset, length): Promise<RangeResponse> => ({
      data: await blob.slice(offset, offset + length).arrayBuffer(),
    }),
  });
}

const options = { type: 'image/png', bounds: [-180, -85, 180, 85] as const, name: 'World', attribution: 'Nobody' };
/** Return the bytes of a tile. Their lengths are pseudorandom, so that large directories stay large when compressed. */
const readBytes = ({ level, row, col }: PmtilesTile): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(5 + ((Math.imul(row * 4096 + col, 0x9e3779b1) >>> 8) % 200));
  bytes.set([level, row & 255, row >> 8, col & 255, col >> 8]);
  return bytes;
};

function levelTiles(level: number): PmtilesTile[] {
  const side = 2 ** level;
  return Array.from({ length: side * side }, (_, i) => ({ level, row: Math.floor(i / side), col: i % side }));
}

test('tiles have the numbers of the specification', async () => {
  // PMTiles specification 3, section 4.1.
  const numbers = [
    [0, 0, 0, 0],
    [1, 0, 0, 1],
    [1, 0, 1, 2],
    [1, 1, 1, 3],
    [1, 1, 0, 4],
    [2, 0, 0, 5],
    [12, 3423, 1763, 19_078_479],
  ] as const;
  const places = numbers.map(([level, col, row]) => ({ level, row, col }));
  const blob = await writePmtiles([...places].reverse(), async (tile) => readBytes(tile), options);
  const root = gunzipSync(
    await blob.slice(127, 127 + (await judge(blob).getHeader()).rootDirectoryLength).arrayBuffer(),
  );
  // The number of tiles, then their IDs as differences; the last one takes four bytes.
  expect([...root.subarray(0, 7)]).toEqual([7, 0, 1, 1, 1, 1, 1]);
  const last = root.subarray(7, 11).reduce((sum, byte, i) => sum + (byte & 127) * 128 ** i, 5);
  expect(last).toBe(19_078_479);
  const { tiles } = await readPmtiles(blob);
  expect(tiles.map(({ level, row, col }) => [level, col, row])).toEqual(numbers.map((tile) => tile.slice(0, 3)));
});

test('the finest levels have exact numbers, and finer ones are refused', async () => {
  const tile = { level: 26, row: 2 ** 26 - 1, col: 12_345_678 };
  const blob = await writePmtiles([tile], async () => Uint8Array.of(1), options);
  expect((await readPmtiles(blob)).tiles).toMatchObject([tile]);
  const finer = { ...tile, level: 27 };
  await expect(writePmtiles([finer], async () => Uint8Array.of(1), options)).rejects.toMatchObject({
    code: 'not-supported',
    message: expect.stringContaining('expected levels up to 26, found 27'),
  });
});

test('the judge reads what is written, with leaves and without', async () => {
  for (const levels of [
    [0, 1, 2],
    [7, 8],
  ]) {
    const places = levels.flatMap(levelTiles).filter(({ row, col }) => (row + col) % 3 > 0 || row < 2);
    const blob = await writePmtiles(places, async (tile) => readBytes(tile), options);
    const archive = judge(blob);
    const header = await archive.getHeader();
    expect(header).toMatchObject({
      minZoom: levels[0],
      maxZoom: levels.at(-1),
      minLon: -180,
      maxLat: 85,
      tileType: 2,
      clustered: true,
    });
    expect(header.leafDirectoryLength! > 0).toBe(levels[0] === 7);
    expect(await archive.getMetadata()).toMatchObject({ name: 'World', attribution: 'Nobody' });
    const other = new S2PMTilesReader(new BufferReader(new Uint8Array(await blob.arrayBuffer())));
    const step = Math.ceil(places.length / 200);
    for (let i = 0; i < places.length; i += step) {
      const { level, row, col } = places[i]!;
      const actual = await archive.getZxy(level, col, row);
      expect(new Uint8Array(actual!.data), `${level}/${row}/${col}`).toEqual(readBytes(places[i]!));
      expect(new Uint8Array((await other.getTile(level, col, row))!)).toEqual(readBytes(places[i]!));
    }
    const last = 2 ** levels.at(-1)! - 1;
    expect(await archive.getZxy(levels.at(-1)!, last, last)).toBeUndefined();
  }
});

test('equal neighbours are kept once, and all are read again', async () => {
  const places = levelTiles(5);
  const sea = Uint8Array.of(7);
  const blob = await writePmtiles(places, async (tile) => (tile.row > 3 ? sea : readBytes(tile)), options);
  const header = await judge(blob).getHeader();
  expect(header.numAddressedTiles).toBe(1024);
  expect(header.numTileContents).toBeLessThan(200);
  const { tiles, header: actual } = await readPmtiles(blob);
  expect(actual.type).toBe('image/png');
  expect(tiles).toHaveLength(1024);
  for (const { bytes, ...position } of tiles) {
    expect(new Uint8Array(await bytes.arrayBuffer())).toEqual(position.row > 3 ? sea : readBytes(position));
  }
});

test('what is no archive is told', async () => {
  await expect(readPmtiles(new Blob(['PMTiles']))).rejects.toThrow('expected an archive of version 3');
  const sound = new Uint8Array(
    await (await writePmtiles(levelTiles(3), async (tile) => readBytes(tile), options)).arrayBuffer(),
  );
  const change = (index: number, byte: number) => {
    const copy = sound.slice();
    copy[index] = byte;
    return new Blob([copy]);
  };
  await expect(readPmtiles(change(7, 2))).rejects.toThrow('version 3');
  await expect(readImages(change(99, 1))).rejects.toThrow('expected PNG, JPEG or WebP tiles');
  await expect(readPmtiles(change(97, 4))).rejects.toThrow('found compression 4');
  await expect(readPmtiles(change(130, 255))).rejects.toMatchObject({ code: 'bad-package' });
  await expect(readPmtiles(new Blob([sound.slice(0, -1)]))).rejects.toThrow('inside the archive');
});

/** Make an archive of one uncompressed directory; the sizes in the header may be wrong. */
function makeArchive(directory: Uint8Array, sizes: { readonly root?: number; readonly tiles?: number } = {}): Blob {
  const head = new DataView(new ArrayBuffer(127));
  for (const [i, byte] of [...new TextEncoder().encode('PMTiles'), 3].entries()) head.setUint8(i, byte);
  const end = 127 + directory.length;
  for (const [i, value] of [127, sizes.root ?? directory.length, end, 0, end, 0, end, sizes.tiles ?? 0].entries())
    head.setBigUint64(8 + 8 * i, BigInt(value), true);
  for (const [i, byte] of [1, 1, 1, 2, 0, 26].entries()) head.setUint8(96 + i, byte);
  return new Blob([head.buffer as ArrayBuffer, directory as Uint8Array<ArrayBuffer>]);
}
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];

test.each([
  ['more entries than bytes', Uint8Array.of(...varint(2 ** 40)), "can't be read"],
  ['no end', Uint8Array.of(...varint(3), 0, 1), "can't be read"],
  ['an offset before the tiles', Uint8Array.of(1, 0, 1, 1, 0), 'offsets and lengths up to 2^53'],
  ['an offset of 2^60', Uint8Array.of(1, 0, 1, 1, ...varint(2 ** 60)), 'offsets and lengths up to 2^53'],
  ['a run of 2^60 tiles', Uint8Array.of(1, 0, ...varint(2 ** 60), 1, 1), 'levels up to 26'],
  ['a tile of 2^62', Uint8Array.of(1, ...varint(2 ** 62), 1, 1, 1), 'levels up to 26'],
  ['a pointer to itself', writeDirectory([{ tileId: 0, runLength: 0, offset: 0, length: 5 }]), "can't be read"],
])('a directory with %s is a damaged archive', async (_, directory, message) => {
  const blob = makeArchive(directory);
  const read = async (index: number, length: number) =>
    new Uint8Array(await blob.slice(index, index + length).arrayBuffer());
  await expect(readPmtiles(blob)).rejects.toMatchObject({
    code: 'bad-package',
    message: expect.stringContaining(message),
  });
  const archive = await openPmtiles(read);
  await expect(archive.find({ level: 0, row: 0, col: 0 })).rejects.toMatchObject({ code: 'bad-package' });
  await expect(archive.findRange(0)).rejects.toMatchObject({ code: 'bad-package' });
});

test('a directory longer than any is refused before it is read', async () => {
  const blob = makeArchive(Uint8Array.of(0), { root: 2 ** 31 });
  let longest = 0;
  const read = async (index: number, length: number) => {
    longest = Math.max(longest, length);
    return new Uint8Array(await blob.slice(index, index + length).arrayBuffer());
  };
  const archive = await openPmtiles(read);
  await expect(archive.find({ level: 0, row: 0, col: 0 })).rejects.toMatchObject({ code: 'too-large' });
  await expect(readPmtiles(blob)).rejects.toMatchObject({ code: 'too-large' });
  expect(longest).toBe(127);
});

test('a directory that cannot be fetched is offsets for again, and one that can only once', async () => {
  const blob = await writePmtiles(levelTiles(7), async (tile) => readBytes(tile), options);
  let isOffline = false;
  const offsets: number[] = [];
  const archive = await openPmtiles(async (position, length) => {
    if (isOffline) throw new Error('offline');
    offsets.push(position);
    return new Uint8Array(await blob.slice(position, position + length).arrayBuffer());
  });
  const tile = { level: 7, row: 3, col: 5 };
  isOffline = true;
  await expect(archive.find(tile)).rejects.toThrow('offline');
  isOffline = false;
  const actual = await Promise.all([0, 1, 2, 3].map((row) => archive.find({ ...tile, row })));
  expect(actual.every((run) => run !== undefined)).toBe(true);
  expect(new Set(offsets).size).toBe(offsets.length);
});
