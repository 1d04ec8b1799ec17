import { measureText } from '../../surface/canvas-text.ts';
import type { Drawing } from '../../surface/record.ts';
import type { Font, TextRun } from '../../surface/surface.ts';
import { colorNumber, type EmfFile, floatBits, unitsPerPixel, utf16 } from './emf-records.ts';
import { computeTextOrigin } from './text-parts.ts';

/** ETO_RTLREADING (MS-EMF 2.1.11). */
const rightToLeftReading = 0x80;

export type WriteText = (run: TextRun, widthPx: number) => void;

/** Make the writer of text records. Each font is created once. */
export function createTextWriter(emf: EmfFile, drawing: Drawing): WriteText {
  const handles = new Map<string, number>();
  const measuring = drawing.createCanvas?.(1, 1).getContext('2d');

  /** Measure the advance of each character. The advances keep the text's width in another font. */
  const measureAdvances = ({ text, font }: TextRun, widthPx: number): number[] => {
    const ends = Array.from({ length: text.length }, (_, i) =>
      measuring && i + 1 < text.length
        ? measureText(() => measuring, text.slice(0, i + 1), font).widthPx
        : (widthPx * (i + 1)) / text.length,
    );
    const rounded = ends.map((end) => Math.round(end * unitsPerPixel));
    return rounded.map((end, i) => Math.max(0, end - (rounded[i - 1] ?? 0)));
  };

  const useFont = (font: Font, angleDeg: number): void => {
    const key = [font.family, font.sizePx, font.weight, font.isItalic, font.decoration, angleDeg].join('|');
    let handle = handles.get(key);
    if (handle === undefined) {
      handle = emf.newHandle();
      handles.set(key, handle);
      emf.record('createFont', [handle], logicalFont(font, angleDeg));
    }
    emf.record('selectObject', [handle]);
  };

  return (run, widthPx) => {
    const { text, color, isRightToLeft } = run;
    const { xPx, yPx, cos, sin } = computeTextOrigin(run);
    const { widthScale = 1 } = run.font;
    const font = { ...run.font, widthScale: 1 };
    const advances = measureAdvances({ ...run, font }, widthPx / widthScale);
    const letters = utf16(text);
    const padded = Math.ceil(letters.length / 4) * 4;
    const stringAt = 76;
    const writeAt = (x: number, y: number) => {
      const body = new Uint8Array(padded + 4 * advances.length);
      body.set(letters);
      const view = new DataView(body.buffer);
      advances.forEach((advance, i) => {
        view.setInt32(padded + 4 * i, advance, true);
      });
      // Readers compute the bounds, and graphics mode 2 ignores the two scales.
      const origin = [Math.round(x * unitsPerPixel), Math.round(y * unitsPerPixel)];
      emf.record(
        'textOut',
        [
          0,
          0,
          -1,
          -1,
          2,
          floatBits(1),
          floatBits(1),
          ...origin,
          text.length,
          stringAt,
          isRightToLeft ? rightToLeftReading : 0,
          0,
          0,
          -1,
          -1,
          stringAt + padded,
        ],
        body,
      );
    };
    useFont(font, widthScale === 1 ? run.angleDeg : 0);
    emf.record('setTextColor', [colorNumber(color)]);
    if (widthScale === 1) {
      writeAt(xPx, yPx);
      return;
    }
    // Stretched text needs a world transform for rotation and width.
    emf.record('saveState', []);
    const matrix = [cos * widthScale, -sin * widthScale, sin, cos, xPx * unitsPerPixel, yPx * unitsPerPixel];
    emf.record('setWorldTransform', matrix.map(floatBits));
    writeAt(0, 0);
    emf.record('restoreState', [-1]);
  };
}

/** Write a LogFont (MS-EMF 2.2.13) in the long form that newer readers expect. */
function logicalFont(font: Font, angleDeg: number): Uint8Array {
  const bytes = new Uint8Array(320);
  const view = new DataView(bytes.buffer);
  // Negative means em height instead of line height.
  view.setInt32(0, -Math.round(font.sizePx * unitsPerPixel), true);
  const tenths = Math.round((((angleDeg % 360) + 360) % 360) * 10);
  view.setInt32(8, tenths, true);
  view.setInt32(12, tenths, true);
  view.setInt32(16, font.weight, true);
  bytes[20] = font.isItalic ? 1 : 0;
  bytes[21] = font.decoration.includes('underline') ? 1 : 0;
  bytes[22] = font.decoration.includes('line-through') ? 1 : 0;
  // Any character set.
  bytes[23] = 1;
  bytes.set(utf16(font.family.slice(0, 31)), 28);
  return bytes;
}
