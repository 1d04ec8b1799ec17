import parsePbf from 'arcgis-pbf-parser';
import { describe, expect, test } from 'vitest';
import { askRest, type Json, restJson } from './rest/ask-rest.ts';
import { sampleContext } from './sample-context.ts';

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

/** All numbers of a list of lists. */
const numbersOf = (nested: Json): number[] => (Array.isArray(nested) ? nested.flatMap(numbersOf) : [nested]);

/** World coordinates of the paths of quantized JSON, as its transform says. */
function decoded({ transform, features }: Json): number[][][][] {
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
      const found = geometry as Json;
      // This reader calls every polygon of several rings one of several parts.
      const ringCounts = ({ type, coordinates }: Json): number[] =>
        (type.startsWith('Multi') ? coordinates : [coordinates]).map((part: Json) => part.length).sort();
      expect(found.type.replace('Multi', '')).toBe(plain.type.replace('Multi', ''));
      expect(ringCounts(found)).toEqual(ringCounts(plain));
      // Readers begin rings and parts where they like.
      const sorted = (shape: Json) => numbersOf(shape.coordinates).sort((a, b) => a - b);
      const numbers = sorted(found);
      expect(numbers).toHaveLength(sorted(plain).length);
      sorted(plain).forEach((value, at) => {
        expect(Math.abs(numbers[at]! - value)).toBeLessThan(5.1e-5);
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
    const found = [...(await pbf(towns, parameters))];
    expect(found).toEqual(bytes);
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
    const shapes = decoded(quantized);
    expect(shapes).toHaveLength(3);
    shapes.forEach((rings, i) => {
      const expected = numbersOf(plain.features[i].geometry.rings);
      const found = numbersOf(rings);
      expect(found).toHaveLength(expected.length);
      found.forEach((value, at) => {
        expect(Math.abs(value - expected[at]!)).toBeLessThanOrEqual(tolerance / 2 + 1e-9);
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
    ['tolerance', { tolerance: 0 }, /quantizationParameters\.tolerance: a number above 0 expected, 0 found/],
    ['tolerance', { tolerance: 1e-300 }, /quantizationParameters\.tolerance: .*1e-300 found/],
    ['mode', { mode: 'draw' }, /quantizationParameters\.mode: edit or view expected, "draw" found/],
    ['extent', { extent: 5 }, /quantizationParameters\.extent: an object expected, 5 found/],
    ['side', { extent: { xmin: 'x' } }, /quantizationParameters\.extent\.xmin: a number expected, "x" found/],
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
