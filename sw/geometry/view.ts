import { wrongValue } from '../contract/index.ts';
import type { Extent } from './extent.ts';
import { scaleDenominator } from './scale.ts';

/** View of an image: the fitted extent and the pixels it covers. */
export interface MapView {
  /** Fitted to the aspect ratio of the image, in map units; its center is the center of rotation. */
  readonly extent: Extent;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly dpi: number;
  /** Map units per pixel, the same in both directions. */
  readonly resolution: number;
  /** Degrees, counterclockwise. */
  readonly rotationDeg: number;
  /** Denominator; 0 if the units are unknown. */
  readonly scale: number;
}

interface ViewRequest {
  /** Requested envelope in map units; it's widened to the aspect ratio of the image. */
  readonly extent: Extent;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly dpi: number;
  readonly rotationDeg?: number | undefined;
  /** Of the map's spatial reference; 0 if unknown. */
  readonly inchesPerUnit: number;
  /** Path of the extent, for the message. */
  readonly path?: string | undefined;
}

/** Transform from map coordinates to pixels, named as in a canvas: px = a x + c y + e, py = b x + d y + f. */
export interface ViewMatrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/**
 * Create the view of an image.
 *
 * @throws {Fault} `bad-extent` for an invalid or empty extent; `bad-value` for an image without pixels, a DPI that
 * isn't positive or a rotation that isn't finite
 */
export function makeView(request: ViewRequest): MapView {
  const { widthPx, heightPx, dpi, rotationDeg = 0 } = request;
  if (!(dpi > 0 && dpi < Infinity)) throw wrongValue('bad-value', 'ImageDPI', 'a positive number', `${dpi}`);
  if (!Number.isFinite(rotationDeg))
    throw wrongValue('bad-value', 'Rotation', 'a finite number of degrees', `${rotationDeg}`);
  const extent = fitExtent(request.extent, widthPx, heightPx, request.path);
  const resolution = (extent[2] - extent[0]) / widthPx;
  const scale = scaleDenominator(resolution, dpi, request.inchesPerUnit);
  return { extent, widthPx, heightPx, dpi, resolution, rotationDeg: rotationDeg % 360, scale };
}

/** Return the coefficients from map coordinates to pixels; the pixel origin is the upper left corner. */
export function viewMatrix(view: MapView): ViewMatrix {
  const { cos, sin } = turn(view.rotationDeg);
  const { extent, resolution: r } = view;
  const [x, y] = [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2];
  const [a, b, c, d] = [cos / r, -sin / r, -sin / r, -cos / r];
  return { a, b, c, d, e: view.widthPx / 2 - a * x - c * y, f: view.heightPx / 2 - b * x - d * y };
}

/**
 * Convert map coordinates to unrounded pixels.
 *
 * @param xy flat [x0, y0, x1, y1, ...]
 * @param out filled from its start; may be `xy` itself
 */
export function mapToScreen(view: MapView, xy: ArrayLike<number>, out = new Float64Array(xy.length)): Float64Array {
  const { cos, sin } = turn(view.rotationDeg);
  const { extent, resolution } = view;
  const [x, y] = [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2];
  for (let i = 0; i + 1 < xy.length; i += 2) {
    const dx = xy[i]! - x;
    const dy = xy[i + 1]! - y;
    out[i] = view.widthPx / 2 + (dx * cos - dy * sin) / resolution;
    out[i + 1] = view.heightPx / 2 - (dx * sin + dy * cos) / resolution;
  }
  return out;
}

/** Convert pixels to map coordinates; the inverse of `mapToScreen`. */
export function screenToMap(view: MapView, pixels: ArrayLike<number>): Float64Array {
  const out = new Float64Array(pixels.length);
  const { cos, sin } = turn(view.rotationDeg);
  const { extent, resolution } = view;
  const [x, y] = [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2];
  for (let i = 0; i + 1 < pixels.length; i += 2) {
    const rx = (pixels[i]! - view.widthPx / 2) * resolution;
    const ry = (view.heightPx / 2 - pixels[i + 1]!) * resolution;
    out[i] = x + rx * cos + ry * sin;
    out[i + 1] = y - rx * sin + ry * cos;
  }
  return out;
}

/** Return exact values for quarter turns, so that lines along pixels stay aligned with pixels. */
function turn(rotationDeg: number): { cos: number; sin: number } {
  const quarters = rotationDeg / 90;
  if (Number.isInteger(quarters)) {
    const q = ((quarters % 4) + 4) % 4;
    return { cos: [1, 0, -1, 0][q]!, sin: [0, 1, 0, -1][q]! };
  }
  const radians = (rotationDeg * Math.PI) / 180;
  return { cos: Math.cos(radians), sin: Math.sin(radians) };
}

/** Limit of coordinates and resolutions that can be drawn. */
const maxCoordinate = 1e300;

/**
 * Widen an extent around its center to the aspect ratio of an image. Pixels are then square, and the whole extent is
 * visible.
 *
 * @param extent requested envelope; one side may be zero
 * @param path of the extent, for the message
 * @returns the fitted extent, which contains the requested extent
 * @throws {Fault} `bad-extent` when a number isn't finite, a minimum exceeds its maximum or both sides are zero;
 *   `bad-value` when the image has no pixels
 */
export function fitExtent(extent: Extent, widthPx: number, heightPx: number, path = 'Extent'): Extent {
  const [xmin, ymin, xmax, ymax] = extent;
  if (!(widthPx > 0 && heightPx > 0 && widthPx < maxCoordinate && heightPx < maxCoordinate))
    throw wrongValue('bad-value', path, 'an image of at least 1 x 1 pixels', `${widthPx} x ${heightPx}`);
  const width = xmax - xmin;
  const height = ymax - ymin;
  const isSound = extent.every((value) => Math.abs(value) < maxCoordinate) && width >= 0 && height >= 0;
  const resolution = Math.max(width / widthPx, height / heightPx);
  if (!isSound || !(resolution > 0))
    throw wrongValue(
      'bad-extent',
      path,
      'finite coordinates, XMin ≤ XMax and YMin ≤ YMax, and a width or height',
      `XMin ${xmin}, YMin ${ymin}, XMax ${xmax}, YMax ${ymax}`,
    );
  return extentAround((xmin + xmax) / 2, (ymin + ymax) / 2, resolution * widthPx, resolution * heightPx, extent);
}

/**
 * Return an extent around a center. A side that already fits is unchanged to the last bit, which adding and subtracting
 * half a width wouldn't guarantee.
 */
function extentAround(x: number, y: number, width: number, height: number, requested: Extent): Extent {
  return [
    Math.min(requested[0], x - width / 2),
    Math.min(requested[1], y - height / 2),
    Math.max(requested[2], x + width / 2),
    Math.max(requested[3], y + height / 2),
  ];
}
