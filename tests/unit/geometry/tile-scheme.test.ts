import { expect, test } from 'vitest';
import { blockAt, blockSide, countBlocks } from '../../../sw/tiles/tile-blocks.ts';
import {
  checkScheme,
  countTiles,
  geographicScheme,
  isWebMercator,
  requireTileLevel,
  type TileScheme,
  tileRange,
  tilesExtent,
  webMercatorScheme,
} from '../../../sw/tiles/tile-scheme.ts';

/** Level, resolution and scale as published. */
const published: readonly (readonly [number, number, number])[] = [
  [0, 156543.03392800014, 591657527.591555],
  [1, 78271.516963999937, 295828763.795777],
  [2, 39135.758482000092, 147914381.897889],
  [3, 19567.879240999919, 73957190.948944],
  [4, 9783.939620499959, 36978595.474472],
  [5, 4891.96981024998, 18489297.737236],
  [6, 2445.98490512499, 9244648.868618],
  [7, 1222.992452562495, 4622324.434309],
  [8, 611.49622628138, 2311162.217155],
  [9, 305.748113140558, 1155581.108577],
  [10, 152.874056570411, 577790.554289],
  [11, 76.437028285073, 288895.277144],
  [12, 38.21851414157, 144447.638572],
  [13, 19.10925707129, 72223.819286],
  [14, 9.554628535646, 36111.909643],
  [15, 4.777314267948, 18055.954822],
  [16, 2.388657133974, 9027.977411],
  [17, 1.194328566855, 4513.988705],
  [18, 0.59716428356, 2256.994353],
  [19, 0.298582141648, 1128.497176],
  [20, 0.149291070824, 564.248588],
  [21, 0.074645535412, 282.124294],
  [22, 0.037322767706, 141.062147],
  [23, 0.018661383853, 70.531074],
];

test('the Web Mercator scheme has the published levels', () => {
  const { levels, origin } = webMercatorScheme();
  expect(origin).toEqual([-20037508.342787, 20037508.342787]);
  expect(levels).toHaveLength(24);
  for (const [level, resolution, scale] of published) {
    expect(levels[level]!.level).toBe(level);
    if (level < 5) expect(levels[level]!.resolution).toBe(resolution);
    // The published numbers of deep levels are rounded.
    expect(Math.abs(levels[level]!.resolution / resolution - 1)).toBeLessThan(5e-10);
    expect(levels[level]!.scale).toBeCloseTo(scale, 5);
  }
  expect(levels[0]!.scale).toBe(591657527.591555);
});

test('the geographic scheme has the published levels', () => {
  const { levels, origin } = geographicScheme();
  expect(origin).toEqual([-180, 90]);
  expect(levels[0]).toEqual({ level: 0, resolution: 0.703125, scale: 295497598.5708346 });
  expect(levels[7]!.resolution).toBe(0.703125 / 128);
  expect(levels[7]!.scale).toBeCloseTo(295497598.5708346 / 128, 6);
});

test('tiles are counted from the upper left corner, rows downwards', () => {
  const scheme = geographicScheme();
  const level = requireTileLevel(scheme, 1);
  expect(tilesExtent(scheme, level, { rowMin: 0, rowMax: 0, colMin: 0, colMax: 0 })).toEqual([-180, 0, -90, 90]);
  expect(tilesExtent(scheme, level, { rowMin: 1, rowMax: 1, colMin: 3, colMax: 3 })).toEqual([90, -90, 180, 0]);
  expect(tileRange(scheme, level, [-180, -90, 180, 90])).toEqual({ rowMin: 0, rowMax: 1, colMin: 0, colMax: 3 });
  // A point on an edge is in the tile to the right and below; a box that ends on an edge stops before it.
  expect(tileRange(scheme, level, [0, 0, 0, 0])).toEqual({ rowMin: 1, rowMax: 1, colMin: 2, colMax: 2 });
  expect(tileRange(scheme, level, [-90, 0, 0, 90])).toEqual({ rowMin: 0, rowMax: 0, colMin: 1, colMax: 1 });
  expect(countTiles(tileRange(scheme, level, [-400, 100, -200, 120]))).toBe(0);
});

