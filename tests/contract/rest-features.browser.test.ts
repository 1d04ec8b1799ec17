import parsePbf from 'arcgis-pbf-parser';
import { describe, expect, test } from 'vitest';
import { writeTable } from '../../sw/rows/write/write-table.ts';
import { askRest, type Json, restJson } from './rest/ask-rest.ts';
import { sampleContext } from './sample-context.ts';
import { field } from './sample-parts.ts';
import { sampleService } from './sample-service.ts';

const map = 'services/Sample/MapServer';
const towns = `${map}/1/query`;
const squares = `${map}/3/query`;
const all = { where: '1=1', outFields: '*' };

const json = async (path: string, parameters: object): Promise<Json> =>
  restJson(await sampleContext(), path, { ...all, ...parameters });
async function pbf(path: string, parameters: object = {}): Promise<Uint8Array> {
  const response = await askRest(await sampleContext(), path, { ...all, f: 'pbf', ...parameters });
  expect(response.headers.get('content-type')).toBe('application/x-protobuf');
  return new Uint8Array(await response.arrayBuffer());
}

/** Return all numbers of nested lists. */
const listNumbers = (nested: Json): number[] => (Array.isArray(nested) ? nested.flatMap(listNumbers) : [nested]);

/** Return the world coordinates of the paths of quantized JSON, by its transform. */
function decode({ transform, features }: Json): number[][][][] {
  const { scale, translate, originPosition } = transform;
  const down = originPosition === 'upperLeft' ? -1 : 1;
  return features.map(({ geometry }: Json) =>
    (geometry?.rings ?? geometry?.paths ?? []).map((path: number[][]) => {
      let [column, row] = [0, 0];
      return path.map(([x, y]) => {
        column += x!;
        row += y!;
        return [translate[0] + column * scale[0], translate[1] + down * row * scale[1]];
      });
    }),
  );
}

describe('pbf', () => {
  test.each([
    ['points with nulls and dates', towns, {}],
    ['polygons with holes and parts', squares, {}],
    ['in another reference', squares, { outSR: 102100 }],
    ['some of the fields', towns, { outFields: 'POP,NAME' }],
    ['no geometry', towns, { returnGeometry: false }],
  ])('%s: another reader finds what the GeoJSON says', async (_, path, parameters) => {
    const expected = await json(path, { ...parameters, f: 'geojson' });
    const { featureCollection, exceededTransferLimit } = parsePbf(await pbf(path, parameters));
    expect(exceededTransferLimit).toBe(false);
    expect(expected.features.length).toBeGreaterThan(2);
    expect(featureCollection.features.map(({ properties }) => properties)).toEqual(
      expected.features.map(({ properties }: Json) => properties),
    );
    for (const [i, { geometry }] of featureCollection.features.entries()) {
      const plain = expected.features[i].geometry;
      if (plain === null) {
        expect(geometry?.type).toBeUndefined();
        continue;
      }
      const actual = geometry as Json;
      // This reader treats every polygon with several rings as a multipolygon.
      const ringCounts = ({ type, coordinates }: Json): number[] =>
        (type.startsWith('Multi') ? coordinates : [coordinates]).map((part: Json) => part.length).sort();
      expect(actual.type.replace('Multi', '')).toBe(plain.type.replace('Multi', ''));
      expect(ringCounts(actual)).toEqual(ringCounts(plain));
      // Readers may start rings and parts at any vertex.
      const sortShape = (shape: Json) => listNumbers(shape.coordinates).sort((a, b) => a - b);
      const numbers = sortShape(actual);
      expect(numbers).toHaveLength(sortShape(plain).length);
      sortShape(plain).forEach((value, index) => {
        expect(Math.abs(numbers[index]! - value)).toBeLessThan(5.1e-5);
      });
    }
  });

  test('says that there are more rows', async () => {
    expect(parsePbf(await pbf(towns, { resultRecordCount: 2 }))).toMatchObject({
      exceededTransferLimit: true,
      featureCollection: { features: [{}, {}] },
    });
  });

  test.each([
    ['the number', { returnCountOnly: true }, [0x12, 4, 0x12, 2, 0x08, 4]],
    ['the ids', { returnIdsOnly: true }, [0x12, 18, 0x1a, 16, 0x0a, 8, ...ascii('OBJECTID'), 0x1a, 4, 1, 2, 3, 5]],
  ])('%s of rows that match', async (_, parameters, bytes) => {
    const actual = [...(await pbf(towns, parameters))];
    expect(actual).toEqual(bytes);
  });

  test('an error is JSON', async () => {
    const response = await askRest(await sampleContext(), towns, { f: 'pbf', where: 'NO = 1' });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({ error: { code: 400 } });
  });
});

