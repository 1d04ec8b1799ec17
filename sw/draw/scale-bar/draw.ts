import type { Value } from '../../contract/index.ts';
import { makePixelPaths } from '../surface/pixel-paths.ts';
import type { Stroke, Surface } from '../surface/surface.ts';
import { type FillDrawing, fillDrawing } from '../symbol/fill.ts';
import { lineStroke } from '../symbol/line.ts';
import { plainSettings } from '../symbol/symbol-settings.ts';
import { drawTextAt } from '../text/draw-text.ts';
import { spaceLine } from '../text/text-pieces.ts';
import { type TextDrawing, textDrawing } from '../text/text-symbol.ts';
import { type BarMark, type BarPlan, planScaleBar } from './plan.ts';

interface ScaleBarRequest {
  readonly bar: Value<'ScaleBar'>;
  /** Denominator of the map scale. */
  readonly scale: number;
  /** Resolution of the scale bar's image. */
  readonly dpi: number;
  readonly isMapInFeet: boolean;
}

type VerticalPosition = Value<'gisVertPosEnum'>;

/**
 * Draw a scale bar centered on the surface: the bar, its marks, numbers and unit label.
 *
 * @throws {Fault} like `planScaleBar` and the symbol readers
 */
export function drawScaleBar(surface: Surface, { bar, scale, dpi, isMapInFeet }: ScaleBarRequest): void {
  const point = dpi / 72;
  const path = 'ExportScaleBar.ScaleBar';
  const labelText = textDrawing(bar.LabelSymbol ?? defaultText, plainSettings(`${path}.LabelSymbol`, dpi));
  const unitText = textDrawing(
    bar.UnitLabelSymbol ?? bar.LabelSymbol ?? defaultText,
    plainSettings(`${path}.UnitLabelSymbol`, dpi),
  );
  const size = (text: string, drawing: TextDrawing) => ({
    ...surface.measureText(text, drawing.font),
    widthPx: spaceLine(surface, text, drawing).widthPx,
  });
  const unitsBeside = besidePositions.has(bar.UnitLabelPosition ?? 'gisScaleBarAfterLabels');
  const unitGapPx = (bar.UnitLabelGap ?? 3) * point;

  // The width of labels next to the bar depends on its numbers, and the numbers depend on the remaining width. So plan
  // once to measure the labels, then again.
  const planFor = (roomPx: number) => planScaleBar({ bar, scale, dpi, roomPx: Math.max(1, roomPx), isMapInFeet });
  const marginPx = 2 * point;
  const first = planFor(surface.widthPx - 2 * marginPx);
  const unitWidthPx = size(first.unitLabel, unitText).widthPx;
  const numberPx = Math.max(0, ...first.marks.map(({ label }) => (label ? size(label, labelText).widthPx : 0)));
  const besidePx = unitsBeside && first.unitLabel ? unitWidthPx + unitGapPx : 0;
  const plan = planFor(surface.widthPx - 2 * marginPx - numberPx - besidePx);

  const heights = rows(bar, point, size('0', labelText), size('X', unitText), Boolean(plan.unitLabel));
  const isBefore =
    bar.UnitLabelPosition === 'gisScaleBarBeforeBar' || bar.UnitLabelPosition === 'gisScaleBarBeforeLabels';
  const wholePx = plan.widthPx + numberPx + besidePx;
  const leftPx = (surface.widthPx - wholePx) / 2 + numberPx / 2 + (isBefore ? besidePx : 0);
  const topPx = Math.max(0, (surface.heightPx - heights.totalPx) / 2);
  const barTopPx = Math.round(topPx + heights.aboveBarPx);
  const barHeightPx = Math.max(1, Math.round((bar.BarHeight ?? 8) * point));

  drawPieces(surface, bar, plan, { leftPx, topPx: barTopPx, heightPx: barHeightPx }, dpi);
  drawMarks(surface, bar, plan, { leftPx, topPx: barTopPx, heightPx: barHeightPx }, dpi);
  const labelY = verticalCenter(
    bar.LabelPosition ?? 'gisAbove',
    barTopPx,
    barHeightPx,
    heights.labelPx,
    (bar.LabelGap ?? 3) * point,
  );
  for (const { xPx, label } of dropOverlappingMarks(plan, (text) => size(text, labelText).widthPx, 2 * point)) {
    if (label)
      drawTextAt(surface, label, { ...labelText, horizontal: 'center', vertical: 'middle' }, leftPx + xPx, labelY);
  }
  if (plan.unitLabel) {
    const unitOrigin = unitPosition(bar.UnitLabelPosition ?? 'gisScaleBarAfterLabels', {
      leftPx,
      rightPx: leftPx + plan.widthPx,
      numberPx,
      gapPx: unitGapPx,
      labelY,
      barY: barTopPx + barHeightPx / 2,
      topPx: topPx + heights.unitPx / 2,
      bottomPx: topPx + heights.totalPx - heights.unitPx / 2,
    });
    drawTextAt(
      surface,
      plan.unitLabel,
      { ...unitText, horizontal: unitOrigin.align, vertical: 'middle' },
      unitOrigin.xPx,
      unitOrigin.yPx,
    );
  }
}

