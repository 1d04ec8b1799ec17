import { describe, expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import type { Value } from '../../../sw/contract/index.ts';
import { referenceFromWkid } from '../../../sw/geometry/spatial-reference.ts';
import { createCall } from '../../../sw/handlers/call.ts';
import { handlers } from '../../../sw/handlers/index.ts';
import { writeTable } from '../../../sw/rows/write/write-table.ts';
import { sampleContext } from '../sample-context.ts';
import { field, layer, points, polygons, wgs84 } from '../sample-parts.ts';
import { sampleService } from '../sample-service.ts';
import { askRest, type Json, restJson } from './ask-rest.ts';

const names = ['Suva', 'Apia', 'Taveuni', 'Wallis', 'Bern', 'Null Island'];
const fields = [field('NAME', 'gisFieldTypeString', 'Name')];
const inDegrees = [
  [178.44, -18.14],
  [-171.77, -13.83],
  [180, -16.8],
  [-176.2, -13.3],
  [7.45, 46.95],
  [0, 0],
] as const;
// Expected values by PROJ 9.1.
const inMercator = [
  [19863849.9371517, -2053941.82298878],
  [-19121348.9335606, -1554720.0747834],
  [20037508.3427892, -1897556.23240934],
  [-19614494.2777748, -1494027.4564185],
  [829330.206409888, 5933916.61513428],
  [0, 0],
] as const;
const inUtm60South = [
  [652334.442321649, 7993729.20505762],
  [1720604.80058595, 8442209.1906729],
  [819789.017461159, 8140148.36581862],
  [1238066.39766014, 8519577.47041925],
] as const;
const box = (west: number, south: number, east: number, north: number) => [
  ...[west, south, west, north, east, north, east, south, west, south],
];
const areas = [[box(170, -20, 190, -10)], [box(170, 10, 180, 20), box(-180, 10, -170, 20)], [box(-20, -20, 20, 20)]];
const areaNames = ['over 180', 'split', 'Africa'];

const tables = [
  { name: 'degrees', at: inDegrees, reference: wgs84 },
  { name: 'mercator', at: inMercator, reference: referenceFromWkid(102100) },
  { name: 'utm', at: inUtm60South, reference: referenceFromWkid(32760) },
].map(({ name, at, reference }) => {
  const rowCount = at.length;
  const columns = [names.slice(0, rowCount)];
  return { name, fields, columns, rowCount, geometry: points(at), spatialReference: reference };
});
const areaTable = {
  ...{ name: 'areas', fields, columns: [areaNames], rowCount: 3 },
  ...{ geometry: polygons(areas), spatialReference: wgs84 },
};

let published: Promise<Context> | undefined;
async function pacific(): Promise<Context> {
  published ??= publish();
  return published;
}
async function publish(): Promise<Context> {
  const context = await sampleContext();
  const { definition } = sampleService();
  const written = [...tables, areaTable].map(writeTable);
  const [, towns, , squares] = definition.maps[0]!.layers;
  const common = { DisplayField: 'NAME' };
  const layers = [...tables, areaTable].map(({ name }, id) =>
    layer(id, name, { ...common, table: name, drawing: (name === 'areas' ? squares! : towns!).drawing! }),
  );
  const files = written.flatMap((entry) =>
    [...entry.files].map(([name, bytes]) => [name, new Blob([bytes as Uint8Array<ArrayBuffer>])] as const),
  );
  const maps = [{ ...definition.maps[0]!, layers, bookmarks: [] }];
  const manifests = Object.fromEntries(written.map(({ manifest }, i) => [layers[i]!.table!, manifest]));
  const limits = { ...definition.limits, MaximumRecordCount: 100 };
  await context.store.publish({ ...definition, name: 'Pacific', limits, maps, tables: manifests }, new Map(files));
  return context;
}

const map = 'services/Pacific/MapServer';
const rest = async (path: string, parameters: object): Promise<Json> =>
  restJson(await pacific(), `${map}/${path}`, parameters as never);
const listNames = (features: Json[]): string[] =>
  features.map(({ attributes, properties }) => (attributes ?? properties).NAME).sort();

const geographic =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
/** Return the WKT that @arcgis/core writes for a view in degrees around a meridian, character by character. */
const around = (meridian: number) => ({
  wkt: `PROJCS["WGS_1984_Plate_Carree",${geographic},PROJECTION["Plate_Carree"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",${meridian}],UNIT["Degrees",111319.491]]`,
});
const mercatorAround = (meridian: number) => ({
  wkt: `PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",${geographic},PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",${meridian}],PARAMETER["Standard_Parallel_1",0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]`,
});

const four = ['Apia', 'Suva', 'Taveuni', 'Wallis'];
const two = ['Suva', 'Taveuni'];
const turn = 360 * 111319.49079327358;
const metres = (degrees: number) => degrees * 111319.49079327358;

/** Boxes that cross the date line, with the places in them. */
const boxes: readonly (readonly [string, object, readonly string[]])[] = [
  ['west > east', { geometry: '170,-20,-170,-10', inSR: 4326 }, four],
  ['narrow, west > east', { geometry: '177,-30,-177,30', inSR: 4326 }, ['Suva', 'Taveuni']],
  ['beyond 180', { geometry: '170,-20,190,-10', inSR: 4326 }, four],
  ['beyond -180', { geometry: '-190,-20,-170,-10', inSR: 4326 }, four],
  ['a turn farther', { geometry: '530,-20,550,-10', inSR: 4326 }, four],
  ['all beyond', { geometry: '182,-20,190,-10', inSR: 4326 }, ['Apia', 'Wallis']],
  ['as JSON', { geometry: { xmin: 170, ymin: -20, xmax: 190, ymax: -10, spatialReference: { wkid: 4326 } } }, four],
  ['Web Mercator', { geometry: `${metres(170)},-2300000,${metres(190)},-1200000`, inSR: 102100 }, four],
  ['Web Mercator, west > east', { geometry: `${metres(170)},-2300000,${metres(-170)},-1200000`, inSR: 3857 }, four],
  ['around 180', { geometry: '-10,-20,10,-10', inSR: around(180) }, four],
  ['around -160', { geometry: '-23,-20,-15,-10', inSR: around(-160) }, ['Suva', 'Taveuni', 'Wallis'].slice(0, 3)],
  [
    'Web Mercator around 180',
    { geometry: `${metres(-10)},-2300000,${metres(10)},-1200000`, inSR: mercatorAround(180) },
    four,
  ],
  ['the world', { geometry: '-180,-90,180,90', inSR: 4326 }, [...names].sort()],
  ['the world from 0', { geometry: '0,-90,360,90', inSR: 4326 }, [...names].sort()],
  ['three worlds', { geometry: '-540,-90,540,90', inSR: 4326 }, [...names].sort()],
  ['elsewhere', { geometry: '-10,-10,10,50', inSR: 4326 }, ['Bern', 'Null Island']],
];

describe.each([
  ['degrees', 0],
  ['Web Mercator', 1],
  ['UTM', 2],
])('a REST query of rows in %s', (stored, id) => {
  // UTM can't represent the other side of the earth.
  const usable = boxes.filter(([name]) => id !== 2 || !/world|elsewhere/.test(name));
  test.each(usable)('%s', async (_, parameters, expected) => {
    const { features } = await rest(`${id}/query`, { ...parameters, outFields: 'NAME', returnGeometry: false });
    expect(listNames(features)).toEqual(stored === 'UTM' ? expected.filter((name) => four.includes(name)) : expected);
  });
});

test.each([
  ['170,-20,-170,-10', {}, four],
  ['177,-30,-177,30', {}, two],
  ['-180,-90,180,90', {}, [...names].sort()],
  ['170,-20,0,-170,-10,0', {}, four],
  ['-20,170,-10,-170', { 'bbox-crs': 'http://www.opengis.net/def/crs/EPSG/0/4326' }, four],
  [
    `${metres(170)},-2300000,${metres(-170)},-1200000`,
    { 'bbox-crs': 'http://www.opengis.net/def/crs/EPSG/0/3857' },
    four,
  ],
])('OGC API Features bbox=%s', async (bbox, more, expected) => {
  const context = await pacific();
  for (const id of [0, 1, 2]) {
    const query = new URLSearchParams({ bbox, limit: '100', ...more });
    const url = `http://soapstone.test/rest/services/Pacific/OGCFeatureServer/collections/${id}/items?${query}`;
    const { features } = await (await answer(context, new Request(url)))!.json();
    if (id !== 2 || expected.length < 6) expect(listNames(features)).toEqual(expected);
  }
});

test('a box whose south is above its north stays an error', async () => {
  const url = 'http://soapstone.test/rest/services/Pacific/OGCFeatureServer/collections/0/items?bbox=170,10,-170,-10';
  expect((await answer(await pacific(), new Request(url)))!.status).toBe(400);
});

test('SOAP finds the same', async () => {
  const context = await pacific();
  const call = createCall(context, (await context.store.service('Pacific'))!, new AbortController().signal);
  const FilterGeometry: Value<'Envelope'> = { type: 'EnvelopeN', XMin: 170, YMin: -20, XMax: 190, YMax: -10 };
  for (const shape of [FilterGeometry, { ...FilterGeometry, XMax: -170 }]) {
    const QueryFilter: Value<'QueryFilter'> = {
      ...{
        type: 'SpatialFilter',
        WhereClause: '',
        SubFields: '*',
        Resolution: 0,
        SearchOrder: 'gisSearchOrderSpatial',
      },
      ...{ SpatialRel: 'gisSpatialRelIntersects', SpatialRelDescription: '', GeometryFieldName: '' },
      ...{ FilterOwnsGeometry: true, FilterGeometry: shape },
    };
    const { Result } = await handlers.QueryFeatureIDs(call, { MapName: 'Layers', LayerID: 0, QueryFilter });
    expect(Result.FIDArray).toEqual([1, 2, 3, 4]);
  }
});

describe('identify', () => {
  const findIds = async (geometry: string, more: object = {}) => {
    const shown = { mapExtent: '160,-40,200,0', imageDisplay: '400,400,96', tolerance: 5, layers: 'all', sr: 4326 };
    const { results } = await rest('identify', { geometry, ...shown, ...more });
    return [...new Set(results.map(({ value }: Json) => value))].sort();
  };
  test.each([
    ['175,-15', {}, ['over 180']],
    ['-175,-15', {}, ['over 180']],
    ['185,-15', {}, ['over 180']],
    ['-188.23,-13.83', { layers: 'all:0,1,2' }, []],
    ['188.23,-13.83', { layers: 'all:0,1,2' }, ['Apia']],
    ['-181.56,-18.14', { layers: 'all:0,1,2' }, ['Suva']],
    // A pixel is a tenth of a degree. Taveuni is at 180.
    ['-179.9,-16.8', { layers: 'all:0' }, ['Taveuni']],
    ['8.23,-13.83', { layers: 'all:0,1', sr: JSON.stringify(around(180)), mapExtent: '-20,-40,20,0' }, ['Apia']],
    [
      `${metres(188.23)},-1554505`,
      { layers: 'all:0,1', sr: 3857, mapExtent: `${metres(160)},-5000000,${metres(200)},0` },
      ['Apia'],
    ],
  ])('at %s', async (geometry, more, expected) => {
    expect(await findIds(geometry, more)).toEqual(expected);
  });
});

/** Read the pixels of an image, and the fractions of its left and right halves that aren't white. */
async function image(response: Response) {
  expect(response.headers.get('content-type')).toBe('image/png');
  const bitmap = await createImageBitmap(await response.blob());
  const surface = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  surface.drawImage(bitmap, 0, 0);
  const { data } = surface.getImageData(0, 0, bitmap.width, bitmap.height);
  const paint = (from: number, to: number): number => {
    let count = 0;
    for (let offset = 0; offset < data.length; offset += 4) {
      const x = (offset / 4) % bitmap.width;
      const isPainted = data[offset + 3]! > 0 && data[offset]! + data[offset + 1]! + data[offset + 2]! < 750;
      if (x >= from && x < to && isPainted) count++;
    }
    return count / ((to - from) * bitmap.height);
  };
  const half = bitmap.width / 2;
  return { data, left: paint(0, half), right: paint(half, bitmap.width) };
}

describe('export', () => {
  const draw = async (parameters: object) =>
    image(
      await askRest(await pacific(), `${map}/export`, { size: '200,100', format: 'png32', f: 'image', ...parameters }),
    );
  // The split area is 20 degrees wide around the date line, in a view of 40: half of each half.
  const views = [
    ['beyond 180', { bbox: '160,5,200,25', bboxSR: 4326, imageSR: 4326 }],
    ['west > east', { bbox: '160,5,-160,25', bboxSR: 4326, imageSR: 4326 }],
    ['beyond -180', { bbox: '-200,5,-160,25', bboxSR: 4326, imageSR: 4326 }],
    ['around 180', { bbox: '-20,5,20,25', bboxSR: around(180), imageSR: around(180) }],
    ['in degrees around 180', { bbox: '160,5,200,25', bboxSR: 4326, imageSR: around(180) }],
  ] as const;
  test.each(views)('%s draws both sides of the date line', async (_, view) => {
    const { left, right } = await draw({ ...view, layers: 'show:3' });
    expect(left).toBeGreaterThan(0.22);
    expect(right).toBeGreaterThan(0.22);
    expect(Math.abs(left - right)).toBeLessThan(0.01);
  });

  test.each([102100, mercatorAround(180)])('in Web Mercator %#', async (sr) => {
    const middle = sr === 102100 ? turn / 2 : 0;
    const bbox = `${middle - metres(20)},600000,${middle + metres(20)},2800000`;
    const { left, right } = await draw({ bbox, bboxSR: sr, imageSR: sr, layers: 'show:3' });
    expect(left).toBeGreaterThan(0.1);
    expect(Math.abs(left - right)).toBeLessThan(0.01);
  });

  test('the whole world around 180 has Africa at both ends', async () => {
    const world = { bboxSR: around(180), imageSR: around(180), layers: 'show:3' };
    const { left, right, data } = await draw({ ...world, bbox: '-180,-90,180,90', size: '360,180' });
    expect(Math.abs(left - right)).toBeLessThan(0.01);
    // The row at 0 degrees: 10 degrees east of Greenwich, then 10 west, and nothing between them at 90.
    const alphaAt = (x: number) => data.slice(4 * (90 * 360 + x), 4 * (90 * 360 + x) + 3).join();
    const white = '255,255,255';
    expect([alphaAt(10), alphaAt(350)].every((color) => color !== white)).toBe(true);
    expect([alphaAt(90), alphaAt(270)]).toEqual([white, white]);
  });

  test('of rows that are stored beyond 180 no band runs from edge to edge', async () => {
    for (const imageSR of [4326, 102100, 54030, 54009]) {
      const rows = imageSR === 102100 ? 360 : 180;
      const view = { bbox: '-180,-85,180,85', bboxSR: 4326, imageSR, size: `360,${rows}` };
      const { data } = await draw({ ...view, layers: 'show:3' });
      // Nothing is drawn between Africa and the area at 170: columns from 60 to 120 degrees.
      for (let y = 0; y < rows; y++)
        for (const x of [240, 265, 290]) {
          const offset = 4 * (y * 360 + x);
          expect(data.slice(offset, offset + 3).join(), `${imageSR} ${x} ${y}`).toBe('255,255,255');
        }
    }
  });

  test('says the extent that it was asked for', async () => {
    const { extent } = await rest('export', { bbox: '160,5,-160,25', size: '200,100', imageSR: 4326 });
    expect(extent).toMatchObject({ xmin: 160, xmax: 200, spatialReference: { wkid: 4326 } });
  });

  test.each([
    [{ version: '1.3.0', crs: 'CRS:84', bbox: '160,5,200,25' }],
    [{ version: '1.3.0', crs: 'EPSG:4326', bbox: '5,160,25,200' }],
    [{ version: '1.1.1', srs: 'EPSG:4326', bbox: '-200,5,-160,25' }],
    // The aspect ratio of the image differs from the box.
    [{ version: '1.1.1', srs: 'EPSG:4326', bbox: '160,0,200,30' }],
  ])('WMS GetMap beyond 180: %o', async (view) => {
    const query = new URLSearchParams({
      ...{
        service: 'WMS',
        request: 'GetMap',
        layers: 'areas',
        styles: '',
        format: 'image/png',
        width: '200',
        height: '100',
      },
      ...view,
    } as unknown as Record<string, string>);
    const response = (await answer(await pacific(), new Request(`http://soapstone.test/${map}/WMSServer?${query}`)))!;
    const { left, right } = await image(response);
    expect(left).toBeGreaterThan(0.14);
    expect(Math.abs(left - right)).toBeLessThan(0.01);
  });
});
