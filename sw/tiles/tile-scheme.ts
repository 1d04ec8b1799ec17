import { type Fault, wrongValue } from '../contract/index.ts';
import type { Extent } from '../geometry/extent.ts';
import { referenceFromWkid, type SpatialReference } from '../geometry/spatial-reference.ts';

/** Level of a tiling scheme. */
export interface TileLevel {
  readonly level: number;
  /** Map units per pixel; takes precedence over the scale. */
  readonly resolution: number;
  /** Denominator, for information only. */
  readonly scale: number;
}

/** Tiling scheme. Rows count down and columns to the right from the origin, both from 0. */
export interface TileScheme {
  readonly reference: SpatialReference;
  /** [x, y] of the upper left corner of tile 0/0, in map units. */
  readonly origin: readonly [number, number];
  readonly tileCols: number;
  readonly tileRows: number;
  readonly dpi: number;
  /** From coarse to fine. */
  readonly levels: readonly TileLevel[];
}

/** Tiles of one level; empty if a minimum exceeds its maximum. */
export interface TileRange {
  readonly rowMin: number;
  readonly rowMax: number;
  readonly colMin: number;
  readonly colMax: number;
}

/** First resolutions as published; each following resolution is half of the previous one. */
const mercatorResolutions = [
  156543.03392800014, 78271.516963999937, 39135.758482000092, 19567.879240999919, 9783.939620499959,
];
const mercatorHalf = 20037508.342787;
const maxLevels = 40;
/** Maximum number of a row or column, because messages store them as int. */
const maxIndex = 2 ** 31 - 1;

/** Return the Web Mercator scheme of common web maps: 256 pixels, 24 levels. */
export function webMercatorScheme(levelCount = 24): TileScheme {
  const resolutions = halvings(mercatorResolutions, levelCount);
  return makeScheme(referenceFromWkid(102100), [-mercatorHalf, mercatorHalf], resolutions, 591657527.591555);
}

/** Return the common scheme in degrees, with two tiles next to each other at level 0. */
export function geographicScheme(levelCount = 20): TileScheme {
  return makeScheme(referenceFromWkid(4326), [-180, 90], halvings([0.703125], levelCount), 295497598.5708346);
}

function halvings(first: readonly number[], count: number): number[] {
  const all = first.slice(0, count);
  while (all.length < count) all.push(all.at(-1)! / 2);
  return all;
}

function makeScheme(
  reference: SpatialReference,
  origin: readonly [number, number],
  resolutions: readonly number[],
  firstScale: number,
): TileScheme {
  // Use the published first scale, which was computed with a rounded sphere.
  const levels = resolutions.map((resolution, level) => ({ level, resolution, scale: firstScale / 2 ** level }));
  return { reference, origin, tileCols: 256, tileRows: 256, dpi: 96, levels };
}

/**
 * Check a scheme that a client sent, and return it.
 *
 * @param path of the scheme, for messages
 * @throws {Fault} `bad-value` for levels out of order, a resolution that isn't positive and smaller than the previous
 *   resolution, an invalid tile size, origin or DPI
 */
export function checkScheme(scheme: TileScheme, path = 'scheme'): TileScheme {
  const { origin, tileCols, tileRows, dpi, levels } = scheme;
  const badValue = (memberPath: string, expected: string, actual: unknown): Fault =>
    wrongValue('bad-value', `${path}.${memberPath}`, expected, String(actual));
  if (!origin.every(Number.isFinite)) throw badValue('origin', 'two finite coordinates', origin.join(', '));
  for (const [name, side] of Object.entries({ tileCols, tileRows })) {
    if (!(Number.isInteger(side) && side >= 32 && side <= 2048)) throw badValue(name, '32 to 2048 pixels', side);
  }
  if (!(dpi >= 1 && dpi <= 9600)) throw badValue('dpi', '1 to 9600 dots per inch', dpi);
  if (levels.length < 1 || levels.length > maxLevels)
    throw badValue('levels', `1 to ${maxLevels} levels`, levels.length);
  for (const [index, { level, resolution }] of levels.entries()) {
    const previous = levels[index - 1];
    if (!(Number.isInteger(level) && level >= 0 && level <= 99))
      throw badValue(`levels[${index}].level`, 'a number from 0 to 99', level);
    if (previous && level <= previous.level)
      throw badValue(`levels[${index}].level`, `a number > ${previous.level}`, level);
    if (!(resolution > 0 && resolution < 1e12))
      throw badValue(`levels[${index}].resolution`, 'a positive number', resolution);
    if (previous && resolution >= previous.resolution) {
      throw badValue(`levels[${index}].resolution`, `a number < ${previous.resolution}`, resolution);
    }
  }
  return scheme;
}

