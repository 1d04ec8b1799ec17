import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeElsewhere } from '../../../src/publisher/elsewhere/describe-elsewhere.ts';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { sourceAddress } from '../../../sw/rows/remote/source-address.ts';
import { webMercatorScheme } from '../../../sw/tiles/tile-scheme.ts';
import { askRest, restJson } from '../../contract/rest/ask-rest.ts';
import { type RangeServer, startRangeServer } from '../../range-server.ts';
import { areasFile, elsewhereContext, publishElsewhere } from './elsewhere-context.ts';
import { acrossAt, finestLevel, giantVectorTiles, top } from './giant-vector-tiles.ts';

/** Written by GDAL 3.6.2, see tests/unit/publisher/tiles.test.ts. */
const path = 'tests/unit/publisher/files/tiles/vector.pmtiles';
const giant = giantVectorTiles();

let server: RangeServer;
beforeAll(async () => {
  expect(giant.sizeBytes).toBeGreaterThan(30e9);
  server = await startRangeServer({ 'vector.pmtiles': path, 'areas.fgb': areasFile, 'giant.pmtiles': giant });
});
afterAll(async () => server?.stop());

let context: Context;
beforeEach(async () => {
  server.fault = undefined;
  context = await elsewhereContext();
  server.reset();
});
const services = { things: 'services/Things/MapServer', giant: 'services/Giant/MapServer' };
const publishThings = () => publishElsewhere(context, `${server.origin}/vector.pmtiles`, 'Things');
const publishGiant = () => publishElsewhere(context, `${server.origin}/giant.pmtiles`, 'Giant');

/** The shapes that `ogrinfo -al vector.mbtiles -oo CLIP=YES` lists, each from its vertex that comes first. */
const judged = {
  1: [
    [-18924585.2109571, 1117815.10164242, -10018754.1713946, 1117815.10164242],
    [-10018754.1713946, 1117815.10164242, 0, 1117815.10164242],
    [0, 1117815.10164242, 10018754.1713946, 1117815.10164242],
    [10018754.1713946, 1117815.10164242, 18924585.2109571, 1117815.10164242],
  ],
  2: [
    [-11131677.3032268, 4865063.9762949, -10018754.1713946, 0],
    [-10018754.1713946, 4865063.9762949, 0, 0],
    [0, 4865063.9762949, 10018754.1713946, 0],
    [10018754.1713946, 4865063.9762949, 11131677.3032268, 0],
    [-11131677.3032268, 0, -10018754.1713946, -4865063.9762949],
    [-10018754.1713946, 0, 0, -4865063.9762949],
    [0, 0, 10018754.1713946, -4865063.9762949],
    [10018754.1713946, 0, 11131677.3032268, -4865063.9762949],
  ],
} as const;

test('each kind of a layer of tiles is a layer with the features that GDAL reads', async () => {
  await publishThings();
  const { layers } = await restJson(context, services.things);
  expect(layers.map(({ name, geometryType }: Record<string, string>) => [name, geometryType])).toEqual([
    ['things (point)', 'esriGeometryPoint'],
    ['things (polyline)', 'esriGeometryPolyline'],
    ['things (polygon)', 'esriGeometryPolygon'],
  ]);
  const all = { where: '1=1', outFields: '*' };
  const points = await restJson(context, `${services.things}/0/query`, all);
  // GDAL has the point on the corner of four tiles in each of them.
  expect(
    points.features.map(({ attributes, geometry }: Record<string, Record<string, unknown>>) => [
      attributes!.name,
      attributes!.ok,
      Math.round(geometry!.x as number),
      Math.round(geometry!.y as number),
    ]),
  ).toEqual([
    ['town', null, 1492051, 6890339],
    ['point', 1, -0, 0],
  ]);
  for (const [layer, expected] of Object.entries(judged)) {
    const { features, fields } = await restJson(context, `${services.things}/${layer}/query`, all);
    expect(
      fields.map(({ name, type }: { name: string; type: string }) => [name, type.slice('esriFieldType'.length)]),
    ).toEqual([
      ['OBJECTID', 'OID'],
      ['name', 'String'],
      ['n', 'Double'],
      ['ok', 'SmallInteger'],
    ]);
    const boxes = features.map(({ geometry }: { geometry: { rings?: number[][][]; paths?: number[][][] } }) => {
      const [xs, ys] = [0, 1].map((i) => (geometry.rings ?? geometry.paths)!.flat().map((xy) => xy[i]!)) as [
        number[],
        number[],
      ];
      return [Math.min(...xs), Math.max(...ys), Math.max(...xs), Math.min(...ys)];
    });
    for (const [i, box] of boxes.sort((a: number[], b: number[]) => b[1]! - a[1]! || a[0]! - b[0]!).entries())
      for (const [side, value] of box.entries()) expect(value).toBeCloseTo(expected[i]![side]!, 3);
    expect(boxes).toHaveLength(expected.length);
  }
  expect(server.ranges.every((range) => range !== '')).toBe(true);
});