/** Omit overlapping numbers. Numbers of divisions take precedence over those of subdivisions. */
function dropOverlappingMarks(plan: BarPlan, measureWidth: (label: string) => number, roomPx: number): BarMark[] {
  const shown: { mark: BarMark; fromPx: number; toPx: number }[] = [];
  const isMajor = (mark: BarMark) => (mark.isDivision ? 0 : 1);
  for (const mark of plan.marks.toSorted((a, b) => isMajor(a) - isMajor(b))) {
    const halfPx = measureWidth(mark.label ?? '') / 2;
    const span = { mark, fromPx: mark.xPx - halfPx - roomPx, toPx: mark.xPx + halfPx + roomPx };
    if (mark.label && shown.every(({ fromPx, toPx }) => toPx <= span.fromPx || fromPx >= span.toPx)) shown.push(span);
  }
  return shown.map(({ mark }) => mark);
}

const besidePositions: ReadonlySet<Value<'gisScaleBarPos'>> = new Set([
  'gisScaleBarBeforeLabels',
  'gisScaleBarAfterLabels',
  'gisScaleBarBeforeBar',
  'gisScaleBarAfterBar',
]);

interface Rows {
  readonly labelPx: number;
  readonly unitPx: number;
  /** Distance from the top of the drawing to the top of the bar. */
  readonly aboveBarPx: number;
  readonly totalPx: number;
}

type TextHeight = { readonly ascentPx: number; readonly descentPx: number };

function rows(bar: Value<'ScaleBar'>, point: number, label: TextHeight, unit: TextHeight, hasUnits: boolean): Rows {
  const labelPx = label.ascentPx + label.descentPx;
  const unitPx = hasUnits ? unit.ascentPx + unit.descentPx : 0;
  const barPx = (bar.BarHeight ?? 8) * point;
  const gapPx = (bar.LabelGap ?? 3) * point;
  const unitGapPx = (bar.UnitLabelGap ?? 3) * point;
  const markPx = Math.max(bar.DivisionMarkHeight ?? 7, bar.SubdivisionMarkHeight ?? 5) * point;
  const hasLabels = bar.LabelFrequency !== 'gisScaleBarNone';
  const isEqual = (position: VerticalPosition, expected: VerticalPosition) => position === expected;
  const marks = bar.MarkPosition ?? 'gisAbove';
  const labels = bar.LabelPosition ?? 'gisAbove';
  let above = Math.max(
    isEqual(marks, 'gisAbove') ? markPx : 0,
    hasLabels && isEqual(labels, 'gisAbove') ? labelPx + gapPx : 0,
  );
  let below = Math.max(
    isEqual(marks, 'gisBelow') ? markPx : 0,
    hasLabels && isEqual(labels, 'gisBelow') ? labelPx + gapPx : 0,
  );
  // Text next to a lower bar exceeds it on both sides.
  const over = Math.max(0, (labelPx - barPx) / 2);
  above = Math.max(above, over);
  below = Math.max(below, over);
  if (hasUnits && bar.UnitLabelPosition === 'gisScaleBarAbove') above += unitPx + unitGapPx;
  if (hasUnits && bar.UnitLabelPosition === 'gisScaleBarBelow') below += unitPx + unitGapPx;
  return { labelPx, unitPx, aboveBarPx: above, totalPx: above + barPx + below };
}

/** Return the vertical center of an item: above, at the top of, on, at the bottom of, or below the bar. */
function verticalCenter(
  position: VerticalPosition,
  topPx: number,
  barPx: number,
  heightPx: number,
  gapPx: number,
): number {
  switch (position) {
    case 'gisAbove':
      return topPx - gapPx - heightPx / 2;
    case 'gisTop':
      return topPx + heightPx / 2;
    case 'gisOn':
      return topPx + barPx / 2;
    case 'gisBottom':
      return topPx + barPx - heightPx / 2;
    case 'gisBelow':
      return topPx + barPx + gapPx + heightPx / 2;
  }
}

interface Box {
  readonly leftPx: number;
  readonly topPx: number;
  readonly heightPx: number;
}

