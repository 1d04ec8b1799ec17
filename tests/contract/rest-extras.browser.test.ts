import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { writeTable } from '../../sw/rows/write/write-table.ts';
import { askRest, type Json, restJson } from './rest/ask-rest.ts';
import { readImageColors } from './rest/colors-of.ts';
import { sampleContext } from './sample-context.ts';
import { field, polygons, wgs84 } from './sample-parts.ts';
import { sampleService } from './sample-service.ts';

const ask = async (path: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<Json> =>
  restJson(await sampleContext(), path, parameters);
const map = 'services/Sample/MapServer';

test('an image over the ground lies in its KMZ over its extent', async () => {
  const context = await sampleContext();
  const response = await askRest(context, `${map}/export`, {
    f: 'kmz',
    bbox: '-11131949,0,0,11131949',
    bboxSR: 102100,
    size: '100,100',
    transparent: true,
  });
  expect(response.headers.get('content-type')).toBe('application/vnd.google-earth.kmz');
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const kml = new DOMParser().parseFromString(new TextDecoder().decode(files['doc.kml']), 'text/xml');
  const text = (name: string) => kml.querySelector(name)!.textContent;
  const [west, south, east, north] = ['west', 'south', 'east', 'north'].map((side) => Number(text(side)));
  expect(west).toBeLessThanOrEqual(-99.9);
  expect(east).toBeGreaterThanOrEqual(-0.1);
  expect(south).toBeLessThanOrEqual(0.1);
  expect(north).toBeGreaterThanOrEqual(70);
  expect(east! - west!).toBeCloseTo(north! - south!, 6);
  const image = new Blob([files[text('href')] as Uint8Array<ArrayBuffer>], { type: 'image/png' });
  expect([...(await readImageColors(image))]).toContain('180,200,160,255');
  for (const [parameters, message] of [
    [{ rotation: 30 }, "rotation 30 isn't supported"],
    [{ imageSR: 102100 }, "imageSR 102100 isn't supported"],
  ] as const)
    expect(
      (await (await askRest(context, `${map}/export`, { f: 'kmz', ...parameters })).json()).error.message,
    ).toContain(message);
});

test('a legend of chosen layers', async () => {
  const ids = async (parameters: object) =>
    (await ask(`${map}/queryLegends`, { ...parameters })).layers.map(({ layerId }: Json) => layerId);
  expect(await ids({})).toEqual([1, 2, 3]);
  expect(await ids({ layers: 'show:3' })).toEqual([3]);
  expect(await ids({ layers: 'show:0' })).toEqual([1, 2]);
  expect(await ids({ layers: 'hide:1' })).toEqual([2, 3]);
  const { layers } = await ask(`${map}/queryLegends`, { layers: 'show:3', size: '40,30' });
  expect(layers[0].legend[0]).toMatchObject({ width: 40, height: 30 });
});

test('a map of tiles says what the tiles themselves say', async () => {
  const context = await sampleContext();
  const cached = 'services/Cached/MapServer';
  const { capabilities, tileInfo } = await ask(cached);
  expect(capabilities.split(',')).toContain('TileMap');
  expect((await ask(map)).capabilities).not.toContain('TileMap');
  const { level } = tileInfo.lods[1];
  const { data, location } = await ask(`${cached}/tilemap/${level}/1/2/3/2`);
  expect(location).toEqual({ left: 2, top: 1, width: 3, height: 2 });
  const statuses = [];
  for (const row of [1, 2])
    for (const column of [2, 3, 4])
      statuses.push((await askRest(context, `${cached}/tile/${level}/${row}/${column}`, { blankTile: false })).status);
  expect(data).toEqual(statuses.map((status) => (status === 200 ? 1 : 0)));
  expect(new Set(data)).toEqual(new Set([0, 1]));
  expect((await ask(`${cached}/tilemap/${level}/0/0/500/1`)).error.message).toBe(
    'width: expected a number from 1 to 128, found 500.',
  );
  expect((await ask(`${map}/tilemap/0/0/0/8/8`)).error.message).toContain('has no cache');
});

test('geometries are projected', async () => {
  const project = (geometryType: string, geometries: unknown, inSR: number, outSR: number) =>
    ask('services/Geometry/GeometryServer/project', { inSR, outSR, geometries: { geometryType, geometries } });
  const half = 20037508.342789244;
  const box = { xmin: -half, ymin: -half / 2, xmax: half, ymax: 0 };
  const extent = (await project('esriGeometryEnvelope', [box], 102100, 4326)).geometries[0];
  expect([extent.xmin, extent.xmax]).toEqual([expect.closeTo(-180, 9), expect.closeTo(180, 9)]);
  expect([extent.ymin, extent.ymax]).toEqual([expect.closeTo(-66.51326, 5), expect.closeTo(0, 9)]);
  const { geometryType, geometries } = await project(
    'esriGeometryPoint',
    [
      { x: 180, y: 0 },
      { x: 0, y: 0 },
    ],
    4326,
    3857,
  );
  expect(geometryType).toBe('esriGeometryPoint');
  expect(geometries).toEqual([
    { x: expect.closeTo(half, 6), y: expect.closeTo(0, 6) },
    { x: expect.closeTo(0, 6), y: expect.closeTo(0, 6) },
  ]);
  const rings = [
    [
      [0, 0],
      [0, 1],
      [1, 1],
      [0, 0],
    ],
  ];
  const shape = (await project('esriGeometryPolygon', [{ rings }], 4326, 4326)).geometries[0];
  expect(shape).toEqual({ rings });
  expect((await project('esriGeometryPolygon', [{ x: 1, y: 2 }], 4326, 3857)).error.message).toContain(
    'expected esriGeometryPolygon JSON, found esriGeometryPoint',
  );
  expect((await ask('services/Geometry/GeometryServer')).currentVersion).toBe(11.2);
});

test.each([
  [{ having: 'COUNT(*) > 1' }, 'having'],
  [{ returnCentroid: true, maxRecordCountFactor: 4 }, undefined],
  [{ sqlFormat: 'native' }, 'sqlFormat'],
  [{ lodType: 'geohash' }, 'lodType'],
  [{ multipatchOption: 'none', resultType: 'tile', sqlFormat: 'standard', returnZ: true, returnM: true }, undefined],
])('%o is answered or refused by its name', async (parameters, refused) => {
  const { error, features, hasZ } = await ask(`${map}/1/query`, { where: '1=1', ...parameters });
  if (refused) expect(error.message.split(':')[0]).toBe(refused);
  else expect([features.length, hasZ]).toEqual([4, false]);
});

/** Return a circle around 0, 0 with this many vertices. */
const circle = (vertices: number): number[] =>
  Array.from({ length: vertices }, (_, i) => {
    const turn = (-2 * Math.PI * (i % (vertices - 1))) / (vertices - 1);
    return [40 * Math.cos(turn), 40 * Math.sin(turn)];
  }).flat();

test('simplified and quantized shapes come from overviews', async () => {
  const context = await sampleContext();
  const { definition } = sampleService();
  const geometry = polygons([[circle(20_001)]]);
  const levels = [{ resolution: 0.5, geometry: polygons([[circle(101)]]) }];
  const fields = [field('CODE', 'gisFieldTypeSmallInteger', 'Code')];
  const written = writeTable({
    name: 'circles',
    fields,
    columns: [[1]],
    rowCount: 1,
    geometry,
    levels,
    spatialReference: wgs84,
  });
  const [, , , squares] = definition.maps[0]!.layers;
  const layers = [{ ...squares!, LayerID: 0, Name: 'Circles', table: 'circles', DisplayField: 'CODE' }];
  const maps = [{ ...definition.maps[0]!, layers }];
  const files = new Map(
    [...written.files].map(([name, bytes]) => [name, new Blob([bytes as Uint8Array<ArrayBuffer>])]),
  );
  await context.store.publish({ ...definition, name: 'Circles', maps, tables: { circles: written.manifest } }, files);
  const read: number[] = [];
  const store: typeof context.store = {
    ...context.store,
    async table(service, name) {
      const table = await context.store.table(service, name);
      const geometry: typeof table.geometry = (level, batch) => {
        read.push(level);
        return table.geometry(level, batch);
      };
      return { ...table, geometry };
    },
  };
  const rings = async (parameters: object): Promise<number[][]> => {
    read.length = 0;
    const path = 'services/Circles/MapServer/0/query';
    const { features } = await restJson({ ...context, store }, path, { where: '1=1', outSR: 4326, ...parameters });
    return features[0].geometry.rings[0];
  };
  expect(await rings({})).toHaveLength(20_001);
  expect(read).toEqual([0]);
  // Overviews of half a degree are fine enough for an offset of two degrees, but not for a tenth.
  const simplified = await rings({ maxAllowableOffset: 2 });
  expect(read).toEqual([1]);
  expect(simplified.length).toBeLessThan(101);
  for (const [x, y] of simplified) expect(Math.abs(Math.hypot(x!, y!) - 40)).toBeLessThan(2);
  await rings({ maxAllowableOffset: 0.1 });
  expect(read).toEqual([0]);
  const extent = { xmin: -180, ymin: -90, xmax: 180, ymax: 90 };
  const grid = { extent, tolerance: 2, originPosition: 'upperLeft', mode: 'view' };
  const quantized = await rings({ quantizationParameters: grid });
  expect(read).toEqual([1]);
  let [x, y] = [0, 0];
  for (const [dx, dy] of quantized) {
    [x, y] = [x + dx!, y + dy!];
    expect(Math.abs(Math.hypot(-180 + 2 * x, 90 - 2 * y) - 40)).toBeLessThan(2.5);
  }
  // Editing needs the published geometry.
  await rings({ quantizationParameters: { ...grid, mode: 'edit' } });
  expect(read).toEqual([0]);
});
