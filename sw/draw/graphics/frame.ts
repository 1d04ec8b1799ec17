import type { Value } from '../../contract/index.ts';
import { singleGeometry } from '../../geometry/single-geometry.ts';
import type { PixelBox, Surface } from '../surface/surface.ts';
import { symbolDrawing } from '../symbol/symbol-drawing.ts';
import type { SymbolSettings } from '../symbol/symbol-settings.ts';
import { drawShape } from './draw-shape.ts';

/** Draw the shadow of a box: the offset box in the color of the shadow's line. */
export function drawShadow(
  surface: Surface,
  box: PixelBox,
  shadow: Value<'Shadow'> | undefined,
  settings: SymbolSettings,
): void {
  if (shadow?.type !== 'SymbolShadow' || !shadow.Symbol) return;
  const { pixelsPerPoint } = settings;
  const moved = {
    ...box,
    xPx: box.xPx + shadow.HorizontalOffset * pixelsPerPoint,
    yPx: box.yPx - shadow.VerticalOffset * pixelsPerPoint,
  };
  const symbol: Value<'SimpleFillSymbol'> = {
    type: 'SimpleFillSymbol',
    Style: 'gisSFSSolid',
    Color: shadow.Symbol.Color,
  };
  drawBox(surface, moved, shadow.CornerRounding, symbol, { ...settings, path: `${settings.path}.Shadow` });
}

/** Draw the background of a box. */
export function drawBackground(
  surface: Surface,
  box: PixelBox,
  background: Value<'Background'> | undefined,
  settings: SymbolSettings,
): void {
  if (background?.type !== 'SymbolBackground' || !background.Symbol) return;
  const path = `${settings.path}.Background`;
  drawBox(surface, addGaps(box, background, settings), background.CornerRounding, background.Symbol, {
    ...settings,
    path,
  });
}

/** Draw the border of a box. */
export function drawBorder(
  surface: Surface,
  box: PixelBox,
  border: Value<'Border'> | undefined,
  settings: SymbolSettings,
): void {
  if (border?.type !== 'SymbolBorder' || !border.Symbol) return;
  const path = `${settings.path}.Border`;
  drawBox(surface, addGaps(box, border, settings), border.CornerRounding, border.Symbol, { ...settings, path });
}

function addGaps(
  box: PixelBox,
  { HorizontalGap, VerticalGap }: { readonly HorizontalGap: number; readonly VerticalGap: number },
  { pixelsPerPoint }: SymbolSettings,
): PixelBox {
  const [x, y] = [(HorizontalGap || 0) * pixelsPerPoint, (VerticalGap || 0) * pixelsPerPoint];
  return { xPx: box.xPx - x, yPx: box.yPx - y, widthPx: box.widthPx + 2 * x, heightPx: box.heightPx + 2 * y };
}

function drawBox(
  surface: Surface,
  box: PixelBox,
  roundingPercent: number,
  symbol: Value<'Symbol'>,
  settings: SymbolSettings,
): void {
  const drawing = symbolDrawing(symbol, settings);
  if (!drawing || !(box.widthPx > 0 && box.heightPx > 0)) return;
  drawShape(surface, singleGeometry('polygon', [makeRoundedRing(box, roundingPercent)]), drawing);
}

/** Chords per quarter circle. */
const cornerSteps = 12;

/** Return a closed ring with rounded corners. At 100 percent they meet in the middle of the shorter side. */
function makeRoundedRing({ xPx, yPx, widthPx, heightPx }: PixelBox, percent: number): number[] {
  // Edges run through pixel centers to be crisp.
  const [left, top] = [Math.round(xPx) + 0.5, Math.round(yPx) + 0.5];
  const [right, bottom] = [Math.round(xPx + widthPx) - 0.5, Math.round(yPx + heightPx) - 0.5];
  const radius = (Math.min(100, Math.max(0, percent || 0)) / 200) * Math.min(right - left, bottom - top);
  if (!(radius > 0)) return [left, top, right, top, right, bottom, left, bottom, left, top];
  const ring: number[] = [];
  const corners = [
    [right - radius, top + radius, -90],
    [right - radius, bottom - radius, 0],
    [left + radius, bottom - radius, 90],
    [left + radius, top + radius, 180],
  ] as const;
  for (const [x, y, startDeg] of corners)
    for (let i = 0; i <= cornerSteps; i++) {
      const turn = ((startDeg + (90 * i) / cornerSteps) * Math.PI) / 180;
      ring.push(x + radius * Math.cos(turn), y + radius * Math.sin(turn));
    }
  return [...ring, ring[0]!, ring[1]!];
}
