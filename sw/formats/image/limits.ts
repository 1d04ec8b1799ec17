import { readFault } from '../reading/diagnostic.ts';

/** Memory limits for making tiles of samples, with a third more for overviews. A square of 16,384 pixels fits. */
const maxPixels = 16_384 ** 2;
const maxBytes = 512 * 1024 ** 2;

/**
 * Check the declared size of a raster before anything is unpacked.
 *
 * @throws {Fault} `bad-package` without pixels, `too-large` above 16,384 x 16,384 pixels or 512 MB
 */
export function checkSize(name: string, widthPx: number, heightPx: number, bytesPerPixel: number): void {
  if (!(widthPx >= 1 && heightPx >= 1 && bytesPerPixel >= 1))
    throw readFault('bad-package', 'pixelsExpected', name, widthPx, heightPx);
  const pixels = widthPx * heightPx;
  if (pixels <= maxPixels && pixels * bytesPerPixel <= maxBytes) return;
  throw readFault(
    'too-large',
    'rasterTooLarge',
    name,
    maxPixels / 1e6,
    maxBytes / 2 ** 20,
    widthPx,
    heightPx,
    Math.ceil((pixels * bytesPerPixel) / 2 ** 20),
  );
}
