import type { Extent } from '../../geometry/extent.ts';
import type { Transformation } from '../../geometry/project.ts';
import { getWkid, isGeographic } from '../../geometry/spatial-reference.ts';
import type { MapView } from '../../geometry/view.ts';

/** Window of an image in a layer's spatial reference. */
export interface LayerWindow {
  /** Extent to read in layer units: the image and its margin. */
  readonly extent: Extent;
  /** Layer units per pixel: the finest value in the middle of the image. */
  readonly resolution: number;
}

/** [a, b, c, d, e, f]: pixel x = a X + c Y + e, pixel y = b X + d Y + f, for map coordinates X, Y. */
export type Matrix = readonly [number, number, number, number, number, number];

/** Return the matrix from map coordinates to the pixels of a view. */
export function pixelMatrix(view: MapView): Matrix {
  const [xmin, ymin, xmax, ymax] = view.extent;
  const turn = (view.rotationDeg * Math.PI) / 180;
  const cos = Math.cos(turn) / view.resolution;
  const sin = Math.sin(turn) / view.resolution;
  const x = (xmin + xmax) / 2;
  const y = (ymin + ymax) / 2;
  return [cos, -sin, -sin, -cos, view.widthPx / 2 - cos * x + sin * y, view.heightPx / 2 + sin * x + cos * y];
}

/** Number of intervals along each side of the image at which it is projected back. */
const steps = 16;

/**
 * Return the part of a layer that an image shows.
 *
 * @param marginPx distance that symbols reach into the image from outside
 * @returns an infinite extent if the image's edge can't be projected to the layer's spatial reference
 */
export function layerWindow(view: MapView, projection: Transformation | undefined, marginPx: number): LayerWindow {
  const across = steps + 1;
  const xy = new Float64Array(across * across * 2);
  // In a projection that bends lines, locations just outside the image may reappear inside, so use a wider margin.
  const wide = projection && !keepsAxes(projection) ? Math.max(view.widthPx, view.heightPx) / 2 : 0;
  const margin = marginPx + wide;
  const [a, b, c, d, e, f] = pixelMatrix(view);
  const determinant = a * d - b * c;
  for (let i = 0; i < across * across; i++) {
    const px = -margin + ((view.widthPx + 2 * margin) * (i % across)) / steps - e;
    const py = -margin + ((view.heightPx + 2 * margin) * Math.floor(i / across)) / steps - f;
    xy[2 * i] = (d * px - c * py) / determinant;
    xy[2 * i + 1] = (a * py - b * px) / determinant;
  }
  projection?.inverse(xy);
  let xmin = Infinity;
  let ymin = Infinity;
  let xmax = -Infinity;
  let ymax = -Infinity;
  let isWhole = true;
  for (let i = 0; i < xy.length; i += 2) {
    if (!Number.isFinite(xy[i]!) || !Number.isFinite(xy[i + 1]!)) isWhole = false;
    else {
      xmin = Math.min(xmin, xy[i]!);
      ymin = Math.min(ymin, xy[i + 1]!);
      xmax = Math.max(xmax, xy[i]!);
      ymax = Math.max(ymax, xy[i + 1]!);
    }
  }
  const seen: Extent = isWhole ? [xmin, ymin, xmax, ymax] : [-Infinity, -Infinity, Infinity, Infinity];
  return {
    extent: projection && isGeographic(projection.from) ? aroundTheWorld(seen, view, projection, margin) : seen,
    resolution: projection ? finestResolution(view, projection) : view.resolution,
  };
}

/** Widen an extent in degrees near the poles and the antimeridian, which the sampled points don't quite reach. */
function aroundTheWorld(
  [xmin, ymin, xmax, ymax]: Extent,
  view: MapView,
  projection: Transformation,
  marginPx: number,
): Extent {
  const [a, b, c, d, e, f] = pixelMatrix(view);
  const isPoleSeen = [90, -90].map((latitude) => {
    const pole = Float64Array.of(0, latitude);
    projection.forward(pole);
    const x = a * pole[0]! + c * pole[1]! + e;
    const y = b * pole[0]! + d * pole[1]! + f;
    return x >= -marginPx && y >= -marginPx && x <= view.widthPx + marginPx && y <= view.heightPx + marginPx;
  });
  const isWide = xmax - xmin > 180 || isPoleSeen.includes(true);
  return [isWide ? -Infinity : xmin, isPoleSeen[1] ? -90 : ymin, isWide ? Infinity : xmax, isPoleSeen[0] ? 90 : ymax];
}

/** Return layer units per pixel: the finest finite value at the center and at four points halfway to the corners. */
function finestResolution(view: MapView, projection: Transformation): number {
  const [a, b, c, d, e, f] = pixelMatrix(view);
  const determinant = a * d - b * c;
  let finest = Infinity;
  for (const [u, v] of [
    [0.5, 0.5],
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ] as const) {
    const xy = new Float64Array(4);
    for (const [i, shift] of [0, Math.SQRT2].entries()) {
      const px = view.widthPx * u + shift / Math.SQRT2 - e;
      const py = view.heightPx * v + shift / Math.SQRT2 - f;
      xy[2 * i] = (d * px - c * py) / determinant;
      xy[2 * i + 1] = (a * py - b * px) / determinant;
    }
    projection.inverse(xy);
    const step = Math.hypot(xy[2]! - xy[0]!, xy[3]! - xy[1]!) / Math.SQRT2;
    if (step > 0 && step < finest) finest = step;
  }
  return finest === Infinity ? 0 : finest;
}

/** Return true if lines along the axes stay along the axes: between degrees and Web Mercator. */
export function keepsAxes({ from, to }: Transformation): boolean {
  return [from, to].every((reference) => isGeographic(reference) || getWkid(reference) === 3857);
}
