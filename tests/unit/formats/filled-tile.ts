import vtPbf from 'vt-pbf';

const tileBytes = 30_000;

const square = (from: number, to: number): [number, number][] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
  [from, from],
];

/**
 * Make a tile with vt-pbf: land from one to three quarters of each side; an area that covers the tile and its
 * surroundings; a road across it from edge to edge; a point inside it and one beyond its edge.
 */
export function makeFilledTile(level: number, row: number, col: number): Uint8Array {
  const tags = { name: `${level}/${col}/${row}`, level, isLand: true };
  const layers = {
    land: {
      features: [
        { id: 1, type: 3, geometry: [square(1024, 3072)], tags },
        { id: 2, type: 3, geometry: [square(-64, 4160)], tags: { name: 'background', level } },
      ],
    },
    ways: {
      features: [
        {
          type: 2,
          geometry: [
            [
              [-64, 2048],
              [4160, 2048],
            ],
          ],
          tags: { name: 'way' },
        },
        {
          type: 1,
          geometry: [
            [2048, 1024],
            [4100, 1024],
          ],
          tags: { name: 'tree' },
        },
      ],
    },
  };
  const bytes = vtPbf.fromGeojsonVt(layers as never, { version: 2 });
  // Pad the tile to its size with an unknown field.
  const rest = tileBytes - bytes.length - 4;
  const filled = new Uint8Array(tileBytes);
  filled.set(bytes);
  filled.set([(15 << 3) | 2, (rest & 127) | 128, ((rest >> 7) & 127) | 128, rest >> 14], bytes.length);
  return filled;
}
