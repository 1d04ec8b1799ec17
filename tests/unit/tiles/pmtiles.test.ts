import { PMTiles, type RangeResponse, tileIdToZxy, zxyToTileId } from 'pmtiles';
import { expect, test } from 'vitest';
import { type PmtilesTile, readPictures, readPmtiles, writePmtiles } from '../../../sw/tiles/pmtiles.ts';
import { tileIdOf, tileOfId } from '../../../sw/tiles/pmtiles-directory.ts';

/** The archive through the library of those who made the format. */
function judge(blob: Blob): PMTiles {
  return new PMTiles({
    getKey: () => 'memory',
    getBytes: async (offset, length): Promise<RangeResponse> => ({
      data: await blob.slice(offset, offset + length).arrayBuffer(),
    }),
  });
}

const options = { type: 'image/png', bounds: [-180, -85, 180, 85] as const, name: 'World', attribution: 'Nobody' };
/** Lengths differ in a way that does not compress, so that large directories are large. */
const bytesOf = ({ level, row, col }: PmtilesTile): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(5 + ((Math.imul(row * 4096 + col, 0x9e3779b1) >>> 8) % 200));
  bytes.set([level, row & 255, row >> 8, col & 255, col >> 8]);
  return bytes;
};

function levelTiles(level: number): PmtilesTile[] {
  const side = 2 ** level;
  return Array.from({ length: side * side }, (_, i) => ({ level, row: Math.floor(i / side), col: i % side }));
}

test('tiles are numbered as the judge numbers them', () => {
  const places = [
    ...[0, 1, 2, 3, 4].flatMap(levelTiles),
    { level: 20, row: 359_214, col: 540_000 },
    { level: 23, row: 1, col: 8_388_607 },
  ];
  for (const position of places) {
    const id = zxyToTileId(position.level, position.col, position.row);
    expect(tileIdOf(position.level, position.row, position.col)).toBe(id);
    expect(tileOfId(id)).toEqual(position);
    expect(tileIdToZxy(id)).toEqual([position.level, position.col, position.row]);
  }
});

test('the judge reads what is written, with leaves and without', async () => {
  for (const levels of [
    [0, 1, 2],
    [7, 8],
  ]) {
    const places = levels.flatMap(levelTiles).filter(({ row, col }) => (row + col) % 3 > 0 || row < 2);
    const blob = await writePmtiles(places, async (tile) => bytesOf(tile), options);
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
    const step = Math.ceil(places.length / 200);
    for (let i = 0; i < places.length; i += step) {
      const { level, row, col } = places[i]!;
      const found = await archive.getZxy(level, col, row);
      expect(new Uint8Array(found!.data), `${level}/${row}/${col}`).toEqual(bytesOf(places[i]!));
    }
    const last = 2 ** levels.at(-1)! - 1;
    expect(await archive.getZxy(levels.at(-1)!, last, last)).toBeUndefined();
  }
});

test('equal neighbours are kept once, and all are read again', async () => {
  const places = levelTiles(5);
  const sea = Uint8Array.of(7);
  const blob = await writePmtiles(places, async (tile) => (tile.row > 3 ? sea : bytesOf(tile)), options);
  const header = await judge(blob).getHeader();
  expect(header.numAddressedTiles).toBe(1024);
  expect(header.numTileContents).toBeLessThan(200);
  const { tiles, type } = await readPmtiles(blob);
  expect(type).toBe('image/png');
  expect(tiles).toHaveLength(1024);
  for (const { bytes, ...position } of tiles) {
    expect(new Uint8Array(await bytes.arrayBuffer())).toEqual(position.row > 3 ? sea : bytesOf(position));
  }
});

test('what is no archive is told', async () => {
  await expect(readPmtiles(new Blob(['PMTiles']))).rejects.toThrow('an archive of version 3 expected');
  const sound = new Uint8Array(
    await (await writePmtiles(levelTiles(3), async (tile) => bytesOf(tile), options)).arrayBuffer(),
  );
  const changed = (at: number, byte: number) => {
    const copy = sound.slice();
    copy[at] = byte;
    return new Blob([copy]);
  };
  await expect(readPmtiles(changed(7, 2))).rejects.toThrow('version 3');
  await expect(readPictures(changed(99, 1))).rejects.toThrow('PNG, JPEG or WebP tiles expected');
  await expect(readPmtiles(changed(97, 4))).rejects.toThrow('compression 4 found');
  await expect(readPmtiles(changed(130, 255))).rejects.toMatchObject({ code: 'bad-package' });
  await expect(readPmtiles(new Blob([sound.slice(0, -1)]))).rejects.toThrow('inside the archive');
});