/** Return the level with an ID. @throws {Fault} `bad-value` with the existing levels when there is none */
export function requireTileLevel(scheme: TileScheme, level: number, path = 'Level'): TileLevel {
  const match = scheme.levels.find((candidate) => candidate.level === level);
  if (match) return match;
  const ids = scheme.levels.map((candidate) => candidate.level).join(', ');
  throw wrongValue('bad-value', path, `one of ${ids}`, `${level}`, { level });
}

/** Return the extent that a range of tiles covers, in the reference of the scheme. */
export function tilesExtent(scheme: TileScheme, { resolution }: TileLevel, range: TileRange): Extent {
  const [x, y] = scheme.origin;
  const width = scheme.tileCols * resolution;
  const height = scheme.tileRows * resolution;
  return [
    x + range.colMin * width,
    y - (range.rowMax + 1) * height,
    x + (range.colMax + 1) * width,
    y - range.rowMin * height,
  ];
}

/**
 * Tolerance in tiles. An extent that ends on the edge of a tile doesn't reach the next tile, even if rounding moves it
 * slightly.
 */
const edge = 1e-6;

/**
 * Return the tiles that an extent in the scheme's reference intersects. There are no tiles to the left of or above the
 * origin.
 */
export function tileRange(scheme: TileScheme, { resolution }: TileLevel, [xmin, ymin, xmax, ymax]: Extent): TileRange {
  const [x, y] = scheme.origin;
  const width = scheme.tileCols * resolution;
  const height = scheme.tileRows * resolution;
  const first = (position: number) => Math.max(0, Math.min(maxIndex, Math.floor(position + edge)));
  const last = (position: number) => Math.min(maxIndex, Math.ceil(position - edge) - 1);
  const colMin = first((xmin - x) / width);
  const rowMin = first((y - ymax) / height);
  // A point or line on an edge still has one tile.
  const colMax = last(Math.max((xmax - x) / width, (xmin - x) / width + 2 * edge));
  const rowMax = last(Math.max((y - ymin) / height, (y - ymax) / height + 2 * edge));
  return { rowMin, rowMax, colMin, colMax };
}

export const countTiles = ({ rowMin, rowMax, colMin, colMax }: TileRange): number =>
  Math.max(0, rowMax - rowMin + 1) * Math.max(0, colMax - colMin + 1);

/** Return the tiles that two ranges have in common. */
export const meetRanges = (a: TileRange, b: TileRange): TileRange => ({
  rowMin: Math.max(a.rowMin, b.rowMin),
  rowMax: Math.min(a.rowMax, b.rowMax),
  colMin: Math.max(a.colMin, b.colMin),
  colMax: Math.min(a.colMax, b.colMax),
});

/** Check whether a tile is in a range. */
export const containsTile = ({ rowMin, rowMax, colMin, colMax }: TileRange, row: number, col: number): boolean =>
  row >= rowMin && row <= rowMax && col >= colMin && col <= colMax;

/** Check whether a scheme has the tiles of the common Web Mercator scheme, in 256 or 512 pixels. */
export const isWebMercator = (scheme: TileScheme): boolean => {
  const common = webMercatorScheme();
  return (
    scheme.reference.type !== 'UnknownCoordinateSystem' &&
    [3857, 102100].includes(scheme.reference.WKID ?? 0) &&
    scheme.tileCols === scheme.tileRows &&
    [256, 512].includes(scheme.tileCols) &&
    Math.abs(scheme.origin[0] + mercatorHalf) < 1 &&
    Math.abs(scheme.origin[1] - mercatorHalf) < 1 &&
    scheme.levels.every(({ level, resolution }) => {
      const expected = common.levels[level]?.resolution;
      return expected !== undefined && Math.abs((resolution * scheme.tileCols) / 256 / expected - 1) < 1e-6;
    })
  );
};
