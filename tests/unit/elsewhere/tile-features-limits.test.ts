import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeElsewhere } from '../../../src/publisher/elsewhere/describe-elsewhere.ts';
import type { TileFeaturesDescription } from '../../../src/publisher/elsewhere/describe-tile-features.ts';
import type { Context } from '../../../sw/context.ts';
import { sourceAddress } from '../../../sw/rows/remote/source-address.ts';
import { unpackTile } from '../../../sw/service/elsewhere/unpack-tile.ts';
import { tileIdOf, writeDirectory } from '../../../sw/tiles/pmtiles-directory.ts';
import { restJson } from '../../contract/rest/ask-rest.ts';
import { type MadeFile, type RangeServer, startRangeServer } from '../../range-server.ts';
import { elsewhereContext, publishElsewhere } from './elsewhere-context.ts';
import { tileOf } from './giant-vector-tiles.ts';

/** An archive in which all tiles of each level are the same one, whatever it is. */
function sameTiles(tile: Uint8Array, maximumLevel: number, packing = 1, metadata: unknown = {}): MadeFile {
  const root = writeDirectory(
    Array.from({ length: maximumLevel + 1 }, (_, level) => ({
      tileId: tileIdOf(level, 0, 0),
      runLength: 4 ** level,
      offset: 0,
      length: tile.length,
    })),
  );
  const said = Buffer.from(JSON.stringify(metadata));
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header[7] = 3;
  const leavesAt = 127 + root.length + said.length;
  const numbers = [127, root.length, 127 + root.length, said.length, leavesAt, 0, leavesAt, tile.length, 0, 0, 0];
  for (const [i, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + 8 * i);
  header.set([1, 1, packing, 1, 0, maximumLevel], 96);
  for (const [i, degrees] of [-180, -85.0511, 180, 85.0511].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * i);
  const bytes = Buffer.concat([header, root, said, tile]);
  return { sizeBytes: bytes.length, read: (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length)) };
}

const tile = tileOf(0, 0, 0);
/** Of two layers that the tile lacks it is said what one has. */
const saidLayers = {
  vector_layers: ['more', 'less'].map((id) => ({ id, fields: { Name: 'String', name: 'String' } })),
  tilestats: { layers: [{ layer: 'more', geometry: 'LineString' }] },
};
let server: RangeServer;
let context: Context;
beforeEach(async () => {
  const broken = Uint8Array.from(tile);
  // The length of the first layer goes past the end of the tile.
  broken.fill(0xff, 1, 4);
  server = await startRangeServer({
    'world.pmtiles': sameTiles(tile, 14),
    'packed.pmtiles': sameTiles(gzipSync(tile), 2, 2, saidLayers),
    'brotli.pmtiles': sameTiles(tile, 2, 3),
    'broken.pmtiles': sameTiles(broken, 2),
    'unpacked.pmtiles': sameTiles(gzipSync(tile).subarray(0, 60), 2, 2),
    'empty.pmtiles': sameTiles(new Uint8Array(0), 2),
    'deep.pmtiles': sameTiles(tile, 24),
  });
  context = await elsewhereContext();
});
afterEach(() => server.stop());

const described = (name: string) =>
  describeElsewhere(sourceAddress(`${server.origin}/${name}.pmtiles`), { fetchElsewhere: fetch });

test('where ids do not suffice for a level, rows are those of a coarser one, and images show the finest', async () => {
  const world = (await described('world')) as TileFeaturesDescription;
  expect(world).toMatchObject({ level: 10, finestLevel: 14 });
  expect(world.layers[2]!.tiles.range).toEqual({ rowMin: 0, rowMax: 1023, colMin: 0, colMax: 1023 });
  await publishElsewhere(context, `${server.origin}/world.pmtiles`, 'World');
  const box = (east: number) => ({
    geometry: `${east},100,${east + 100},200`,
    ...{ geometryType: 'esriGeometryEnvelope', inSR: 3857, outFields: 'OBJECTID', returnGeometry: false },
  });
  const layer = 'services/World/MapServer/2/query';
  const ids = async (east: number): Promise<number[]> =>
    (await restJson(context, layer, { ...box(east), returnIdsOnly: true })).objectIds;
  const [here, there] = [await ids(100), await ids(19e6)];
  expect(new Set([...here, ...there]).size).toBe(here.length + there.length);
  for (const id of [...here, ...there]) expect(id).toBeLessThan(2 ** 31);
  const { features } = await restJson(context, layer, { objectIds: there.join(), outFields: 'OBJECTID' });
  expect(features.map(({ attributes }: { attributes: { OBJECTID: number } }) => attributes.OBJECTID)).toEqual(there);
  const all = await restJson(context, layer, { where: '1=1', returnCountOnly: true });
  expect(all.error.message).toMatch(/more tiles than are read at once/);
});

test('tiles that are packed are read, and of layers that no tile shows those whose kind the metadata say', async () => {
  const packed = (await described('packed')) as TileFeaturesDescription;
  expect(packed.layers.map(({ tiles, geometry }) => [tiles.layer, geometry])).toEqual([
    ['ways', 'point'],
    ['more', 'polyline'],
    ['ways', 'polyline'],
    ['land', 'polygon'],
  ]);
  expect(packed.leftOut).toEqual(['more.name']);
  expect(packed).toMatchObject({ sampledTiles: 3, unseen: ['less'] });
  // Columns are those that the tiles have, where nothing is said.
  expect(packed.layers[3]!.columns).toEqual([
    { name: 'name', fieldType: 'gisFieldTypeString' },
    { name: 'level', fieldType: 'gisFieldTypeDouble' },
    { name: 'isLand', fieldType: 'gisFieldTypeSmallInteger' },
  ]);
});

test.each([
  ['broken', /^damaged: .*tile 2\/\d\/\d cannot be read: a message is cut off/],
  ['unpacked', /^damaged: .*tile 2\/\d\/\d: a tile packed by gzip expected/],
  ['empty', /^empty: .*points, lines or polygons expected, none found in 3 tiles/],
  ['deep', /^damaged: .*levels between 0 and 23 expected, 0 to 24 found/],
  ['brotli', /^encoding: .*tiles as they are or packed by gzip expected/],
])('what cannot be read is refused by name (%s)', async (name, message) => {
  const found = await described(name).then(
    () => 'read',
    (error: { message: string; detail: { reason?: string } }) => `${error.detail.reason}: ${error.message}`,
  );
  expect(found).toMatch(message);
});

test('a file that changes is named, and a tile that unpacks to much more is refused', async () => {
  await publishElsewhere(context, `${server.origin}/world.pmtiles`, 'World');
  const service = 'services/World/MapServer';
  server.etag = '"two"';
  const host = new URL(server.origin).host;
  const image = await restJson(context, `${service}/export`, { bbox: '0,0,1000,1000', bboxSR: 3857 });
  expect(image.error.message).toMatch(`${host}/world.pmtiles`);
  expect(image.error.message).toContain('changed');
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(65 * 2 ** 20)));
  expect(bomb.length).toBeLessThan(100_000);
  await expect(unpackTile(bomb, 'gzip', 'tile 0/0/0')).rejects.toThrow('tile 0/0/0: at most 67108864 bytes expected');
});