test('every tile of the published scheme finds itself again', () => {
  const scheme = webMercatorScheme();
  for (const level of scheme.levels) {
    const last = 2 ** level.level - 1;
    for (const [row, col] of [
      [0, 0],
      [last, last],
      [last >> 1, Math.floor(last / 3)],
    ] as const) {
      const range = tileRange(
        scheme,
        level,
        tilesExtent(scheme, level, { rowMin: row, rowMax: row, colMin: col, colMax: col }),
      );
      expect(range, `level ${level.level}`).toEqual({ rowMin: row, rowMax: row, colMin: col, colMax: col });
    }
  }
});

const makeScheme = (more: Partial<TileScheme>): TileScheme => ({ ...geographicScheme(3), ...more });

test.each([
  ['levels without any', { levels: [] }, 'scheme.levels: expected 1 to 40 levels, found 0.'],
  [
    'a resolution of zero',
    { levels: [{ level: 0, resolution: 0, scale: 0 }] },
    'levels[0].resolution: expected a positive number',
  ],
  [
    'a resolution that is none',
    { levels: [{ level: 0, resolution: Number.NaN, scale: 0 }] },
    'expected a positive number',
  ],
  [
    'levels out of order',
    { levels: [2, 1].map((level) => ({ level, resolution: 1 / level, scale: 1 })) },
    'scheme.levels[1].level: expected a number > 2, found 1.',
  ],
  [
    'resolutions out of order',
    { levels: [0, 1].map((level) => ({ level, resolution: 1 + level, scale: 1 })) },
    'scheme.levels[1].resolution: expected a number < 1, found 2.',
  ],
  ['a tile of no pixels', { tileCols: 0 }, 'scheme.tileCols: expected 32 to 2048 pixels, found 0.'],
  ['a tile too large', { tileRows: 4096 }, 'scheme.tileRows'],
  ['an origin nowhere', { origin: [Number.POSITIVE_INFINITY, 0] as const }, 'scheme.origin'],
  ['a picture without resolution', { dpi: 0 }, 'scheme.dpi'],
])('%s is told', (_, more, message) => {
  expect(() => checkScheme(makeScheme(more))).toThrow(message);
});

test('a sound scheme passes, and a level that it lacks is named', () => {
  expect(checkScheme(makeScheme({}))).toEqual(geographicScheme(3));
  expect(() => requireTileLevel(makeScheme({}), 3)).toThrow('Level: expected one of 0, 1, 2, found 3.');
});

test('only the common scheme is the common scheme', () => {
  expect(isWebMercator(webMercatorScheme(5))).toBe(true);
  expect(isWebMercator(geographicScheme())).toBe(false);
  expect(isWebMercator({ ...webMercatorScheme(), origin: [0, 0] })).toBe(false);
});

test('a block is as large as fits 2048 pixels', () => {
  expect([32, 256, 300, 512, 1024, 2048].map(blockSide)).toEqual([64, 8, 4, 4, 2, 1]);
});

test('blocks cover a range once each, bundle after bundle', () => {
  const range = { rowMin: 5, rowMax: 300, colMin: 120, colMax: 140 };
  const seen = new Set<string>();
  const bundles: string[] = [];
  const total = countBlocks(range, 8);
  for (let i = 0; i < total; i++) {
    const { tiles, whole, endsBundle } = blockAt(range, 8, i)!;
    expect(whole.rowMin % 8).toBe(0);
    for (let row = tiles.rowMin; row <= tiles.rowMax; row++) {
      for (let col = tiles.colMin; col <= tiles.colMax; col++) seen.add(`${row}/${col}`);
    }
    const bundle = `${tiles.rowMin >> 7}/${tiles.colMin >> 7}`;
    if (bundles.at(-1) !== bundle) bundles.push(bundle);
    const next = blockAt(range, 8, i + 1);
    const isLast = !next || bundle !== `${next.tiles.rowMin >> 7}/${next.tiles.colMin >> 7}`;
    expect(endsBundle).toBe(isLast);
  }
  expect(seen.size).toBe(countTiles(range));
  expect(bundles).toEqual(['0/0', '0/1', '1/0', '1/1', '2/0', '2/1']);
  expect(blockAt(range, 8, total)).toBeUndefined();
  expect(blockAt({ ...range, rowMax: 4 }, 8, 0)).toBeUndefined();
});
