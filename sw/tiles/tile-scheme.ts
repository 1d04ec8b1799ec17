import { Fault } from '../contract/index.ts';
import type { Extent } from '../geometry/extent.ts';
import { referenceOfWkid, type SpatialReference } from '../geometry/spatial-reference.ts';

/** One level of a tiling scheme. */
export interface TileLevel {
  readonly level: number;
  /** Map units a pixel; what counts. */
  readonly resolution: number;
  /** Denominator; only informs. */
  readonly scale: number;
}

/** How the plane is cut into tiles: rows run down and columns to the right from the origin, both from 0. */
export interface TileScheme {
  readonly reference: SpatialReference;
  /** [x, y] of the upper left corner of tile 0/0, map units. */
  readonly origin: readonly [number, number];
  readonly tileCols: number;
  readonly tileRows: number;
  readonly dpi: number;
  /** From far to near. */
  readonly levels: readonly TileLevel[];
}

/** Tiles of one level; empty when a minimum exceeds its maximum. */
export interface TileRange {
  readonly rowMin: number;
  readonly rowMax: number;
  readonly colMin: number;
  readonly colMax: number;
}

/** The first resolutions as published; from there on each is half of the one before. */
const mercatorResolutions = [
  156543.03392800014, 78271.516963999937, 39135.758482000092, 19567.879240999919, 9783.939620499959,
];
const mercatorHalf = 20037508.342787;
const levelsAtMost = 40;
/** Resolution of a tile and row numbers stay within what a message can carry (int). */
const largestIndex = 2 ** 31 - 1;

/** Make the common scheme of web maps: Web Mercator, 256 pixels, 24 levels. */
export function webMercatorScheme(levelCount = 24): TileScheme {
  const resolutions = halvings(mercatorResolutions, levelCount);
  return schemeOf(referenceOfWkid(102100), [-mercatorHalf, mercatorHalf], resolutions, 591657527.591555);
}

/** Make the common scheme in degrees: two tiles side by side at level 0. */
export function geographicScheme(levelCount = 20): TileScheme {
  return schemeOf(referenceOfWkid(4326), [-180, 90], halvings([0.703125], levelCount), 295497598.5708346);
}

function halvings(first: readonly number[], count: number): number[] {
  const all = first.slice(0, count);
  while (all.length < count) all.push(all.at(-1)! / 2);
  return all;
}

function schemeOf(
  reference: SpatialReference,
  origin: readonly [number, number],
  resolutions: readonly number[],
  firstScale: number,
): TileScheme {
  // As published: the sphere of the degree was rounded there.
  const levels = resolutions.map((resolution, level) => ({ level, resolution, scale: firstScale / 2 ** level }));
  return { reference, origin, tileCols: 256, tileRows: 256, dpi: 96, levels };
}

/**
 * Check a scheme that came from outside.
 *
 * @param path its path, for messages
 * @throws {Fault} `bad-value` for levels out of order, a resolution that is not positive and smaller than the one before,
 *   tiles that are no pictures, an origin or a resolution (DPI) without sense
 */
export function checkScheme(scheme: TileScheme, path = 'scheme'): TileScheme {
  const { origin, tileCols, tileRows, dpi, levels } = scheme;
  const wrong = (where: string, expected: string, found: unknown): Fault =>
    new Fault('bad-value', `${path}.${where}: ${expected} expected, ${found} found.`);
  if (!origin.every(Number.isFinite)) throw wrong('origin', 'two finite coordinates', origin.join(', '));
  for (const [name, side] of Object.entries({ tileCols, tileRows })) {
    if (!(Number.isInteger(side) && side >= 32 && side <= 2048)) throw wrong(name, '32 to 2048 pixels', side);
  }
  if (!(dpi >= 1 && dpi <= 9600)) throw wrong('dpi', '1 to 9600 dots per inch', dpi);
  if (levels.length < 1 || levels.length > levelsAtMost)
    throw wrong('levels', `1 to ${levelsAtMost} levels`, levels.length);
  for (const [index, { level, resolution }] of levels.entries()) {
    const before = levels[index - 1];
    if (!(Number.isInteger(level) && level >= 0 && level <= 99))
      throw wrong(`levels[${index}].level`, '0 to 99', level);
    if (before && level <= before.level) throw wrong(`levels[${index}].level`, `more than ${before.level}`, level);
    if (!(resolution > 0 && resolution < 1e12))
      throw wrong(`levels[${index}].resolution`, 'a positive number', resolution);
    if (before && resolution >= before.resolution) {
      throw wrong(`levels[${index}].resolution`, `less than ${before.resolution}`, resolution);
    }
  }
  return scheme;
}

/** Find a level by its id. @throws {Fault} `bad-value` naming the levels there are */
export function levelOf(scheme: TileScheme, level: number, path = 'Level'): TileLevel {
  const found = scheme.levels.find((candidate) => candidate.level === level);
  if (found) return found;
  const ids = scheme.levels.map((one) => one.level).join(', ');
  throw new Fault('bad-value', `${path}: one of ${ids} expected, ${level} found.`, { level });
}

/** Give the extent of a block of tiles. */
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

/** A side that ends on the edge of a tile does not reach into the next, also when rounding puts it a little beyond. */
const edge = 1e-6;

/** Find the tiles that an extent of the scheme's reference meets; what lies left of or above the origin has none. */
export function tileRange(scheme: TileScheme, { resolution }: TileLevel, [xmin, ymin, xmax, ymax]: Extent): TileRange {
  const [x, y] = scheme.origin;
  const width = scheme.tileCols * resolution;
  const height = scheme.tileRows * resolution;
  const first = (position: number) => Math.max(0, Math.min(largestIndex, Math.floor(position + edge)));
  const last = (position: number) => Math.min(largestIndex, Math.ceil(position - edge) - 1);
  const colMin = first((xmin - x) / width);
  const rowMin = first((y - ymax) / height);
  // A point or a line on an edge has one tile all the same.
  const colMax = last(Math.max((xmax - x) / width, (xmin - x) / width + 2 * edge));
  const rowMax = last(Math.max((y - ymin) / height, (y - ymax) / height + 2 * edge));
  return { rowMin, rowMax, colMin, colMax };
}

export const countTiles = ({ rowMin, rowMax, colMin, colMax }: TileRange): number =>
  Math.max(0, rowMax - rowMin + 1) * Math.max(0, colMax - colMin + 1);

/** Give the tiles that two ranges have in common. */
export const meetRanges = (a: TileRange, b: TileRange): TileRange => ({
  rowMin: Math.max(a.rowMin, b.rowMin),
  rowMax: Math.min(a.rowMax, b.rowMax),
  colMin: Math.max(a.colMin, b.colMin),
  colMax: Math.min(a.colMax, b.colMax),
});

/** Tell whether a tile belongs to a range. */
export const holdsTile = ({ rowMin, rowMax, colMin, colMax }: TileRange, row: number, col: number): boolean =>
  row >= rowMin && row <= rowMax && col >= colMin && col <= colMax;

/** Tell whether two schemes cut the plane in the same way, so that tiles of one serve in the other. */
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