function drawPieces(surface: Surface, bar: Value<'ScaleBar'>, plan: BarPlan, box: Box, dpi: number): void {
  const read = (
    symbol: Value<'FillSymbol'> | undefined,
    defaultSymbol: Value<'FillSymbol'>,
    name: string,
  ): FillDrawing => fillDrawing(symbol ?? defaultSymbol, plainSettings(`ExportScaleBar.ScaleBar.${name}`, dpi));
  const fills =
    bar.type === 'AlternatingScaleBar'
      ? [read(bar.FillSymbol1, solid(0), 'FillSymbol1'), read(bar.FillSymbol2, solid(255), 'FillSymbol2')]
      : [read(bar.FillSymbol, solid(0), 'FillSymbol')];
  for (const [i, [from, to]] of plan.pieces.entries()) {
    const fill = fills[i % fills.length]!;
    const left = Math.round(box.leftPx + from);
    const right = Math.round(box.leftPx + to);
    const bottom = box.topPx + box.heightPx;
    const ring = makePixelPaths([[left, box.topPx, right, box.topPx, right, bottom, left, bottom]], true);
    if (fill.paint) surface.fillPaths(ring, 0, 1, fill.paint);
    if (fill.outline) surface.strokePaths(ring, 0, 1, fill.outline);
  }
}

function drawMarks(surface: Surface, bar: Value<'ScaleBar'>, plan: BarPlan, box: Box, dpi: number): void {
  const point = dpi / 72;
  const stroke = (symbol: Value<'LineSymbol'> | undefined, name: string): Stroke | undefined =>
    lineStroke(symbol ?? thin, plainSettings(`ExportScaleBar.ScaleBar.${name}`, dpi));
  const kinds = [
    {
      stroke: stroke(bar.DivisionMarkSymbol, 'DivisionMarkSymbol'),
      heightPx: (bar.DivisionMarkHeight ?? 7) * point,
      isDivision: true,
    },
    {
      stroke: stroke(bar.SubdivisionMarkSymbol, 'SubdivisionMarkSymbol'),
      heightPx: (bar.SubdivisionMarkHeight ?? 5) * point,
      isDivision: false,
    },
  ];
  for (const kind of kinds) {
    const marks = plan.marks.filter((mark) => mark.hasMark && mark.isDivision === kind.isDivision);
    if (!kind.stroke || kind.heightPx <= 0 || marks.length === 0) continue;
    const middle = verticalCenter(bar.MarkPosition ?? 'gisAbove', box.topPx, box.heightPx, kind.heightPx, 0);
    const parts = marks.map(({ xPx }) => {
      const x = Math.round(box.leftPx + xPx);
      return [x, middle - kind.heightPx / 2, x, middle + kind.heightPx / 2];
    });
    const paths = makePixelPaths(parts, false);
    surface.strokePaths(paths, 0, paths.featureCount, kind.stroke);
  }
}

interface UnitRoom {
  readonly leftPx: number;
  readonly rightPx: number;
  readonly numberPx: number;
  readonly gapPx: number;
  readonly labelY: number;
  readonly barY: number;
  readonly topPx: number;
  readonly bottomPx: number;
}

function unitPosition(
  position: Value<'gisScaleBarPos'>,
  unitRoom: UnitRoom,
): { xPx: number; yPx: number; align: 'left' | 'center' | 'right' } {
  const centerPx = (unitRoom.leftPx + unitRoom.rightPx) / 2;
  const beyond = unitRoom.numberPx / 2 + unitRoom.gapPx;
  switch (position) {
    case 'gisScaleBarAbove':
      return { xPx: centerPx, yPx: unitRoom.topPx, align: 'center' };
    case 'gisScaleBarBelow':
      return { xPx: centerPx, yPx: unitRoom.bottomPx, align: 'center' };
    case 'gisScaleBarBeforeLabels':
      return { xPx: unitRoom.leftPx - beyond, yPx: unitRoom.labelY, align: 'right' };
    case 'gisScaleBarAfterLabels':
      return { xPx: unitRoom.rightPx + beyond, yPx: unitRoom.labelY, align: 'left' };
    case 'gisScaleBarBeforeBar':
      return { xPx: unitRoom.leftPx - unitRoom.gapPx, yPx: unitRoom.barY, align: 'right' };
    case 'gisScaleBarAfterBar':
      return { xPx: unitRoom.rightPx + unitRoom.gapPx, yPx: unitRoom.barY, align: 'left' };
  }
}

const gray = (level: number): Value<'Color'> => ({ type: 'GrayColor', GrayLevel: level });
const thin: Value<'LineSymbol'> = { type: 'SimpleLineSymbol', Color: gray(0), Width: 0.5, Style: 'gisSLSSolid' };
const solid = (level: number): Value<'FillSymbol'> => ({
  type: 'SimpleFillSymbol',
  Color: gray(level),
  Outline: thin,
  Style: 'gisSFSSolid',
});
const defaultText: Value<'SimpleTextSymbol'> = { type: 'SimpleTextSymbol', Color: gray(0), Size: 10 };
