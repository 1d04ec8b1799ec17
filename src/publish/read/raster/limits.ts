import { Fault } from '../../../../sw/contract/index.ts';

/** What a page can hold while it makes tiles of it: the samples, and a third again for the overviews. */
const mostPixels = 120_000_000;
const mostBytes = 512 * 1024 ** 2;

/**
 * Refuse a raster by what it says of its size, before anything of it is unpacked.
 *
 * @throws {Fault} `bad-package` without pixels, `too-large`
 */
export function checkSize(name: string, widthPx: number, heightPx: number, bytesPerPixel: number): void {
  if (!(widthPx >= 1 && heightPx >= 1 && bytesPerPixel >= 1))
    throw new Fault('bad-package', `${name}: a raster with pixels expected, ${widthPx} x ${heightPx} found.`);
  const pixels = widthPx * heightPx;
  if (pixels <= mostPixels && pixels * bytesPerPixel <= mostBytes) return;
  throw new Fault(
    'too-large',
    `${name}: at most ${mostPixels / 1e6} million pixels and ${mostBytes / 2 ** 20} MB expected, ${widthPx} x ${heightPx} pixels with ${Math.ceil((pixels * bytesPerPixel) / 2 ** 20)} MB found.`,
  );
}
