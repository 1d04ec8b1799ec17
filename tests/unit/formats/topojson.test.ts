import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { readFile } from '../../../sw/formats/read-file.ts';

const file = (value: unknown, name = 'map.json') => ({ name, bytes: new TextEncoder().encode(JSON.stringify(value)) });
const quantized = {
  type: 'Topology',
  transform: { scale: [0.5, 0.25], translate: [10, 20] },
  arcs: [
    [
      [0, 0],
      [4, 0],
      [0, 4],
    ],
    [
      [4, 4],
      [-4, 0],
      [0, -4],
    ],
  ],
  objects: {
    Länder: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Polygon', id: 'DE', properties: { name: 'Köln', since: '1990-10-03' }, arcs: [[0, 1]] },
        { type: 'LineString', properties: { name: 'Grenze' }, arcs: [~1] },
        { type: null, properties: { name: 'nirgends' } },
      ],
    },
    places: {
      type: 'MultiPoint',
      properties: { name: 'both' },
      coordinates: [
        [0, 0],
        [2, 4],
      ],
    },
  },
};

describe('TopoJSON', () => {
  it('leaves a frame around the world as it is', async () => {
    const frame = [
      [-180, -90],
      [-180, 90],
      [180, 90],
      [180, -90],
      [-180, -90],
    ];
    const { tables } = await readFile(
      file({ type: 'Topology', arcs: [frame], objects: { world: { type: 'Polygon', arcs: [[0]] } } }),
    );
    expect([...tables[0]!.geometry!.xy]).toEqual(frame.flat());
  });

  it('makes layers of its objects, by kind of geometry, with quantized places', async () => {
    const { format, tables } = await readFile(file(quantized));
    expect(format).toBe('TopoJSON');
    expect(tables.map(({ name, part, rowCount, geometry }) => [name, part, rowCount, [...geometry!.xy]])).toEqual([
      ['Länder', 'lines', 1, [10, 20, 10, 21, 12, 21]],
      ['Länder', 'polygons', 2, [10, 20, 10, 21, 12, 21, 12, 20, 10, 20]],
      ['places', undefined, 1, [10, 20, 11, 21]],
    ]);
    expect(tables[1]!.columns.map(({ name, type, values }) => [name, type, values])).toEqual([
      ['id', 'String', ['DE', null]],
      ['name', 'String', ['Köln', 'nirgends']],
      ['since', 'Date', [Date.UTC(1990, 9, 3), null]],
    ]);
    expect(tables[0]!.spatialReference).toMatchObject({ WKID: 4326 });
  });

  it('reads a large one of others', async () => {
    const topology = createRequire(import.meta.url)('world-atlas/countries-110m.json');
    const { tables } = await readFile(file(topology));
    expect(tables.map(({ name, rowCount, geometry }) => [name, rowCount, geometry?.kind])).toEqual([
      ['countries', 177, 'polygon'],
      ['land', 1, 'polygon'],
    ]);
    // The file joins rings across the antimeridian, as for globes; we split them, so no edge runs around the world.
    for (const { geometry } of tables) {
      const { xy, partOffsets } = geometry!;
      const long: number[] = [];
      for (let part = 0; part + 1 < partOffsets.length; part++)
        for (let vertex = partOffsets[part]! + 1; vertex < partOffsets[part + 1]!; vertex++) {
          const isAtPole = Math.abs(xy[2 * vertex + 1]!) === 90;
          if (Math.abs(xy[2 * vertex]! - xy[2 * vertex - 2]!) > 180 && !isAtPole) long.push(vertex);
        }
      expect(long).toEqual([]);
    }
  });

  it.each([
    ['no object', { type: 'Topology', objects: {}, arcs: [] }, 'map.json: expected TopoJSON with at least one object'],
    [
      'an arc that is not there',
      { ...quantized, arcs: [quantized.arcs[0]] },
      'map.json, object "Länder", geometry 1: expected the number of one of 1 arcs, found 1.',
    ],
    [
      'an arc of letters',
      { ...quantized, arcs: [[['a', 'b']]] },
      'map.json, arc 0: expected a list of positions, found [["a","b"]].',
    ],
    [
      'half a transform',
      { ...quantized, transform: { scale: [1] } },
      'map.json: expected a transform with two finite numbers',
    ],
    [
      'a point nowhere',
      { ...quantized, objects: { p: { type: 'Point' } } },
      'map.json, object "p", geometry 1: expected a position',
    ],
    ['an unknown kind', { ...quantized, objects: { p: { type: 'Circle' } } }, 'object "p", geometry 1'],
  ])('refuses %s and says where', async (_, value, message) => {
    await expect(readFile(file(value))).rejects.toThrow(message);
  });
});
