import { expect, test } from 'vitest';
import { createCanvasSurface } from '../../sw/draw/surface/canvas.ts';
import { markerDrawing } from '../../sw/draw/symbol/marker.ts';
import { plainSettings } from '../../sw/draw/symbol/symbol-settings.ts';
import { createCanvas, marker, rgb } from './draw-plan.ts';

test.each([255, 120])('many markers by hand look as those the canvas draws, alpha %i', (alpha) => {
  const { marker: drawn } = markerDrawing(marker(rgb(180, 60, 40, alpha), 5), plainSettings('test', 96))!;
  const xy = Float32Array.from({ length: 10_000 }, (_, i) => ((i * 7919) % 211) - 4.5);
  const [byHand, byCanvas] = [false, true].map((isCut) => {
    const surface = createCanvasSurface(200, 200, createCanvas);
    surface.fillBox({ xPx: 0, yPx: 0, widthPx: 100, heightPx: 200 }, { kind: 'solid', color: [200, 220, 240, 1] });
    // The shortcut isn't used on a clipped surface, which gives the reference.
    if (isCut) surface.beginGroup(1, { xPx: 0, yPx: 0, widthPx: 200, heightPx: 200 });
    surface.stampMarker(drawn, xy, 5000, 0);
    if (isCut) surface.endGroup();
    return surface.canvas.getContext('2d')!.getImageData(0, 0, 200, 200).data;
  });
  let worst = 0;
  for (let i = 0; i < byHand!.length; i += 4)
    // The canvas rounds the colors of nearly transparent pixels.
    if (byCanvas![i + 3]! > 60)
      for (let c = 0; c < 4; c++) worst = Math.max(worst, Math.abs(byHand![i + c]! - byCanvas![i + c]!));
  expect(byHand!.some((value) => value > 0)).toBe(true);
  expect(worst).toBeLessThanOrEqual(6);
});
