import { colorToRgba } from '../../contract/rgba.ts';
import { runSteps } from '../../scheduler.ts';
import { encodeBmp } from './bmp.ts';
import type { EncodeOptions } from './encode-options.ts';
import type { RasterFormat } from './formats.ts';
import { encodeGif } from './gif.ts';
import { paletteImage } from './palette.ts';
import { encodePng8, encodePng24, encodePng32 } from './png.ts';
import { isEveryOpaque } from './rgba-pixels.ts';
import { encodeTiff } from './tiff.ts';

type OwnRasterFormat = Exclude<RasterFormat, 'gisImageJPG' | 'gisImageJPGPNG'>;

/**
 * Encode pixels as a file of a raster format.
 *
 * @param rgba not premultiplied; may be changed
 */
export async function encodeRaster(
  rgba: Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
  format: OwnRasterFormat,
  { dotsPerInch = 96, geo, scheduler, transparentColor }: EncodeOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  switch (format) {
    case 'gisImagePNG':
      return encodePng8(await runSteps(paletteImage(rgba), scheduler), widthPx, heightPx, dotsPerInch, scheduler);
    case 'gisImagePNG24':
      return encodePng24(
        rgba,
        widthPx,
        heightPx,
        dotsPerInch,
        transparentColor && colorToRgba(transparentColor),
        scheduler,
      );
    case 'gisImagePNG32':
      return encodePng32(rgba, widthPx, heightPx, dotsPerInch, scheduler);
    case 'gisImageGIF':
      return runSteps(encodeGif(rgba, widthPx, heightPx), scheduler);
    case 'gisImageTIFF':
      return encodeTiff(rgba, widthPx, heightPx, {
        dotsPerInch,
        isOpaque: isEveryOpaque(rgba),
        geo,
      });
    case 'gisImageBMP':
    case 'gisImageDIB':
      return encodeBmp(rgba, widthPx, heightPx, {
        dotsPerInch,
        isOpaque: isEveryOpaque(rgba),
        hasFileHeader: format === 'gisImageBMP',
      });
  }
}
