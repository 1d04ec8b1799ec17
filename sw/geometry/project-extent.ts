import { wrongValue } from '../contract/index.ts';
import { type Extent, union } from './extent.ts';
import type { Transformation } from './project.ts';
import { isGeographic } from './spatial-reference.ts';

/** Samples along a side. Edges bend, and the outermost point may be inside, like the pole in a polar map. */
const sideSamples = 33;

/**
 * Project an extent for display: return the box of the part that can be projected. Edges and the interior are sampled.
 *
 * @throws {Fault} `bad-extent` when no point can be projected
 */
export function projectExtent(extent: Extent, projection: Transformation): Extent {
  const image = projectSamples(extent, projection.forward);
  if (!image.box)
    throw wrongValue(
      'bad-extent',
      'Extent',
      'an extent that overlaps the area of use of the CRS',
      `${extent.join(', ')}`,
    );
  return extendAroundPoles(image.box, extent, projection);
}

/**
 * Project an extent for finding rows, without missing anything. The result is never smaller than the true image. If
 * part of the extent can't be projected, it's the whole area of the target.
 */
export function coveringExtent(extent: Extent, projection: Transformation): Extent {
  const image = projectSamples(extent, projection.forward);
  if (!image.box || image.failures > 0) return targetArea(projection, image.box);
  const [xmin, ymin, xmax, ymax] = extendAroundPoles(image.box, extent, projection);
  // Pad for the bulge of an edge between two samples. One percent is ten times the bulge of usual curvatures.
  const [padX, padY] = [(xmax - xmin) * 0.01, (ymax - ymin) * 0.01];
  return [xmin - padX, ymin - padY, xmax + padX, ymax + padY];
}

function projectSamples(
  extent: Extent,
  forward: Transformation['forward'],
  columns = sideSamples,
  rows = sideSamples,
): { box: Extent | undefined; failures: number } {
  const [xmin, ymin, xmax, ymax] = extent;
  const xy = new Float64Array(columns * rows * 2);
  let index = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      // Use the exact edge as the last sample, without rounding.
      xy[index++] = column === columns - 1 ? xmax : xmin + ((xmax - xmin) * column) / (columns - 1);
      xy[index++] = row === rows - 1 ? ymax : ymin + ((ymax - ymin) * row) / (rows - 1);
    }
  }
  forward(xy);
  let failures = 0;
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < xy.length; i += 2) {
    const x = xy[i]!;
    const y = xy[i + 1]!;
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      failures++;
      continue;
    }
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
  }
  return { box: x0 <= x1 ? [x0, y0, x1, y1] : undefined, failures };
}

/** Extend a box in degrees around poles and the 180th meridian: an extent that contains one spans all longitudes. */
function extendAroundPoles(box: Extent, extent: Extent, projection: Transformation): Extent {
  if (!isGeographic(projection.to) || isGeographic(projection.from)) return box;
  let [xmin, ymin, xmax, ymax] = box;
  const meridian = new Float64Array(4 * 181);
  for (let i = 0; i <= 180; i++) meridian.set([-180, i - 90, 180, i - 90], 4 * i);
  projection.inverse(meridian);
  const [poleSouth, poleNorth] = [0, 4 * 180];
  for (let i = 0; i < meridian.length; i += 2) {
    const x = meridian[i]!;
    const y = meridian[i + 1]!;
    if (!(x > extent[0] && x < extent[2] && y > extent[1] && y < extent[3])) continue;
    xmin = Math.min(xmin, -180);
    xmax = Math.max(xmax, 180);
    if (i >> 2 === poleSouth >> 2) ymin = -90;
    if (i >> 2 === poleNorth >> 2) ymax = 90;
  }
  return [xmin, ymin, xmax, ymax];
}

const wholeWorld: Extent = [-180, -90, 180, 90];

/**
 * Return the area of the target: the world in degrees, otherwise the box of the part of the world that can be
 * projected.
 */
function targetArea(projection: Transformation, image: Extent | undefined): Extent {
  if (isGeographic(projection.to)) return image ? union(image, wholeWorld) : wholeWorld;
  const toTarget: Transformation['forward'] = (xy) => {
    projection.worldTo(xy, 0, xy.length);
  };
  const world = projectSamples(wholeWorld, toTarget, 73, 37).box;
  if (image && world) return union(image, world);
  return world ?? image ?? [-1e300, -1e300, 1e300, 1e300];
}
