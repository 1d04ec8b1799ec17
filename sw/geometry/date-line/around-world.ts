import type { Extent } from '../extent.ts';
import { transformation } from '../project.ts';
import { definitionOf, isGeographic, referenceOfWkid, type SpatialReference, wkidOf } from '../spatial-reference.ts';

/** A system in which the world is one turn of x, and begins again after it. */
interface World {
  /** Where the turn begins that data are in, in units of the coordinates. */
  readonly west: number;
  readonly width: number;
  /** Where the 180th meridian is, on which data are cut. */
  readonly dateLine: number;
}

const halfMercator = 20037508.342789244;
/** Cylinders around the axis of the earth, by the names that definitions and texts have for them. */
const cylinders =
  /^(eqc|merc|mill|cea)$|^(equidistant_cylindrical|equirectangular|mercator|miller|cylindrical_equal)|pseudo/i;

/** Describe how the world turns in a system; undefined where x does not go around it. Its definition must be at hand. */
function worldOf(reference: SpatialReference | undefined): World | undefined {
  if (!reference) return undefined;
  if (isGeographic(reference)) return { west: -180, width: 360, dateLine: 180 };
  if (wkidOf(reference) === 3857) return { west: -halfMercator, width: 2 * halfMercator, dateLine: halfMercator };
  const { projection } = definitionOf(reference) ?? {};
  if (!projection || !cylinders.test(projection.projName)) return undefined;
  const middle = (((projection.long0 ?? 0) + (projection.from_greenwich ?? 0)) * 180) / Math.PI;
  const xy = Float64Array.of(middle, 0, middle + 90, 0);
  transformation(referenceOfWkid(4326), reference)?.forward(xy);
  const width = 4 * (xy[2]! - xy[0]!);
  if (!(width > 0)) return undefined;
  return { west: xy[0]! - width / 2, width, dateLine: xy[0]! + ((180 - middle) / 360) * width };
}

/** Rounding at the ends of a turn, as a part of its width. */
const rounding = 1e-9;

/** Put the east of a box that crosses the date line, and so has its west on the right, into the turn after its west. */
export function eastOfWest(extent: Extent, reference: SpatialReference | undefined): Extent {
  const [xmin, ymin, xmax, ymax] = extent;
  if (!(xmin > xmax)) return extent;
  const { width = 0 } = worldOf(reference) ?? {};
  return width > xmin - xmax ? [xmin, ymin, xmax + width, ymax] : extent;
}

/**
 * List the turns of the world that a view of at most one turn meets: what to add to x of the data. Views of more show the
 * world once.
 */
export function turnsIn([xmin, , xmax]: Extent, reference: SpatialReference): number[] {
  const world = worldOf(reference);
  if (!world || !(xmax - xmin <= world.width * (1 + rounding))) return [0];
  const first = Math.floor((xmin - world.west) / world.width + rounding);
  const last = Math.ceil((xmax - world.west) / world.width - rounding) - 1;
  return first >= last ? [first * world.width] : [first * world.width, last * world.width];
}

/**
 * Move a box to where data are: by whole turns of the world, at each of which it meets the extent of the data.
 *
 * @param stored extent of the data, in the same reference; the turn around Greenwich when it is not known
 * @returns the box itself where it needs no move; boxes that do not overlap
 */
export function turnedBoxes(extent: Extent, reference: SpatialReference, stored?: Extent): Extent[] {
  const world = worldOf(reference);
  const [xmin, ymin, xmax, ymax] = eastOfWest(extent, reference);
  if (!world) return [[xmin, ymin, xmax, ymax]];
  const { west, width } = world;
  const [left, , right] = stored ?? [west, 0, west + width];
  // A whole turn holds all there is, wherever it begins.
  if (xmax - xmin >= width) return [[Math.min(xmin, west), ymin, Math.max(xmax, west + width), ymax]];
  const first = Math.floor((Math.min(left, west) - xmax) / width) + 1;
  const last = Math.ceil((Math.max(right, west + width) - xmin) / width) - 1;
  // A box that only touches the end of the turn stays; data may have any coordinates.
  if (first > last) return [[xmin, ymin, xmax, ymax]];
  const turns = Array.from({ length: Math.min(last - first + 1, 5) }, (_, i) => (first + i) * width);
  return turns.map((turn): Extent => [xmin + turn, ymin, xmax + turn, ymax]);
}

/** Part a box where the date line cuts data in other systems: each part is within one turn around Greenwich. */
export function boxesBesideDateLine(extent: Extent, reference: SpatialReference): Extent[] {
  const world = worldOf(reference);
  const box = eastOfWest(extent, reference);
  if (!world) return [box];
  const { dateLine, width } = world;
  const west = dateLine - width;
  // Inside a turn the library gives both sides of the date line the same longitude.
  const gap = Math.abs(west - world.west) < width * rounding ? 0 : width * 1e-12;
  const [, ymin, , ymax] = box;
  // More than a turn is one turn.
  const span = Math.min(box[2] - box[0], width);
  const xmin = box[0] - Math.floor((box[0] - west) / width) * width;
  if (xmin + span <= dateLine) return xmin === box[0] ? [box] : [[xmin, ymin, xmin + span, ymax]];
  return [
    [xmin, ymin, dateLine, ymax],
    [west + gap, ymin, xmin + span - width, ymax],
  ];
}

/** The closed ring of a box, clockwise. */
export const ringOf = ([xmin, ymin, xmax, ymax]: Extent): number[] => [
  ...[xmin, ymin, xmin, ymax, xmax, ymax],
  ...[xmax, ymin, xmin, ymin],
];