test('what a service says of itself says that its features are not counted', async () => {
  await publishThings();
  await publishElsewhere(context, `${server.origin}/areas.fgb`, 'Areas');
  const plain = async (path: string, format: string) =>
    (await answer(context, new Request(`http://soapstone.test/${path}?f=${format}`)))!;
  const counts = async (path: string) => (await plain(path, 'json')).json();
  const { services: listed } = await counts('services');
  expect(listed.map(({ name, featureCount }: Record<string, unknown>) => [name, featureCount])).toEqual([
    ['Areas', 1000],
    ['Things', null],
  ]);
  expect(await counts(`${services.things}/1`)).toMatchObject({ featureCount: null });
  expect(await counts('services/Areas/MapServer/0')).toMatchObject({ featureCount: 1000 });
  expect(await (await plain(`${services.things}/1`, 'html')).text()).toContain('<dt>Rows</dt><dd>not counted</dd>');
});

test('object ids are those of every request, and no others have a feature', async () => {
  await publishThings();
  const layer = `${services.things}/2/query`;
  const { objectIds } = await restJson(context, layer, { where: '1=1', returnIdsOnly: true });
  expect(new Set(objectIds).size).toBe(8);
  const east = { geometry: '11000000,1000000,11100000,1100000', geometryType: 'esriGeometryEnvelope', inSR: 3857 };
  const [found] = (await restJson(context, layer, { ...east, returnIdsOnly: true })).objectIds;
  expect(objectIds).toContain(found);
  const some = [found, found + 1, 0, -found, 2 ** 31 - 1].join();
  const { features } = await restJson(context, layer, { objectIds: some, outFields: 'OBJECTID' });
  expect(features.map(({ attributes }: { attributes: unknown }) => attributes)).toEqual([{ OBJECTID: found }]);
});

test('what asks of all features finds them: statistics, order, find, a dynamic layer with a join', async () => {
  await publishThings();
  const layer = `${services.things}/2/query`;
  const outStatistics = [{ statisticType: 'sum', onStatisticField: 'n', outStatisticFieldName: 'total' }];
  const { features } = await restJson(context, layer, { where: '1=1', outStatistics });
  expect(features).toEqual([{ attributes: { total: 8 } }]);
  const ordered = await restJson(context, `${services.things}/0/query`, { where: '1=1', orderByFields: 'name DESC' });
  expect(ordered.features.map(({ attributes }: { attributes: { name: string } }) => attributes.name)).toEqual([
    'town',
    'point',
  ]);
  const search = { searchText: 'own', layers: '0', searchFields: 'name', sr: 3857 };
  expect((await restJson(context, `${services.things}/find`, search)).results).toMatchObject([{ value: 'town' }]);
  const named = (mapLayerId: number) => ({ type: 'mapLayer', mapLayerId });
  const dataSource = {
    type: 'joinTable',
    ...{ leftTableSource: named(1), rightTableSource: named(1), leftTableKey: 'name', rightTableKey: 'name' },
    joinType: 'esriLeftOuterJoin',
  };
  const joined = { id: 101, source: { type: 'dataLayer', dataSource } };
  const count = { layer: joined, where: '1=1', returnCountOnly: true };
  expect(await restJson(context, `${services.things}/dynamicLayer/query`, count)).toMatchObject({ count: 4 });
});

