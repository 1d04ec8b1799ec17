import { Fault } from '../contract/index.ts';
import type { Extent } from './extent.ts';

/** Beyond this a resolution or a centre is no longer a number that a picture can be made from. */
const largest = 1e300;

/**
 * Widen an extent about its centre to the aspect ratio of an image, so that a pixel is square and nothing asked for is lost.
 *
 * @param extent requested envelope; one side may be zero
 * @param path path of the extent, for the message
 * @returns the fitted extent, containing the requested one
 * @throws {Fault} `bad-extent` when a number is not finite, a minimum exceeds its maximum or both sides are zero;
 *   `bad-value` when the image has no pixels
 */
export function fitExtent(extent: Extent, widthPx: number, heightPx: number, path = 'Extent'): Extent {
  const [xmin, ymin, xmax, ymax] = extent;
  if (!(widthPx > 0 && heightPx > 0 && widthPx < largest && heightPx < largest))
    throw new Fault('bad-value', `${path}: an image of at least 1 x 1 pixels expected, ${widthPx} x ${heightPx} found`);
  const width = xmax - xmin;
  const height = ymax - ymin;
  const isSound = extent.every((value) => Math.abs(value) < largest) && width >= 0 && height >= 0;
  const resolution = Math.max(width / widthPx, height / heightPx);
  if (!isSound || !(resolution > 0))
    throw new Fault(
      'bad-extent',
      `${path}: XMin <= XMax, YMin <= YMax with a width or a height expected, ` +
        `XMin ${xmin}, YMin ${ymin}, XMax ${xmax}, YMax ${ymax} found`,
    );
  return extentAround((xmin + xmax) / 2, (ymin + ymax) / 2, resolution * widthPx, resolution * heightPx, extent);
}

/** Keeps the side that fits already as it was asked for, bit by bit: half a width added and taken away may not. */
function extentAround(x: number, y: number, width: number, height: number, requested: Extent): Extent {
  return [
    Math.min(requested[0], x - width / 2),
    Math.min(requested[1], y - height / 2),
    Math.max(requested[2], x + width / 2),
    Math.max(requested[3], y + height / 2),
  ];
}
