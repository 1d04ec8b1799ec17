import type { Picture } from '../../surface/surface.ts';
import { fine } from './numbers.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfResources } from './pdf-resources.ts';
import { type TilePaint, tileMatrix } from './picture-tile.ts';

/** Write a picture, with a mask unless it is opaque; returns its object number. */
export async function addPicture(pdf: PdfFile, picture: Picture): Promise<number> {
  const { rgba, columns, lines } = picture;
  const rgb = new Uint8Array(columns * lines * 3);
  const alphas = new Uint8Array(columns * lines);
  let isOpaque = true;
  for (let i = 0; i < alphas.length; i++) {
    const from = 4 * seenBeside(rgba, i, columns);
    rgb[3 * i] = rgba[from]!;
    rgb[3 * i + 1] = rgba[from + 1]!;
    rgb[3 * i + 2] = rgba[from + 2]!;
    alphas[i] = rgba[4 * i + 3]!;
    if (alphas[i] !== 255) isOpaque = false;
  }
  const entries = `/Type /XObject /Subtype /Image /Width ${columns} /Height ${lines} /BitsPerComponent 8`;
  const mask = isOpaque ? '' : ` /SMask ${await pdf.addStream(`${entries} /ColorSpace /DeviceGray`, alphas)} 0 R`;
  return pdf.addStream(`${entries} /ColorSpace /DeviceRGB${mask}`, rgb);
}

/**
 * A pixel, or a neighbour when it is transparent: readers interpolate colours regardless of opacity and would mix in
 * black.
 */
function seenBeside(rgba: Uint8ClampedArray, pixel: number, columns: number): number {
  for (const step of [0, -1, 1, -columns, columns]) if (rgba[4 * (pixel + step) + 3]) return pixel + step;
  return pixel;
}

const written = new WeakMap<PdfFile, Map<Picture, Promise<number>>>();

/** Return the name of the pattern that repeats a picture in the current space (ISO 32000-1, 8.7.3). */
export async function patternName({ pdf, patterns, space }: PdfResources, { tile }: TilePaint): Promise<string> {
  const { picture, widthPx, heightPx, gapXPx, gapYPx } = tile;
  const pictures = written.get(pdf) ?? new Map<Picture, Promise<number>>();
  written.set(pdf, pictures);
  const image = pictures.get(picture) ?? addPicture(pdf, picture);
  pictures.set(picture, image);
  // The cell has y upwards like pictures, since readers handle mirrored cells less reliably.
  const matrix = times([1, 0, 0, -1, 0, 0], times(tileMatrix(tile), space));
  const draw = `${fine(widthPx)} 0 0 ${fine(heightPx)} 0 ${fine(-heightPx)} cm /P Do`;
  const number = await pdf.addStream(
    `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 ${fine(-heightPx)} ${fine(widthPx)} 0] ` +
      `/XStep ${fine(widthPx + gapXPx)} /YStep ${fine(heightPx + gapYPx)} /Matrix [${matrix.map(fine).join(' ')}] ` +
      `/Resources << /XObject << /P ${await image} 0 R >> >>`,
    new TextEncoder().encode(draw),
  );
  const name = `P${number}`;
  patterns.set(number, name);
  return name;
}

type Matrix = PdfResources['space'];

/** Multiply two matrices: the first applies first. */
function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}
