import { describe, expect, it } from 'vitest';
import { readJson } from '../../../sw/formats/geojson/geojson.ts';
import { collectFeatures } from '../../../sw/formats/reading/collect-features.ts';
import { diagnostic, diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import type { Progress, SourceFile, SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { createSeededNumbers } from '../rows/made-table.ts';

const file = (value: unknown, name = 'data.geojson') => ({
  name,
  bytes: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
});
const readGeoJson = async (input: SourceFile, onProgress?: Progress, signal?: AbortSignal) =>
  (await readJson(input, onProgress, signal)).tables;
const feature = (properties: unknown, geometry: unknown = null) => ({ type: 'Feature', properties, geometry });
const collection = (features: unknown[], more: object = {}) => ({ type: 'FeatureCollection', ...more, features });
const makePoint = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });

describe('GeoJSON', () => {
  it('types the fields and keeps nulls, dates, unicode and awkward names', async () => {
    const text = `{"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"n":1,"big":3000000000,"d":"2024-02-29","t":"2024-01-01T12:00:00+02:00","b":true,"o":{"k":[1]},"s":"ä]}\\"","mixed":1,"__proto__":"p","constructor":"c","2nd":1,"a b":1,"A_b":2,"Shape":"x"},"geometry":{"type":"Point","coordinates":[1,2]}},
      {"type":"Feature","properties":{"n":null,"d":null,"s":"😀","mixed":"x"},"geometry":null}]}`;
    const [table] = await readGeoJson(file(text));
    expect(table!.columns.map(({ name, alias, type, values }) => [name, alias, type, values])).toEqual([
      ['n', 'n', 'Integer', [1, null]],
      ['big', 'big', 'Double', [3e9, null]],
      ['d', 'd', 'Date', [Date.UTC(2024, 1, 29), null]],
      ['t', 't', 'Date', [Date.UTC(2024, 0, 1, 10), null]],
      ['b', 'b', 'SmallInteger', [1, null]],
      ['o', 'o', 'String', ['{"k":[1]}', null]],
      ['s', 's', 'String', ['ä]}"', '😀']],
      ['mixed', 'mixed', 'String', ['1', 'x']],
      ['proto', '__proto__', 'String', ['p', null]],
      ['constructor_1', 'constructor', 'String', ['c', null]],
      ['F_2nd', '2nd', 'Integer', [1, null]],
      ['a_b', 'a b', 'Integer', [1, null]],
      ['A_b_1', 'A_b', 'Integer', [2, null]],
      ['Shape_1', 'Shape', 'String', ['x', null]],
    ]);
    expect([...table!.geometry!.featureOffsets]).toEqual([0, 1, 1]);
    expect(table!.spatialReference).toMatchObject({ WKID: 4326 });
    expect(table!.notes.map((note) => diagnosticText(note))).toEqual(['1 feature has no geometry.']);
  });

  it('splits mixed geometry into points, lines and polygons with turned and closed rings', async () => {
    const tables = await readGeoJson(
      file(
        collection([
          feature(
            { id: 1 },
            {
              type: 'Polygon',
              coordinates: [
                [
                  [0, 0],
                  [4, 0],
                  [4, 4],
                  [0, 4],
                ],
                [
                  [1, 1],
                  [1, 2],
                  [2, 2],
                  [1, 1],
                ],
              ],
            },
          ),
          feature(
            { id: 2 },
            {
              type: 'MultiLineString',
              coordinates: [
                [
                  [0, 0],
                  [1, 1],
                ],
                [
                  [2, 2],
                  [3, 3],
                ],
              ],
            },
          ),
          feature(
            { id: 3 },
            {
              type: 'GeometryCollection',
              geometries: [
                {
                  type: 'MultiPoint',
                  coordinates: [
                    [5, 5, 9],
                    [6, 6],
                  ],
                },
                {
                  type: 'LineString',
                  coordinates: [
                    [7, 7],
                    [8, 8],
                  ],
                },
              ],
            },
          ),
        ]),
      ),
    );
    expect(tables.map(({ part, geometry, columns }) => [part, geometry!.kind, columns[0]!.values])).toEqual([
      ['points', 'multipoint', [3]],
      ['lines', 'polyline', [2, 3]],
      ['polygons', 'polygon', [1]],
    ]);
    // Exterior clockwise, hole counter-clockwise.
    expect([...tables[2]!.geometry!.xy]).toEqual([0, 0, 0, 4, 4, 4, 4, 0, 0, 0, 1, 1, 2, 2, 1, 2, 1, 1]);
    expect([...tables[1]!.geometry!.featureOffsets]).toEqual([0, 2, 3]);
    expect(tables[0]!.notes.map((note) => diagnosticText(note))).toContain('Heights were left out: layers are flat.');
  });

  it('reads the crs member, and asks when the coordinates are no degrees', async () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::25832' } };
    const [message] = await readGeoJson(file(collection([feature({}, makePoint(5e5, 5e6))], { crs })));
    expect(message!.spatialReference).toMatchObject({ type: 'ProjectedCoordinateSystem', WKID: 25832 });
    const [open] = await readGeoJson(file(collection([feature({}, makePoint(5e5, 5e6))])));
    expect(open!.spatialReference).toBeUndefined();
  });

  it('reads one feature a line, a bare geometry, and a collection whose type comes last', async () => {
    const lines = await readGeoJson(
      file(
        `${JSON.stringify(feature({ a: 1 }, makePoint(1, 2)))}\n${JSON.stringify(feature({ a: 2 }, makePoint(3, 4)))}\n`,
      ),
    );
    expect([...lines[0]!.geometry!.xy]).toEqual([1, 2, 3, 4]);
    // A byte order mark, the separators of text sequences, blank lines and Windows line ends
    const sequence = [1, 2].map((a) => `\u001e${JSON.stringify(feature({ a }, makePoint(a, a)))}\r\n\r\n`).join('');
    const [records] = await readGeoJson(file(`\uFEFF${sequence}`, 'data.geojsons'));
    expect(records).toMatchObject({ rowCount: 2, columns: [{ name: 'a', values: [1, 2] }] });
    const bare = await readGeoJson(file(makePoint(1, 2)));
    expect([...bare[0]!.geometry!.xy]).toEqual([1, 2]);
    const last = await readGeoJson(
      file({ features: [feature({}, makePoint(9, 9))], name: 'features', type: 'FeatureCollection' }),
    );
    expect(last[0]!.rowCount).toBe(1);
  });

  it('gives the same over the border of two pieces of the file', async () => {
    const long = 'x"]}\\ä'.repeat(900_000);
    const [table] = await readGeoJson(
      file(collection([feature({ s: long }, makePoint(1, 2)), feature({ s: 'y' }, makePoint(3, 4))])),
    );
    expect(table!.columns[0]!.values).toEqual([long, 'y']);
  });

  it.each([
    ['an empty file', '', 'data.geojson: expected GeoJSON, found an empty file.'],
    ['other text', 'hello', 'data.geojson, line 1: expected JSON, found other text.'],
    [
      'a syntax error',
      '{"type":"FeatureCollection","features":[\n{"type":"Feature"},\n{"type":"Feature",,}]}',
      /^data\.geojson, line 3, column 19 \(feature 2\)|^data\.geojson, line 2.*type "Feature"/,
    ],
    [
      'a cut file',
      '{"type":"FeatureCollection","features":[\n{"type":"Feature","properties":{}',
      'the file ends in the middle of feature 1, which begins at line 2.',
    ],
    [
      'a missing comma',
      '{"type":"FeatureCollection","features":[{"type":"Feature"}\n{"type":"Feature"}]}',
      'line 2: expected a comma before feature 2.',
    ],
    ['no features', collection([]), 'data.geojson has no features.'],
    ['other JSON', { a: 1 }, 'found type nothing'],
  ])('refuses %s', async (_, value, message) => {
    await expect(readGeoJson(file(value))).rejects.toThrow(message);
  });
});

