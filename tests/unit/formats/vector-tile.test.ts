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

const readValues = (index: number) => ({
  whole: index,
  half: index / 2 - 1000,
  large: 1.5e12 + (index % 7),
  zero: index % 2 ? 0 : -0,
  text: `${'é'.repeat(index % 3)}${'name '.repeat(index % 50)}${index}`,
});

test('another reader finds every value and point of many features', () => {
  const layer = tileLayer('Many');
  const tags = numberList();
  const geometry = geometryCommands();
  const count = 5000;
  for (let i = 0; i < count; i++) {
    tags.count = 0;
    for (const [key, value] of Object.entries(readValues(i))) push(tags, layer.addKey(key), layer.addValue(value));
    geometry.clear();
    geometry.points([i % 4096, i >> 3, 0, i >> 2], 0, 1 + (i % 2));
    layer.add(i, shapeTypes.point, tags, geometry.commands);
  }
  const bytes = encodeVectorTile([tileLayer('None'), layer]);
  const { layers } = new VectorTile(new PbfReader(bytes));
  expect(Object.keys(layers)).toEqual(['Many']);
  const read = layers.Many!;
  expect(read).toMatchObject({ version: 2, extent: 4096, length: count });
  for (let i = 0; i < count; i++) {
    const feature = read.feature(i);
    const { zero, ...values } = readValues(i);
    expect(feature.properties).toEqual({ ...values, zero: 0 });
    expect(feature.id).toBe(i);
    const points = feature.loadGeometry().flat();
    const expected = [
      [i % 4096, i >> 3],
      [0, i >> 2],
    ].slice(0, 1 + (i % 2));
    expect(points.map(({ x, y }) => [x, y])).toEqual(expected);
  }
});
