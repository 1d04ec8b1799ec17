import type { Extent } from '../extent.ts';
import { transformation } from '../project.ts';
import {
  getDefinition,
  getWkid,
  isGeographic,
  referenceFromWkid,
  type SpatialReference,
} from '../spatial-reference.ts';

/** Extent of the world in a CRS in which it repeats along x. */
interface World {
  /** Western edge of the world that contains the data, in map units. */
  readonly west: number;
  readonly width: number;
  /** X of the 180th meridian, at which data is split. */
  readonly dateLine: number;
}

const halfMercator = 20037508.342789244;
/** Cylindrical projections, by their names in definitions and WKT. */
const cylinders =
  /^(eqc|merc|mill|cea)$|^(equidistant_cylindrical|equirectangular|mercator|miller|cylindrical_equal)|pseudo/i;

/** Return the extent of the world in a CRS; undefined if x doesn't go around it. The CRS must be defined. */
function findWorld(reference: SpatialReference | undefined): World | undefined {
  if (!reference) return undefined;
  if (isGeographic(reference)) return { west: -180, width: 360, dateLine: 180 };
  if (getWkid(reference) === 3857) return { west: -halfMercator, width: 2 * halfMercator, dateLine: halfMercator };
  const { projection } = getDefinition(reference) ?? {};
  if (!projection || !cylinders.test(projection.projName)) return undefined;
  const middle = (((projection.long0 ?? 0) + (projection.from_greenwich ?? 0)) * 180) / Math.PI;
  const xy = Float64Array.of(middle, 0, middle + 90, 0);
  transformation(referenceFromWkid(4326), reference)?.forward(xy);
  const width = 4 * (xy[2]! - xy[0]!);
  if (!(width > 0)) return undefined;
  return { west: xy[0]! - width / 2, width, dateLine: xy[0]! + ((180 - middle) / 360) * width };
}

/** Tolerance for rounding at the edges of the world, as a share of its width. */
const rounding = 1e-9;

/**
 * Return a box with its east moved by one world width if the box crosses the date line and its west is right of its
 * east.
 */
export function unwrapEast(extent: Extent, reference: SpatialReference | undefined): Extent {
  const [xmin, ymin, xmax, ymax] = extent;
  if (!(xmin > xmax)) return extent;
  const { width = 0 } = findWorld(reference) ?? {};
  return width > xmin - xmax ? [xmin, ymin, xmax + width, ymax] : extent;
}

/**
 * Return the world copies that a view shows, as offsets to add to the x of the data. A view wider than one world shows
 * only the world itself.
 */
export function findWorldOffsets([xmin, , xmax]: Extent, reference: SpatialReference): number[] {
  const world = findWorld(reference);
  if (!world || !(xmax - xmin <= world.width * (1 + rounding))) return [0];
  const first = Math.floor((xmin - world.west) / world.width + rounding);
  const last = Math.ceil((xmax - world.west) / world.width - rounding) - 1;
  return first >= last ? [first * world.width] : [first * world.width, last * world.width];
}

/**
 * Move a box by whole world widths to every position where it intersects the extent of the data.
 *
 * @param stored extent of the data in the same reference; the world itself if it's unknown
 * @returns boxes that don't overlap; the box itself if it needs no move
 */
export function findBoxCopies(extent: Extent, reference: SpatialReference, stored?: Extent): Extent[] {
  const world = findWorld(reference);
  const [xmin, ymin, xmax, ymax] = unwrapEast(extent, reference);
  if (!world) return [[xmin, ymin, xmax, ymax]];
  const { west, width } = world;
  const [dataWest, , dataEast] = stored ?? [west, 0, west + width];
  // A box as wide as the world contains everything, wherever it begins.
  if (xmax - xmin >= width) return [[Math.min(xmin, west), ymin, Math.max(xmax, west + width), ymax]];
  const first = Math.floor((Math.min(dataWest, west) - xmax) / width) + 1;
  const last = Math.ceil((Math.max(dataEast, west + width) - xmin) / width) - 1;
  // A box that only touches the edge of the world doesn't move, because data may have any coordinates.
  if (first > last) return [[xmin, ymin, xmax, ymax]];
  const offsets = Array.from({ length: Math.min(last - first + 1, 5) }, (_, i) => (first + i) * width);
  return offsets.map((offset): Extent => [xmin + offset, ymin, xmax + offset, ymax]);
}

/**
 * Split a box at the date line, because data in other reference systems is split there. Each part is within one world around
 * Greenwich.
 */
export function splitBoxAtDateLine(extent: Extent, reference: SpatialReference): Extent[] {
  const world = findWorld(reference);
  const box = unwrapEast(extent, reference);
  if (!world) return [box];
  const { dateLine, width } = world;
  const west = dateLine - width;
  // If the date line is inside the world, the projection library returns the same longitude on both of its sides.
  const gap = Math.abs(west - world.west) < width * rounding ? 0 : width * 1e-12;
  const [, ymin, , ymax] = box;
  // Limit the width to one world.
  const span = Math.min(box[2] - box[0], width);
  const xmin = box[0] - Math.floor((box[0] - west) / width) * width;
  if (xmin + span <= dateLine) return xmin === box[0] ? [box] : [[xmin, ymin, xmin + span, ymax]];
  return [
    [xmin, ymin, dateLine, ymax],
    [west + gap, ymin, xmin + span - width, ymax],
  ];
}

/** Return the closed ring of a box, clockwise. */
export const boxToRing = ([xmin, ymin, xmax, ymax]: Extent): number[] => [
  ...[xmin, ymin, xmin, ymax, xmax, ymax],
  ...[xmax, ymin, xmin, ymin],
];
