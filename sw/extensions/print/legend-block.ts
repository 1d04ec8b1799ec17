import type { Value } from '../../contract/index.ts';
import type { LegendEntry, LegendSection } from '../../draw/legend/legend-classes.ts';
import { drawRamp, drawSwatch, swatchSizePx } from '../../draw/legend/legend-patch.ts';
import { drawMoved } from '../../draw/surface/draw-moved.ts';
import { createRecording } from '../../draw/surface/record.ts';
import type { CreateCanvas } from '../../draw/surface/surface.ts';
import { minMax } from '../../geometry/min-max.ts';
import { type Box, ink, lineMm, type Pen, soft, type TextStyle } from './pen.ts';

/** The legend of a layer as drawn on a sheet. */
export interface LegendLayer {
  readonly name: string;
  /** Text below the name; empty for none. */
  readonly note: string;
  /** Opacity of the symbols. */
  readonly alpha: number;
  readonly sections: readonly LegendSection[];
}

/** A row of the legend with its height. */
interface LegendRow {
  readonly lines: readonly string[];
  readonly style: TextStyle;
  readonly symbol?: {
    readonly entry: LegendEntry;
    readonly alpha: number;
    readonly widthMm: number;
    readonly heightMm: number;
    /** Start of the text. */
    readonly startMm: number;
  };
  /** Height including the space below. */
  readonly heightMm: number;
  readonly belowMm: number;
  /** Space above, except at the top of a column. */
  readonly aboveMm: number;
  /** The row must be in the same column as the next row. */
  readonly isHeading: boolean;
}

interface PlacedRow {
  readonly row: LegendRow;
  readonly xMm: number;
  readonly yMm: number;
}

const maximumLines = 3;

/** Measure the rows of a legend for columns of the same width. @param size factor for text and symbols, 1 on A4 */
export function legendRows(pen: Pen, layers: readonly LegendLayer[], columnMm: number, size: number): LegendRow[] {
  const body: TextStyle = { sizePt: 7.5 * size, color: ink };
  const head: TextStyle = { sizePt: 8 * size, color: ink, isBold: true };
  const field: TextStyle = { sizePt: 7 * size, color: soft, isItalic: true };
  const heading = (text: string, style: TextStyle, aboveMm: number): LegendRow[] => {
    if (text === '') return [];
    const lines = pen.wrap(text, style, columnMm, maximumLines);
    const belowMm = 0.6 * size;
    return [{ lines, style, heightMm: lines.length * lineMm(style) + belowMm, belowMm, aboveMm, isHeading: true }];
  };
  const dpi = pen.pxPerMm * 25.4;
  const [widthMm, heightMm] = [7 * size, 4 * size];
  const measureSymbol = (symbol: Value<'Symbol'>) => {
    const px = swatchSizePx(symbol, widthMm * pen.pxPerMm, heightMm * pen.pxPerMm, dpi);
    return { widthMm: px.widthPx / pen.pxPerMm, heightMm: px.heightPx / pen.pxPerMm };
  };
  // Align all text, except next to symbols that are too wide for the column.
  const all = layers.flatMap(({ sections }) => sections.flatMap(({ entries }) => entries));
  const roomMm = Math.min(0.3 * columnMm, minMax(all.map(({ symbol }) => measureSymbol(symbol).widthMm))[1]);
  const symbolRow = (text: string, entry: LegendEntry, alpha: number, aboveMm: number): LegendRow => {
    const symbolSize = measureSymbol(entry.symbol);
    const startMm = Math.max(symbolSize.widthMm, roomMm) + 2 * size;
    const symbol = { entry, alpha, startMm, ...symbolSize };
    const lines = pen.wrap(text, body, columnMm - startMm, maximumLines);
    const high = Math.max(symbol.heightMm, lines.length * lineMm(body));
    // The slices of a color ramp touch each other.
    const belowMm = entry.ramp ? 0 : 0.8 * size;
    return { lines, style: body, symbol, heightMm: high + belowMm, belowMm, aboveMm, isHeading: false };
  };
  return layers.flatMap(({ name, note, alpha, sections }) => {
    const [only, ...more] = sections;
    if (only && more.length === 0 && only.entries.length === 1 && only.heading === '')
      return [symbolRow(note === '' ? name : `${name}\n${note}`, only.entries[0]!, alpha, 1.2 * size)];
    return [
      ...heading(name, head, 2.2 * size),
      ...heading(note, field, 0),
      ...sections.flatMap((section) => [
        ...heading(section.heading, field, 0),
        ...section.entries.map((entry) => symbolRow(entry.label, entry, alpha, 0)),
      ]),
    ];
  });
}

