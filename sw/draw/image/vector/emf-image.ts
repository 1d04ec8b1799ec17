import type { DrawingCommand } from '../../surface/record.ts';
import type { Rgba } from '../../surface/surface.ts';
import { encodeBmp } from '../bmp.ts';
import { bounds, boxToUnits, type EmfFile, floatBits } from './emf-records.ts';

/** Write an image as a bitmap. Transparent pixels get the background color. */
export function writeImage(
  emf: EmfFile,
  { image, box, angleDeg }: Extract<DrawingCommand, { kind: 'image' }>,
  [red, green, blue]: Rgba,
): void {
  const { columns, lines } = image;
  const rgba = image.rgba.slice();
  for (let i = 0; i < rgba.length; i += 4) if (rgba[i + 3] === 0) rgba.set([red, green, blue, 255], i);
  const bitmap = encodeBmp(rgba, columns, lines, { dotsPerInch: 96, isOpaque: true, hasFileHeader: false });
  const headBytes = 40;
  const [x, y, right, bottom] = boxToUnits(box) as [number, number, number, number];
  emf.record('saveState', []);
  if (angleDeg !== 0) {
    const turn = (angleDeg * Math.PI) / 180;
    const cos = Math.cos(turn);
    const sin = Math.sin(turn);
    const middleX = (x + right) / 2;
    const middleY = (y + bottom) / 2;
    const dx = middleX - cos * middleX - sin * middleY;
    const dy = middleY + sin * middleX - cos * middleY;
    emf.record('setWorldTransform', [cos, -sin, sin, cos, dx, dy].map(floatBits));
  }
  const offset = 80;
  emf.record(
    'stretchBitmap',
    [
      ...bounds,
      x,
      y,
      0,
      0,
      columns,
      lines,
      offset,
      headBytes,
      offset + headBytes,
      bitmap.length - headBytes,
      0,
      0xcc0020,
      right - x,
      bottom - y,
    ],
    bitmap,
  );
  emf.record('restoreState', [-1]);
}
