import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { expect, test } from 'vitest';
import {
  encodeVectorTile,
  geometryCommands,
  numberList,
  push,
  shapeTypes,
  tileLayer,
} from '../../../sw/formats/tiles/vector-tile.ts';

const valuesOf = (at: number) => ({
  whole: at,
  half: at / 2 - 1000,
  large: 1.5e12 + (at % 7),
  zero: at % 2 ? 0 : -0,
  text: `${'é'.repeat(at % 3)}${'name '.repeat(at % 50)}${at}`,
});

test('another reader finds every value and point of many features', () => {
  const layer = tileLayer('Many');
  const tags = numberList();
  const geometry = geometryCommands();
  const count = 5000;
  for (let at = 0; at < count; at++) {
    tags.count = 0;
    for (const [key, value] of Object.entries(valuesOf(at))) push(tags, layer.keyOf(key), layer.valueOf(value));
    geometry.clear();
    geometry.points([at % 4096, at >> 3, 0, at >> 2], 0, 1 + (at % 2));
    layer.add(at, shapeTypes.point, tags, geometry.commands);
  }
  const bytes = encodeVectorTile([tileLayer('None'), layer]);
  const { layers } = new VectorTile(new PbfReader(bytes));
  expect(Object.keys(layers)).toEqual(['Many']);
  const read = layers.Many!;
  expect(read).toMatchObject({ version: 2, extent: 4096, length: count });
  for (let at = 0; at < count; at++) {
    const feature = read.feature(at);
    const { zero, ...values } = valuesOf(at);
    expect(feature.properties).toEqual({ ...values, zero: 0 });
    expect(feature.id).toBe(at);
    const points = feature.loadGeometry().flat();
    const expected = [
      [at % 4096, at >> 3],
      [0, at >> 2],
    ].slice(0, 1 + (at % 2));
    expect(points.map(({ x, y }) => [x, y])).toEqual(expected);
  }
});