const half = 20037508.342787;
const at = (level: number, row: number, col: number): [number, number] => {
  const width = (2 * half) / 2 ** level;
  return [-half + col * width, half - row * width];
};

/** The extent of tiles of the finest level from a position in the archive on. */
function tilesFrom(row: number, col: number, count: number): number[] {
  const [first] = [finestLevel - top.level].map((steps) => [top.row * 2 ** steps + row, top.col * 2 ** steps + col]);
  const [west, north] = at(finestLevel, first![0]!, first![1]!);
  const [east, south] = at(finestLevel, first![0]! + count, first![1]! + count);
  return [west, south, east, north];
}

async function picture(bbox: readonly number[], size = '512,512', parameters = {}) {
  const response = await askRest(context, `${services.giant}/export`, {
    ...{ f: 'image', format: 'png32', bboxSR: 3857, imageSR: 3857, bbox: bbox.join(), size, ...parameters },
  });
  expect(response.headers.get('content-type')).toBe('image/png');
  const { width, data } = PNG.sync.read(Buffer.from(await response.arrayBuffer()));
  return (x: number, y: number) => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
}

const fill = (color: readonly number[]) => ({
  drawingInfo: {
    showLabels: false,
    renderer: { type: 'simple', symbol: { type: 'esriSFS', style: 'esriSFSSolid', color, outline: null } },
  },
});
const onlyLand = (definitionExpression = '') => ({
  dynamicLayers: JSON.stringify([
    { id: 1, source: { type: 'mapLayer', mapLayerId: 2 }, definitionExpression, ...fill([255, 0, 0, 255]) },
  ]),
});

test('of 30 GB pictures of every scale read few tiles, those of the level that fits', async () => {
  await publishGiant();
  const { layers } = await restJson(context, services.giant);
  expect(layers.map(({ name }: { name: string }) => name)).toEqual(['ways (point)', 'ways (polyline)', 'land']);
  for (const level of [top.level, 8, 11, finestLevel, 17]) {
    server.reset();
    const [west, north] = at(level, top.row * 2 ** (level - top.level), top.col * 2 ** (level - top.level));
    const width = (2 * half) / 2 ** level;
    // One tile of the level fills the image, so what it has in its middle is there as well.
    const inTile = `name <> 'ground' AND level = ${Math.min(level, finestLevel)}`;
    const pixel = await picture([west, north - width, west + width, north], '512,512', onlyLand(inTile));
    const [red, white] = [
      [255, 0, 0, 255],
      [255, 255, 255, 255],
    ];
    expect([pixel(256, 256), pixel(4, 4)]).toEqual([level > finestLevel ? white : red, white]);
    expect(server.sentBytes).toBeLessThan(2e6);
    expect(server.ranges.length).toBeLessThan(12);
  }
});

test('pieces meet without gaps, and none reaches into the next tile', async () => {
  await publishGiant();
  const pixel = await picture(tilesFrom(100, 200, 2), '512,512', onlyLand("name = 'ground'"));
  for (const [x, y] of [
    [10, 10],
    [255, 100],
    [256, 256],
    [400, 255],
  ] as const)
    expect(pixel(x, y)).toEqual([255, 0, 0, 255]);
  const bbox = tilesFrom(100, 200, 2);
  const inside = {
    geometry: bbox.map((value, i) => value + (i < 2 ? 1 : -1)).join(),
    geometryType: 'esriGeometryEnvelope',
    ...{ inSR: 3857, returnCountOnly: true },
  };
  const count = async (layer: number) => (await restJson(context, `${services.giant}/${layer}/query`, inside)).count;
  expect(await Promise.all([0, 1, 2].map(count))).toEqual([4, 4, 8]);
});

