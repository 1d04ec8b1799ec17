import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { expect, test } from 'vitest';
import { readPmtiles } from '../../../sw/formats/tiles/pmtiles-reader.ts';
import { readVectorTile, tileRows } from '../../../sw/formats/tiles/read-vector-tile.ts';
import type { GeometryKind } from '../../../sw/rows/manifest.ts';
import { makeFilledTile } from './filled-tile.ts';

/** Make features with each encoding of values, and geometries that turn back, touch and repeat. */
function madeTile(): Uint8Array {
  const writer = new PbfWriter();
  const values: ((value: PbfWriter) => void)[] = [
    (value) => value.writeStringField(1, 'Straße 🚲'),
    (value) => value.writeFloatField(2, 0.1),
    (value) => value.writeDoubleField(3, -1e300),
    (value) => value.writeVarintField(4, -5),
    (value) => value.writeVarintField(5, 2 ** 40),
    (value) => value.writeSVarintField(6, -(2 ** 35)),
    (value) => value.writeBooleanField(7, true),
    (value) => value.writeBooleanField(7, false),
  ];
  const zigzag = (value: number) => (value << 1) ^ (value >> 31);
  const shapes = [
    [1, [(3 << 3) | 1, ...[10, -20, -300, 40, 5000, 5000].map(zigzag)]],
    [2, [9, ...[0, 0].map(zigzag), (2 << 3) | 2, ...[4096, 0, -8000, 77].map(zigzag), 9, 2, 2, 10, 4, 4]],
    [3, [9, 0, 0, (3 << 3) | 2, ...[100, 0, 0, 100, -100, 0].map(zigzag), 15]],
  ] as const;
  writer.writeMessage(
    3,
    (_, layer) => {
      layer.writeVarintField(15, 2);
      layer.writeStringField(1, 'Übung');
      layer.writeVarintField(5, 512);
      for (const [id, [type, geometry]] of shapes.entries())
        layer.writeMessage(
          2,
          (__, feature) => {
            if (id > 0) feature.writeVarintField(1, id * 2 ** 33);
            feature.writePackedVarint(
              2,
              values.flatMap((___, i) => [i, (i + id) % values.length]),
            );
            feature.writeVarintField(3, type);
            feature.writePackedVarint(4, [...geometry]);
          },
          undefined,
        );
      for (const i of values.keys()) layer.writeStringField(3, `k${i}`);
      for (const value of values) layer.writeMessage(4, (__, message) => value(message), undefined);
    },
    undefined,
  );
  return writer.finish();
}

const world = [0, -512, 512, 0] as const;
/** List the features of a geometry kind with their parts, in tile units, y downwards. */
const readRows = (bytes: Uint8Array, kind: GeometryKind) =>
  readVectorTile(bytes).flatMap((layer) => {
    const { features, geometry } = tileRows(layer, kind, world);
    const { xy, partOffsets, featureOffsets } = geometry;
    return features.map(({ id, properties }, row) => {
      const parts = Array.from({ length: featureOffsets[row + 1]! - featureOffsets[row]! }, (_, i) => {
        const part = featureOffsets[row]! + i;
        return Array.from({ length: partOffsets[part + 1]! - partOffsets[part]! }, (__, v) => {
          const position = 2 * (partOffsets[part]! + v);
          return [xy[position]!, 0 - xy[position + 1]!];
        });
      });
      return { id, properties: { ...properties }, parts };
    });
  });