describe('coordinates that are read from the bytes', () => {
  /** Read a collection with JSON.parse instead of our own reader. */
  function parseWhole(text: string): unknown[] {
    const collector = collectFeatures();
    for (const entry of JSON.parse(text).features)
      collector.add(Object.entries(entry.properties ?? {}), entry.geometry ?? null, diagnostic('feature', 1, 1));
    return collector.finish('data').map(comparable);
  }
  const comparable = ({ part, notes, columns, geometry }: Omit<SourceTable, 'spatialReference'>) => {
    const { kind, xy, partOffsets, featureOffsets } = geometry ?? {};
    return {
      part,
      notes,
      columns,
      kind,
      parts: [...(partOffsets ?? [])],
      features: [...(featureOffsets ?? [])],
      bits: toBits(xy),
    };
  };
  const toBits = (xy: Float64Array = new Float64Array()) => [...new BigUint64Array(Float64Array.from(xy).buffer)];

  function randomText(seed: number): string {
    const random = createSeededNumbers(seed);
    const pickRandom = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    const number = (): string =>
      pickRandom([
        () => String(random() * 360 - 180),
        () => (random() * 180).toFixed(Math.floor(random() * 20)),
        () => String(Math.floor(random() * 10 ** Math.floor(random() * 22))),
        () => (random() - 0.5).toExponential(Math.floor(random() * 18)).replace('e', pickRandom(['e', 'E'])),
        () =>
          `${Math.floor(random() * 100)}.${Math.floor(random() * 1e9)}e${pickRandom(['', '+', '-'])}${Math.floor(random() * 300)}`,
        () => pickRandom(['0', '-0', '-0.0', '0e9', '1E2', '5e-324', '9007199254740993', '0.30000000000000004']),
      ])();
    const space = (): string => pickRandom(['', '', '', ' ', '\n', '\r\n\t']);
    const list = (members: readonly string[]): string =>
      `[${space()}${members.join(`${space()},${space()}`)}${space()}]`;
    const many = (minimum: number, make: () => string): string =>
      list(Array.from({ length: minimum + Math.floor(random() * 4) }, make));
    const position = (): string =>
      list([number(), number(), ...pickRandom([[], [], [], [number()], ['null'], ['1', '2']])]);
    const path = (): string => many(random() < 0.05 ? 0 : 4, position);
    const paths = (): string => many(random() < 0.05 ? 0 : 1, path);
    const coordinates: Record<string, () => string> = {
      Point: () => (random() < 0.1 ? '[]' : position()),
      MultiPoint: path,
      LineString: path,
      MultiLineString: paths,
      Polygon: paths,
      MultiPolygon: () => many(0, paths),
    };
    const geometry = (depth: number): string => {
      const type = pickRandom(Object.keys(coordinates));
      if (depth < 2 && random() < 0.1)
        return `{"type":"GeometryCollection","coordinates":[1,2],"geometries":${many(0, () => geometry(depth + 1))}}`;
      const key = pickRandom(['"coordinates"', '"coordinates"', '"coordinates"', '"coord\\u0069nates"']);
      const members = [`"type":${space()}"${type}"`, `${key}${space()}:${space()}${coordinates[type]!()}`];
      if (random() < 0.1) members.unshift('"coordinates":"earlier"');
      if (random() < 0.1) members.push('"bbox":[1,2,{"coordinates":[3]}]');
      return `{${(random() < 0.3 ? members.reverse() : members).join(`${space()},`)}}`.replace(
        /"coordinates":"earlier"}$/,
        '"x":1}',
      );
    };
    const feature = (): string => {
      const properties = pickRandom([
        'null',
        '{"a":1,"s":"ä\\"}]{\\u0041","coordinates":[[1,2]]}',
        '{"geometry":{"coordinates":[5,6]},"d":1e2}',
      ]);
      const shape = random() < 0.1 ? 'null' : geometry(0);
      const members = ['"type":"Feature"', `"properties":${properties}`, `"geometry"${space()}:${space()}${shape}`];
      if (random() < 0.1) members.splice(1, 0, '"geometry":{"type":"Point","coordinates":[7,8]}');
      if (random() < 0.1) members.push('"geom\\u0065try":{"type":"Point","coordinates":[9,9]}');
      if (random() < 0.3) members.push('"x":{"geometry":{"coordinates":[[]]}}');
      return `{${space()}${(random() < 0.2 ? members.reverse() : members).join(`,${space()}`)}${space()}}`;
    };
    return `{"type":"FeatureCollection","features":${many(1, feature)}}`;
  }

  it('are those of JSON.parse, bit by bit, however the file is written', async () => {
    for (let seed = 1; seed <= 1500; seed++) {
      const text = randomText(seed);
      let whole: unknown;
      try {
        whole = parseWhole(text);
      } catch (error) {
        await expect(readGeoJson(file(text)), text).rejects.toMatchObject({ code: (error as { code: unknown }).code });
        continue;
      }
      expect((await readGeoJson(file(text))).map(comparable), text).toEqual(whole);
    }
  });

  it.each(['01', '1.', '.5', '+1', '1e', '0x1', 'NaN', '1 2', '1,', '', '1}'])(
    'are refused as JSON.parse refuses them: %s',
    async (number) => {
      const text = JSON.stringify(collection([feature({}, makePoint(1, 2)), feature({}, makePoint(3, 4))])).replace(
        '[3,4]',
        `[3,${number}]`,
      );
      await expect(readGeoJson(file(text))).rejects.toMatchObject({ name: 'Fault' });
    },
  );
});
