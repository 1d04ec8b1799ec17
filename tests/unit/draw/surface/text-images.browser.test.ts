import { expect, test } from 'vitest';
import { releaseKernel, takeKernel } from '../../../../sw/draw/kernel/kernel-memory.ts';
import { createPixelSurface } from '../../../../sw/draw/surface/pixels.ts';
import type { TextRun } from '../../../../sw/draw/surface/surface.ts';
import { createCanvas } from '../../../render/draw-plan.ts';

const widthPx = 160;
const heightPx = 120;

test('a text that another image makes forgotten is drawn all the same', async () => {
  // Given an image whose text was drawn and that waits while another image is drawn
  const text = (text: string, sizePx: number): TextRun => ({
    ...{ text, xPx: 10, yPx: 60, dxPx: 0, dyPx: 0, angleDeg: 0, isRightToLeft: false, color: [0, 0, 0, 1] },
    font: { family: 'Noto Sans', sizePx, weight: 400, isItalic: false, decoration: 'none' },
  });
  const drawTwice = async (between: () => Promise<void>) => {
    const memory = (await takeKernel())!;
    const images: Uint8ClampedArray[] = [];
    for (const pause of [async () => {}, between]) {
      const surface = createPixelSurface(memory, widthPx, heightPx, createCanvas);
      surface.drawText(text('Somewhere', 20));
      await pause();
      images.push(surface.readPixels('white').slice());
    }
    releaseKernel(memory);
    return images;
  };
  const [before, after] = await drawTwice(async () => {
    // When the other image draws more text than the cache holds
    const memory = (await takeKernel())!;
    const other = createPixelSurface(memory, widthPx, heightPx, createCanvas);
    for (let i = 0; i < 80; i++) other.drawText(text(`Elsewhere ${i}`, 96));
    other.readPixels('white');
    releaseKernel(memory);
  });
  // Then the first image still has its text
  expect(after).toEqual(before);
  expect(new Set(new Uint32Array(before!.buffer)).size).toBeGreaterThan(2);
});