test('features have the values, ids and shapes that were written', () => {
  const [layer, ...others] = readVectorTile(madeTile());
  expect([layer!.name, layer!.extent, layer!.features.length, others.length]).toEqual(['Übung', 512, 3, 0]);
  expect(layer!.features.map(({ id, type }) => [id, type])).toEqual([
    [undefined, 1],
    [2 ** 33, 2],
    [2 ** 34, 3],
  ]);
  expect({ ...layer!.features[0]!.properties }).toEqual({
    ...{ k0: 'Straße 🚲', k1: Math.fround(0.1), k2: -1e300, k3: -5, k4: 2 ** 40, k5: -(2 ** 35), k6: true, k7: false },
  });
  expect(layer!.features[2]!.properties).toMatchObject({ k0: -1e300, k6: 'Straße 🚲' });
  // Points and lines beyond the edge belong to the neighboring tiles.
  expect(readRows(madeTile(), 'point')).toEqual([]);
  const [line] = readRows(madeTile(), 'polyline');
  expect(line!.parts[0]).toEqual([
    [0, 0],
    [512, 0],
  ]);
  const [ring] = readRows(madeTile(), 'polygon');
  expect(ring!.parts).toHaveLength(1);
  expect(new Set(ring!.parts[0]!.map(String))).toEqual(new Set(['0,0', '100,0', '100,100', '0,100']));
  expect(ring!.parts[0]![0]).toEqual(ring!.parts[0]!.at(-1));
});

test('tiles of GDAL and of our own writer are read whole', async () => {
  const { tiles } = await readPmtiles(new Blob([readFileSync('tests/unit/formats/files/tiles/vector.pmtiles')]));
  const written = await Promise.all(
    tiles.map(async ({ bytes }) => new Uint8Array(gunzipSync(await bytes.arrayBuffer()))),
  );
  const all = [makeFilledTile(3, 2, 1), ...written];
  expect(all.length).toBeGreaterThan(9);
  for (const bytes of all)
    expect((['point', 'polyline', 'polygon'] as const).flatMap((kind) => readRows(bytes, kind)).length).toBeGreaterThan(
      0,
    );
});

test('bytes that are no tile are an error, and never more work than they are long', () => {
  const whole = madeTile();
  const readAll = (bytes: Uint8Array): void => {
    for (const kind of ['point', 'polyline', 'polygon'] as const) readRows(bytes, kind);
  };
  for (let length = 1; length < whole.length; length++)
    expect(() => readAll(whole.subarray(0, length)), `${length} bytes`).toThrow();
  for (let i = 0; i < whole.length; i++)
    for (const value of [0, 0x7f, 0xff]) {
      const bytes = whole.slice();
      bytes[i] = value;
      try {
        readAll(bytes);
      } catch (error) {
        // Damaged bytes must not cause programming errors or exhaust the memory.
        expect(String(error), `byte ${i} is ${value}`).not.toMatch(/TypeError|allocation|Invalid array length/);
      }
    }
});

/** Make a tile of one feature with the bytes of a geometry. */
function tileWith(type: number, geometry: readonly number[], tags: readonly number[] = []): Uint8Array {
  const writer = new PbfWriter();
  const layer = (_: unknown, pbf: PbfWriter): void => {
    pbf.writeStringField(1, 'layer');
    pbf.writeMessage(
      2,
      (__, feature) => {
        feature.writePackedVarint(2, [...tags]);
        feature.writeVarintField(3, type);
        feature.writeBytesField(4, Uint8Array.from(geometry));
      },
      undefined,
    );
  };
  writer.writeMessage(3, layer, undefined);
  return writer.finish();
}

test.each([
  ['2^26 points in two bytes', [0x81, 0x80, 0x80, 0x80, 0x02, 1, 1], 'cut off'],
  ['a ring that is closed 2^28 times', [9, 0, 0, 10, 2, 2, 0xff, 0xff, 0xff, 0xff, 0x0f, 9], 'command 7'],
  ['a ring that is closed three times', [9, 0, 0, 10, 2, 2, 0x1f, 9, 0, 0], 'command 7'],
  ['an unknown command', [0x0b, 1, 1], 'command 3'],
])('%s are refused', (_, geometry, message) => {
  expect(() => readVectorTile(tileWith(3, geometry))).toThrow(message);
});

test('rings that are not closed are none, and tags that name nothing have no value', () => {
  expect(readRows(tileWith(3, [9, 0, 0, 18, 100, 0, 0, 100]), 'polygon')).toEqual([]);
  const [point] = readRows(tileWith(1, [9, 2, 2], [5, 7]), 'point');
  expect(Object.values(point!.properties).every((value) => value === undefined)).toBe(true);
});
