import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader, PbfWriter } from 'pbf';
import { expect, test } from 'vitest';
import { type ReadTileLayer, readTileShape, readVectorTile } from '../../../sw/formats/read-vector-tile.ts';
import { pathBuffer } from '../../../sw/geometry/flat-geometry.ts';
import { readPmtiles } from '../../../sw/tiles/pmtiles.ts';
import { tileOf } from './filled-tile.ts';

/** Features with the values of each way to write them, and shapes that turn back, touch and repeat. */
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

const propertiesOf = ({ keys, values }: ReadTileLayer, tags: ArrayLike<number>) =>
  Object.fromEntries(Array.from({ length: tags.length / 2 }, (_, i) => [keys[tags[2 * i]!], values[tags[2 * i + 1]!]]));

/** All of a tile as plain data: by our reader, and by that of Mapbox. */
const ours = (bytes: Uint8Array) =>
  readVectorTile(bytes).map((layer) => ({
    ...{ name: layer.name, extent: layer.extent },
    features: layer.features.map((feature) => {
      const out = pathBuffer();
      readTileShape(feature, out);
      const parts = Array.from({ length: out.partCount }, (_, part) =>
        Array.from({ length: out.partOffsets[part + 1]! - out.partOffsets[part]! }, (__, i) => {
          const at = 2 * (out.partOffsets[part]! + i);
          return [out.xy[at], out.xy[at + 1]];
        }),
      );
      return { id: feature.id, type: feature.type, properties: propertiesOf(layer, feature.tags), parts };
    }),
  }));
const theirs = (bytes: Uint8Array) =>
  Object.values(new VectorTile(new PbfReader(bytes)).layers).map((layer) => ({
    ...{ name: layer.name, extent: layer.extent },
    features: Array.from({ length: layer.length }, (_, i) => {
      const feature = layer.feature(i);
      const paths = feature.loadGeometry().map((path) => path.map(({ x, y }) => [x, y]));
      const parts = feature.type === 1 ? paths.flat().map((point) => [point]) : paths;
      return { id: feature.id, type: feature.type, properties: { ...feature.properties }, parts };
    }),
  }));

test('tiles are read as the library of those who made the format reads them', async () => {
  const { tiles } = await readPmtiles(new Blob([readFileSync('tests/unit/publisher/files/tiles/vector.pmtiles')]));
  const written = await Promise.all(
    tiles.map(async ({ bytes }) => new Uint8Array(gunzipSync(await bytes.arrayBuffer()))),
  );
  const all = [madeTile(), tileOf(3, 2, 1), ...written];
  expect(all.length).toBeGreaterThan(10);
  for (const bytes of all) {
    expect(ours(bytes)).toEqual(theirs(bytes));
    expect(ours(bytes).flatMap(({ features }) => features).length).toBeGreaterThan(0);
  }
  expect(ours(madeTile())[0]!.features[0]!.properties).toMatchObject({ k0: 'Straße 🚲', k3: -5, k4: 2 ** 40 });
});

test('bytes that are no tile are a RangeError, and never more work than they are long', () => {
  const whole = madeTile();
  const readAll = (bytes: Uint8Array): void => {
    for (const { features } of readVectorTile(bytes))
      for (const feature of features) readTileShape(feature, pathBuffer());
  };
  for (let length = 1; length < whole.length; length++)
    expect(() => readAll(whole.subarray(0, length)), `${length} bytes`).toThrow(RangeError);
  for (let at = 0; at < whole.length; at++)
    for (const value of [0, 0x7f, 0xff]) {
      const bytes = whole.slice();
      bytes[at] = value;
      try {
        readAll(bytes);
      } catch (error) {
        expect(error, `byte ${at} is ${value}`).toBeInstanceOf(RangeError);
      }
    }
  const point = (commands: number[]) => ({ type: 1, geometry: Uint8Array.from(commands) });
  // 2^26 points in two bytes.
  expect(() => readTileShape(point([0x81, 0x80, 0x80, 0x80, 0x02, 1, 1]), pathBuffer())).toThrow('cut off');
  expect(() => readTileShape(point([0x0b, 1, 1]), pathBuffer())).toThrow('command 3');
});
