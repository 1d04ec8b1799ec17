import { roundDown } from '../../draw/scale-bar/plan.ts';
import type { CreateCanvas } from '../../draw/surface/surface.ts';
import type { TrueResolution } from '../../geometry/lengths/true-resolution.ts';
import { minMax } from '../../geometry/min-max.ts';
import type { Grid } from './grid.ts';
import type { LayoutRequest, SheetRequest } from './layout-request.ts';
import { drawLegendRows, flowLegend, type LegendLayer, legendRows } from './legend-block.ts';
import { type Box, boxRing, fitText, ink, lineMm, type Pen, soft, type TextStyle, white } from './pen.ts';
import { gridRoomMm, legendTitleStyle, type Sheet, textStyle, titleStyle } from './sheet.ts';

/** The contents of a sheet around its map. */
interface SheetPlan {
  readonly request: SheetRequest;
  readonly sheet: Sheet;
  readonly layers: readonly LegendLayer[];
  readonly credits: readonly string[];
  readonly resolution: TrueResolution | undefined;
  readonly grid: Grid | undefined;
  readonly locale: string;
}

/** Draw a sheet around its map, which has already been drawn. */
export function drawSheet(pen: Pen, plan: SheetPlan, createCanvas: CreateCanvas): void {
  const { sheet, request, grid } = plan;
  const { size, marginMm, title, text, frame } = sheet;
  let y = marginMm;
  for (const [lines, style] of [
    [title, titleStyle(size)],
    [text, textStyle(size)],
  ] as const)
    for (const line of lines) {
      pen.text(line, marginMm, y + 0.75 * lineMm(style), style);
      y += lineMm(style);
    }
  if (grid) drawGrid(pen, grid, frame, size);
  pen.lines([boxRing(frame)], 0.25 * size, ink, true);
  if (sheet.legend) drawLegend(pen, plan, createCanvas);
  const usedMm = drawScale(pen, plan);
  if (request.credits) drawCredits(pen, plan, usedMm);
}

/** Write the credits into the lower right corner of a map that fills its image. */
export function drawCreditLine(pen: Pen, { widthMm, heightMm }: LayoutRequest, credits: readonly string[]): void {
  const available = { widthMm: 0.75 * widthMm, heightMm: 0.2 * heightMm };
  const { lines, style } = fitText(pen, credits.join('; '), ink, [6.5, 5.5], available);
  if (lines.length === 0) return;
  const roomMm = minMax(lines.map((line) => pen.widthMm(line, style)))[1] + 2;
  const highMm = lines.length * lineMm(style) + 0.8;
  pen.area(
    boxRing({ xMm: widthMm - roomMm, yMm: heightMm - highMm, widthMm: roomMm, heightMm: highMm }),
    [255, 255, 255, 0.8],
  );
  for (const [index, line] of lines.entries())
    pen.text(line, widthMm - 1, heightMm - highMm + 0.4 + (index + 0.75) * lineMm(style), style, { align: 'right' });
}

function drawGrid(pen: Pen, { lines, labels }: Grid, frame: Box, size: number): void {
  const { pxPerMm } = pen;
  const onSheet = (line: readonly number[]) =>
    line.map((value, index) => value / pxPerMm + (index % 2 === 0 ? frame.xMm : frame.yMm));
  pen.lines(lines.map(onSheet), 0.12 * size, [60, 64, 67, 0.4]);
  const style: TextStyle = { sizePt: 6 * size, color: soft };
  const used = new Map<string, [from: number, to: number][]>();
  const gapMm = 1.1 * size;
  const capMm = (style.sizePt * 0.66 * 25.4) / 72;
  for (const { text, edge, atPx } of labels) {
    const isLevel = edge === 'top' || edge === 'bottom';
    const atMm = atPx / pxPerMm;
    const halfMm = pen.widthMm(text, style) / 2;
    const taken = used.get(edge) ?? [];
    used.set(edge, taken);
    const [from, to] = [atMm - halfMm - 1.5, atMm + halfMm + 1.5];
    const lengthMm = isLevel ? frame.widthMm : frame.heightMm;
    if (from < -gridRoomMm(size) || to > lengthMm + gridRoomMm(size)) continue;
    if (taken.some(([start, end]) => from < end && to > start)) continue;
    taken.push([from, to]);
    const [x, y] = isLevel ? [frame.xMm + atMm, 0] : [0, frame.yMm + atMm];
    if (edge === 'top') pen.text(text, x, frame.yMm - gapMm, style, { align: 'center' });
    else if (edge === 'bottom')
      pen.text(text, x, frame.yMm + frame.heightMm + gapMm + capMm, style, { align: 'center' });
    else if (edge === 'left') pen.text(text, frame.xMm - gapMm, y, style, { align: 'center', angleDeg: 90 });
    else pen.text(text, frame.xMm + frame.widthMm + gapMm + capMm, y, style, { align: 'center', angleDeg: 90 });
  }
}