test('a query reads the tiles of its area, and one of too many is refused', async () => {
  await publishGiant();
  const [west, south, east, north] = tilesFrom(300, 301, 1) as [number, number, number, number];
  server.reset();
  const middle = `${(west + east) / 2},${(south + north) / 2}`;
  const identified = await restJson(context, `${services.giant}/identify`, {
    ...{ geometry: middle, geometryType: 'esriGeometryPoint', sr: 3857, layers: 'all:2', tolerance: 0 },
    ...{ mapExtent: [west, south, east, north].join(), imageDisplay: '512,512,96', returnGeometry: false },
  });
  const [row, col] = [300, 301].map((i, k) => [top.row, top.col][k]! * 2 ** (finestLevel - top.level) + i);
  expect(identified.results.map(({ attributes }: { attributes: { name: string } }) => attributes.name).sort()).toEqual([
    `${finestLevel}/${col}/${row}`,
    'ground',
  ]);
  expect(server.sentBytes).toBeLessThan(500_000);
  server.reset();
  const all = await restJson(context, `${services.giant}/2/query`, { where: '1=1', returnCountOnly: true });
  expect(all.error.message).toMatch(/Give a smaller area/);
  const wide = tilesFrom(0, 0, 50).join();
  const area = { geometry: wide, geometryType: 'esriGeometryEnvelope', inSR: 3857, returnCountOnly: true };
  expect((await restJson(context, `${services.giant}/2/query`, area)).error.message).toMatch(/about 72 MB/);
  expect(server.sentBytes).toBeLessThan(5e6);
});

test('vector tiles of such layers have ids where a query finds the feature by it', async () => {
  await publishThings();
  const { objectIds } = await restJson(context, `${services.things}/2/query`, { where: '1=1', returnIdsOnly: true });
  const idsAt = async (at: string): Promise<(number | undefined)[]> => {
    const response = await askRest(context, `services/Things/VectorTileServer/tile/${at}.pbf`);
    const { layers } = new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer())));
    const areas = layers['things (polygon)']!;
    return Array.from({ length: areas.length }, (_, i) => areas.feature(i).id);
  };
  const fine = await idsAt('2/1/1');
  expect(fine.length).toBeGreaterThan(0);
  for (const id of fine) expect(objectIds).toContain(id);
  // The features of a coarser level are others.
  expect(new Set(await idsAt('0/0/0'))).toEqual(new Set([0]));
});

test('what is said of an archive comes from its metadata and a few of its tiles', async () => {
  const described = await describeElsewhere(sourceAddress(`${server.origin}/giant.pmtiles`), { fetchElsewhere: fetch });
  if (described.kind !== 'tiles') throw new Error(`tiles expected, ${described.kind} found`);
  expect(described).toMatchObject({
    ...{ name: 'Giant land', credits: ['Nobody'], level: finestLevel, finestLevel, leftOut: [] },
    layers: [
      { geometry: 'point', tiles: { layer: 'ways' }, isPart: true },
      { geometry: 'polyline', tiles: { layer: 'ways' }, isPart: true },
      {
        geometry: 'polygon',
        tiles: { layer: 'land' },
        isPart: false,
        columns: [
          { name: 'name', fieldType: 'gisFieldTypeString' },
          { name: 'level', fieldType: 'gisFieldTypeDouble' },
          { name: 'isLand', fieldType: 'gisFieldTypeSmallInteger' },
        ],
      },
    ],
  });
  const [west, north] = at(top.level, top.row, top.col);
  const width = webMercatorScheme(1).levels[0]!.resolution * (256 / 2 ** top.level);
  for (const [i, side] of [west, north - width, west + width, north].entries())
    expect(described.extent[i]).toBeCloseTo(side, 2);
  expect(acrossAt(finestLevel)).toBe(1024);
  expect(server.sentBytes).toBeLessThan(3e6);
});