/**
 * Arrange the rows in columns of a box, from left to right.
 *
 * @returns the rows that fit; if some rows don't, the last line of the box stays free
 */
export function flowLegend(rows: readonly LegendRow[], box: Box, columns: number, gapMm: number): PlacedRow[] {
  const columnMm = (box.widthMm - gapMm * (columns - 1)) / columns;
  const placed: PlacedRow[] = [];
  let [column, y] = [0, 0];
  for (const [index, row] of rows.entries()) {
    const needed = row.heightMm + heightWithNextMm(rows, index, box.heightMm);
    if (y > 0 && y + row.aboveMm + needed > box.heightMm) [column, y] = [column + 1, 0];
    if (column >= columns) break;
    const top = y === 0 ? 0 : y + row.aboveMm;
    placed.push({ row, xMm: box.xMm + column * (columnMm + gapMm), yMm: box.yMm + top });
    y = top + row.heightMm;
  }
  return placed;
}

/**
 * Return the height to keep together with a heading: the whole layer if it fits in a column, otherwise the first class.
 */
function heightWithNextMm(rows: readonly LegendRow[], index: number, columnMm: number): number {
  if (!rows[index]!.isHeading) return 0;
  let [headMm, layerMm] = [0, 0];
  for (let next = index + 1; next < rows.length && rows[next]!.aboveMm === 0; next++) {
    if (rows[next - 1]!.isHeading) headMm += rows[next]!.heightMm;
    layerMm += rows[next]!.heightMm;
  }
  return rows[index]!.heightMm + layerMm <= columnMm ? layerMm : headMm;
}

/** Return the minimum height, up to a limit, at which all rows fit in the given number of columns. */
export function legendHeight(rows: readonly LegendRow[], columns: number, limitMm: number): number {
  const box = { xMm: 0, yMm: 0, widthMm: 100 };
  for (let heightMm = 4; heightMm < limitMm; heightMm += 1)
    if (flowLegend(rows, { ...box, heightMm }, columns, 0).length === rows.length) return heightMm;
  return limitMm;
}

export function drawLegendRows(pen: Pen, placed: readonly PlacedRow[], size: number, createCanvas: CreateCanvas): void {
  for (const { row, xMm, yMm } of placed) {
    const { symbol, lines, style } = row;
    const textMm = lines.length * lineMm(style);
    const roomMm = row.heightMm - row.belowMm;
    if (symbol) {
      const recording = createRecording(symbol.widthMm * pen.pxPerMm, symbol.heightMm * pen.pxPerMm, createCanvas);
      if (symbol.entry.ramp) drawRamp(recording, symbol.entry.ramp);
      else drawSwatch(recording, symbol.entry.symbol, pen.pxPerMm * 25.4, {}, 'legend');
      const left = xMm + (symbol.startMm - 2 * size - symbol.widthMm) / 2;
      pen.surface.beginGroup(symbol.alpha);
      drawMoved(
        pen.surface,
        recording.commands,
        left * pen.pxPerMm,
        (yMm + (roomMm - symbol.heightMm) / 2) * pen.pxPerMm,
      );
      pen.surface.endGroup();
    }
    const x = xMm + (symbol?.startMm ?? 0);
    // The baseline is at three quarters of the line height.
    const top = yMm + (roomMm - textMm) / 2;
    for (const [lineIndex, line] of lines.entries()) pen.text(line, x, top + (lineIndex + 0.75) * lineMm(style), style);
  }
}