function ascii(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

describe('outFields', () => {
  test.each([
    ['NAME', ['NAME']],
    ['POP,NAME', ['POP', 'NAME']],
    ['NAME,OBJECTID', ['NAME', 'OBJECTID']],
  ])('%s are the fields of JSON, GeoJSON and PBF, and no others', async (outFields, names) => {
    const { fields, features, objectIdFieldName } = await json(towns, { outFields });
    expect(fields.map(({ name }: Json) => name)).toEqual(names);
    expect(Object.keys(features[0].attributes)).toEqual(names);
    expect(objectIdFieldName).toBe('OBJECTID');
    const geoJson = await json(towns, { outFields, f: 'geojson' });
    expect(geoJson.features.map(({ id }: Json) => id)).toEqual([1, 2, 3, 5]);
    expect(Object.keys(geoJson.features[1].properties)).toEqual(names);
    const { featureCollection } = parsePbf(await pbf(towns, { outFields }));
    expect(Object.keys(featureCollection.features[0]!.properties!)).toEqual(names);
  });
});

describe('returnCentroid', () => {
  // Calculated by hand for the squares. The hole is in the middle of its square.
  const middles = [
    { x: -70, y: 30 },
    { x: 20, y: 0 },
    { x: 115, y: 50 },
  ];
  const grid = {
    extent: { xmin: -180, ymin: -90, xmax: 180, ymax: 90 },
    tolerance: 100,
    originPosition: 'upperLeft',
    mode: 'view',
  };

  test.each([
    ['beside the geometry', {}, middles, true],
    ['alone', { returnGeometry: false }, middles, false],
    [
      'in the reference of the answer',
      { outSR: 102100, geometryPrecision: 0 },
      // From PROJ 9.1: the centroid of the projected ring, not the projected centroid.
      [{ x: -7792364, y: expect.any(Number) }, expect.anything(), expect.anything()],
      true,
    ],
    // 110 / 100 = 1.1 and so on, from the upper left. Geometry that collapses on the grid keeps its centroid.
    [
      'on the grid',
      { quantizationParameters: grid },
      [
        { x: 1, y: 1 },
        { x: 2, y: 1 },
        { x: 3, y: 0 },
      ],
      false,
    ],
  ])('%s', async (_, parameters, expected, hasGeometry) => {
    const { features, geometryType } = await json(squares, { returnCentroid: true, ...parameters });
    expect(features.map(({ centroid }: Json) => centroid)).toEqual(expected);
    expect(features.every(({ geometry }: Json) => (geometry !== undefined) === hasGeometry)).toBe(true);
    expect(geometryType).toBe('esriGeometryPolygon');
  });

  test('is field 4 of a feature in PBF, on its grid', async () => {
    const bytes = await pbf(squares, { returnCentroid: true, returnGeometry: false, quantizationParameters: grid });
    // Each feature ends with the message Geometry: coords [1, 1], [2, 1], [3, 0] as sint64.
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    for (const coords of ['0202', '0402', '0600']) expect(hex).toContain(`22041a02${coords}`);
  });

  test.each([
    ['of points', towns, {}],
    ['in GeoJSON', squares, { f: 'geojson' }],
    ['of different values', squares, { outFields: 'KIND', returnDistinctValues: true }],
  ])('changes nothing %s', async (_, path, parameters) => {
    expect(await json(path, { ...parameters, returnCentroid: true })).toEqual(await json(path, parameters));
  });
});

describe('maxRecordCountFactor', () => {
  const whole = `${map}/2/query`;
  test.each([
    [{}, 4, true],
    [{ maxRecordCountFactor: 1 }, 4, true],
    [{ maxRecordCountFactor: 0.1 }, 4, true],
    [{ maxRecordCountFactor: 4 }, 5, false],
    [{ maxRecordCountFactor: 100, resultRecordCount: 4 }, 4, true],
    [{ maxRecordCountFactor: 4, resultOffset: 0, resultRecordCount: 1000 }, 5, false],
  ])('%o of five rows, four at a time', async (parameters, count, isExceeded) => {
    const { features, exceededTransferLimit = false } = await json(whole, parameters);
    expect([features.length, exceededTransferLimit]).toEqual([count, isExceeded]);
    const read = parsePbf(await pbf(whole, parameters));
    expect([read.featureCollection.features.length, read.exceededTransferLimit]).toEqual([count, isExceeded]);
  });

  test('counts to five', async () => {
    const context = await sampleContext();
    const { definition, files } = sampleService();
    const rows = { name: 'many', fields: [field('A', 'gisFieldTypeInteger', 'A')], rowCount: 30 };
    const written = writeTable({ ...rows, columns: [Array.from({ length: 30 }, (_, i) => i)] });
    const tables = { ...definition.tables, many: written.manifest };
    const standaloneTables = [
      { ID: 9, Name: 'Many', table: 'many', DisplayField: 'A', Description: '', DefinitionExpression: '' },
    ];
    const maps = [{ ...definition.maps[0]!, standaloneTables }];
    const added = [...written.files].map(
      ([name, bytes]) => [name, new Blob([bytes as Uint8Array<ArrayBuffer>])] as const,
    );
    await context.store.publish({ ...definition, name: 'Many', maps, tables }, new Map([...files, ...added]));
    const { features, exceededTransferLimit } = await json('services/Many/MapServer/9/query', {
      maxRecordCountFactor: 9,
    });
    expect([features.length, exceededTransferLimit]).toEqual([20, true]);
  });

  test('and centroids are announced', async () => {
    const { advancedQueryCapabilities } = await restJson(await sampleContext(), `${map}/3`);
    expect(advancedQueryCapabilities).toMatchObject({
      supportsMaxRecordCountFactor: true,
      supportsReturningGeometryCentroid: true,
    });
  });
});

describe('quantizationParameters', () => {
  const extent = { xmin: -180, ymin: -90, xmax: 180, ymax: 90, spatialReference: { wkid: 4326 } };

  test.each([
    ['upperLeft', [-180, 90]],
    ['lowerLeft', [-180, -90]],
  ])('coordinates lie within half a step of the plain ones, from %s', async (originPosition, translate) => {
    const tolerance = 0.7;
    const quantized = await json(squares, { quantizationParameters: { extent, tolerance, originPosition } });
    expect(quantized.transform).toEqual({ originPosition, scale: [tolerance, tolerance], translate });
    const plain = await json(squares, {});
    const shapes = decode(quantized);
    expect(shapes).toHaveLength(3);
    shapes.forEach((rings, i) => {
      const expected = listNumbers(plain.features[i].geometry.rings);
      const actual = listNumbers(rings);
      expect(actual).toHaveLength(expected.length);
      actual.forEach((value, index) => {
        expect(Math.abs(value - expected[index]!)).toBeLessThanOrEqual(tolerance / 2 + 1e-9);
      });
    });
  });

  test('what the grid eats has no geometry, but its attributes', async () => {
    const quantized = await json(squares, { quantizationParameters: { extent, tolerance: 100 } });
    expect(quantized.features.map(({ geometry }: Json) => geometry)).toEqual([undefined, undefined, undefined]);
    expect(quantized.features[0].attributes.KIND).toBe('alone');
    const { featureCollection } = parsePbf(await pbf(squares, { quantizationParameters: { extent, tolerance: 100 } }));
    expect(featureCollection.features).toHaveLength(3);
  });

  test.each([
    ['tolerance', { tolerance: 0 }, /quantizationParameters\.tolerance: expected a number > 0, found 0/],
    ['tolerance', { tolerance: 1e-300 }, /quantizationParameters\.tolerance: .*found 1e-300/],
    ['mode', { mode: 'draw' }, /quantizationParameters\.mode: expected edit or view, found "draw"/],
    ['extent', { extent: 5 }, /quantizationParameters\.extent: expected an object, found 5/],
    ['side', { extent: { xmin: 'x' } }, /quantizationParameters\.extent\.xmin: expected a number, found "x"/],
  ])('a wrong %s is an error', async (_, quantizationParameters, message) => {
    const { error } = await json(squares, { quantizationParameters });
    expect(error).toMatchObject({ code: 400, message: expect.stringMatching(message) });
  });
});

test('geometryPrecision rounds', async () => {
  const { features } = await json(towns, { outSR: 102100, geometryPrecision: 1 });
  for (const { geometry } of features)
    for (const value of [geometry.x, geometry.y]) expect(value).toBe(Math.round(value * 10) / 10);
});
