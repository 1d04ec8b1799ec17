import { colorToRgba } from '../../contract/rgba.ts';
import type { Drawing, DrawingCommand } from '../surface/record.ts';
import type { EncodedImage, EncodeOptions } from './encode-options.ts';
import { formats, type VectorFormat } from './formats.ts';
import { writeEmf } from './vector/emf.ts';
import { coversAll } from './vector/flatten.ts';
import { writePdf } from './vector/pdf.ts';
import { writePs } from './vector/ps.ts';
import { writeSvg } from './vector/svg.ts';

const writers = {
  gisImageSVG: writeSvg,
  gisImagePDF: writePdf,
  gisImageAI: writePdf,
  gisImagePS: writePs,
  gisImageEMF: writeEmf,
} as const satisfies Record<VectorFormat, unknown>;

/** Write a recorded drawing as a file of paths and text. */
export async function encodeVector(
  drawing: Drawing,
  format: VectorFormat,
  options: EncodeOptions,
): Promise<EncodedImage> {
  const { transparentColor, dotsPerInch = 96, title = '', readFile } = options;
  const [red, green, blue] = transparentColor ? colorToRgba(transparentColor) : [];
  const isLeftOut = (command: DrawingCommand): boolean => {
    if (command.kind !== 'box' || command.paint.kind !== 'solid' || !coversAll(command.box, drawing)) return false;
    const [r, g, b, alpha] = command.paint.color;
    return r === red && g === green && b === blue && alpha === 1;
  };
  const commands = transparentColor ? drawing.commands.filter((command) => !isLeftOut(command)) : drawing.commands;
  const bytes = await writers[format]({ ...drawing, commands }, { dotsPerInch, title, readFile });
  return { bytes, mimeType: formats[format].mimeType };
}