function drawLegend(pen: Pen, { sheet, request, layers }: SheetPlan, createCanvas: CreateCanvas): void {
  const { size } = sheet;
  const { box, columns, gapMm } = sheet.legend!;
  const style = legendTitleStyle(size);
  pen.text(request.texts.legend, box.xMm, box.yMm + 0.75 * lineMm(style), style);
  const topMm = lineMm(style) + 1.5 * size;
  const available = { ...box, yMm: box.yMm + topMm, heightMm: box.heightMm - topMm };
  const rows = legendRows(pen, layers, (box.widthMm - gapMm * (columns - 1)) / columns, size);
  const small: TextStyle = { sizePt: 7 * size, color: soft, isItalic: true };
  let placed = flowLegend(rows, available, columns, gapMm);
  if (placed.length < rows.length) {
    placed = flowLegend(rows, { ...available, heightMm: available.heightMm - lineMm(small) }, columns, gapMm);
    while (placed.at(-1)?.row.isHeading) placed.pop();
    const omittedCount = rows.slice(placed.length).filter(({ isHeading }) => !isHeading).length;
    const more = request.texts.more.replace('{count}', String(omittedCount));
    pen.text(more, placed.at(-1)?.xMm ?? available.xMm, available.yMm + available.heightMm - 0.8 * size, small);
  }
  drawLegendRows(pen, placed, size, createCanvas);
}

/**
 * Draw the north arrow, scale bar and scale, from the left. Skip bar and scale if the map isn't true to scale.
 *
 * @returns the width used, in mm
 */
function drawScale(pen: Pen, { sheet, request, resolution, locale }: SheetPlan): number {
  const { foot, size } = sheet;
  if (!resolution) return 0;
  const top = foot.yMm + 3 * size;
  let x = foot.xMm;
  if (request.north) {
    drawNorth(pen, x + 4 * size, top + 4.6 * size, size, resolution.northDeg);
    x += 13 * size;
  }
  if (!request.scaleBar || !resolution.isToScale) return x - foot.xMm;
  const metresPerMm = resolution.metersPerPixel * pen.pxPerMm;
  const bar = sheetBar(metresPerMm * Math.min(64 * size, 0.4 * foot.widthMm), request.units);
  const number = new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 });
  const style: TextStyle = { sizePt: 7 * size, color: ink };
  const pieceMm = bar.lengthM / metresPerMm / 4;
  const barTop = top + lineMm(style);
  const scale = new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 }).format(1000 * metresPerMm);
  for (let side = 0; side < 4; side++)
    pen.area(
      boxRing({ xMm: x + side * pieceMm, yMm: barTop, widthMm: pieceMm, heightMm: 1.4 * size }),
      side % 2 === 0 ? ink : white,
    );
  pen.lines([boxRing({ xMm: x, yMm: barTop, widthMm: 4 * pieceMm, heightMm: 1.4 * size })], 0.2 * size, ink, true);
  for (const offset of [0, 2, 4]) {
    const text = number.format(offset * bar.piece);
    const xMm = x + offset * pieceMm;
    pen.text(text, xMm, barTop - 0.9 * size, style, { align: offset === 0 ? 'left' : 'center' });
    if (offset === 4) pen.text(bar.unit, xMm + pen.widthMm(text, style) / 2 + size, barTop - 0.9 * size, style);
  }
  pen.text(`1 : ${scale}`, x, barTop + 1.4 * size + lineMm(style), style);
  return x + 4 * pieceMm + 12 * size - foot.xMm;
}

/** Draw a needle of two halves with its letter, rotated about its center. */
function drawNorth(pen: Pen, xMm: number, yMm: number, size: number, northDeg: number): void {
  const turn = (northDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const rotate = (points: readonly number[]) =>
    points.map((_, index) => {
      const [x, y] = [points[index - (index % 2)]! * size, points[index - (index % 2) + 1]! * size];
      return index % 2 === 0 ? xMm + x * cos - y * sin : yMm + x * sin + y * cos;
    });
  const style: TextStyle = { sizePt: 8 * size, color: ink, isBold: true };
  const half = [0, -2.2, 2.1, 4.4, 0, 3.1];
  pen.area(rotate(half), ink);
  pen.lines([rotate([0, -2.2, 2.1, 4.4, 0, 3.1, -2.1, 4.4])], 0.2 * size, ink, true);
  const [baseX, baseY] = rotate([0, -3]);
  pen.text('N', baseX!, baseY!, style, { align: 'center', angleDeg: -northDeg });
}

function drawCredits(pen: Pen, { sheet, credits }: SheetPlan, usedMm: number): void {
  const { foot, size } = sheet;
  const available = { widthMm: foot.widthMm - usedMm - 2 * size, heightMm: foot.heightMm - 2 * size };
  const sizesPt = [6, 5.2, 4.5].map((sizePt) => sizePt * size);
  const { lines, style } = fitText(pen, credits.join('; '), soft, sizesPt, available);
  for (const [index, line] of lines.entries())
    pen.text(line, foot.xMm + foot.widthMm, foot.yMm + 3 * size + (index + 0.75) * lineMm(style), style, {
      align: 'right',
    });
}

const unitNames = {
  metric: [
    ['km', 1000],
    ['m', 1],
  ],
  imperial: [
    ['mi', 1609.344],
    ['ft', 0.3048],
  ],
} as const;

/** A scale bar of four segments of equal length. */
interface SheetBar {
  /** Length of a segment in `unit`: 1, 2 or 5 times a power of ten. */
  readonly piece: number;
  readonly unit: string;
  readonly lengthM: number;
}

/**
 * Choose the longest bar of four round segments that fits. Use the larger unit if the bar could be at least four units
 * long.
 */
export function sheetBar(roomM: number, system: keyof typeof unitNames): SheetBar {
  const [large, small] = unitNames[system];
  const [unit, metres] = roomM >= 4 * large[1] ? large : small;
  const piece = roundDown(roomM / 4 / metres);
  return { piece, unit, lengthM: 4 * piece * metres };
}
