import type { Value } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import type { Samples } from '../../service/raster-source.ts';
import { readFault } from '../reading/diagnostic.ts';

/** Placement of pixels in the world: the size of a pixel, and the upper left corner of the first pixel. */
export interface Placement {
  readonly pixelWidth: number;
  /** Positive; rows run south. */
  readonly pixelHeight: number;
  readonly left: number;
  readonly top: number;
  /** Whether rows run north in the file, so that they must be flipped. */
  readonly isBottomUp: boolean;
}

/** Location of an image, from its sidecar files. */
export interface Sidecars {
  readonly placement?: Placement;
  readonly spatialReference?: Value<'SpatialReference'>;
}

/**
 * Read a world file: six lines with the width of a pixel, two rotations, the height (negative for rows to the south)
 * and the center of the upper left pixel.
 *
 * @throws {Fault} `bad-package` if it isn't valid, `not-supported` for a rotated raster
 */
export function readWorldFile(text: string, name: string): Placement {
  const lines = text.trim().split(/\s+/).slice(0, 6);
  const numbers = lines.map((line) => Number(line.replace(',', '.')));
  if (numbers.length < 6 || !numbers.every(Number.isFinite)) {
    const bad = lines.findIndex((_, i) => !Number.isFinite(numbers[i]));
    throw bad >= 0
      ? readFault('bad-package', 'worldLine', name, lines[bad]!.slice(0, 40), bad + 1)
      : readFault('bad-package', 'worldLines', name, numbers.length);
  }
  const [pixelWidth, turnY, turnX, step, x, y] = numbers as [number, number, number, number, number, number];
  return toPlacement({ pixelWidth, turnY, turnX, step, left: x - pixelWidth / 2, top: y - step / 2 }, name);
}

/**
 * Return the placement of a raster from its affine transform.
 *
 * @param transform affine transform; `step` is the change in y per row, usually negative
 * @throws {Fault} `bad-package` if pixels have no size or are mirrored, `not-supported` for a rotated raster
 */
export function toPlacement(
  transform: { pixelWidth: number; turnY: number; turnX: number; step: number; left: number; top: number },
  name: string,
): Placement {
  const { pixelWidth, turnX, turnY, step, left, top } = transform;
  // Rounded sines and cosines may leave a tiny rotation.
  const isRotated = Math.max(Math.abs(turnX), Math.abs(turnY)) > 1e-9 * Math.abs(pixelWidth);
  if (isRotated) throw readFault('not-supported', 'turnedRaster', name);
  if (!(pixelWidth > 0) || !(Math.abs(step) > 0) || !Number.isFinite(left + top + pixelWidth + step))
    throw readFault('bad-package', 'pixelSizeExpected', name, String(pixelWidth), String(step));
  return { pixelWidth, pixelHeight: Math.abs(step), left, top, isBottomUp: step > 0 };
}

/** Return the extent of a raster, to the outer edges of its pixels. */
export function placementExtent(
  { pixelWidth, pixelHeight, left, top, isBottomUp }: Placement,
  widthPx: number,
  heightPx: number,
): Extent {
  const high = pixelHeight * heightPx;
  const [bottom, upper] = isBottomUp ? [top, top + high] : [top - high, top];
  return [left, bottom, left + pixelWidth * widthPx, upper];
}

/** Return the samples with their rows in reverse order. */
export function flipVertically<T extends Samples>(samples: T, widthPx: number): T {
  const out = samples.slice() as T;
  const rows = samples.length / widthPx;
  for (let row = 0; row < rows; row++)
    out.set(samples.subarray(row * widthPx, (row + 1) * widthPx) as never, (rows - 1 - row) * widthPx);
  return out;
}
