import type { SheetRequest } from './layout-request.ts';
import { type LegendLayer, legendHeight, legendRows } from './legend-block.ts';
import { type Box, ink, lineMm, type Pen, soft, type TextStyle } from './pen.ts';

/** The layout of a sheet. */
export interface Sheet {
  /** Size factor for text and symbols: 1 on A4. */
  readonly size: number;
  readonly marginMm: number;
  readonly title: readonly string[];
  readonly text: readonly string[];
  readonly frame: Box;
  /** Below the frame, as wide as the frame: arrow, bar, scale and credits. */
  readonly foot: Box;
  readonly legend?: { readonly box: Box; readonly columns: number; readonly gapMm: number };
}

export const titleStyle = (size: number): TextStyle => ({ sizePt: 18 * size, color: ink, isBold: true });
export const textStyle = (size: number): TextStyle => ({ sizePt: 9 * size, color: soft });
export const legendTitleStyle = (size: number): TextStyle => ({ sizePt: 10 * size, color: ink, isBold: true });
/** Return the space around the frame for the labels of a grid, in millimeters. */
export const gridRoomMm = (size: number): number => 3.6 * size;

const a4 = 297 * 210;

/**
 * Lay out a sheet: title and text at the top, the foot below the map. The legend is to the right of the map in
 * landscape format, below it in portrait format.
 */
export function layOutSheet(
  pen: Pen,
  request: SheetRequest,
  widthMm: number,
  heightMm: number,
  layers: readonly LegendLayer[],
): Sheet {
  const size = Math.min(1.7, Math.max(0.8, Math.sqrt((widthMm * heightMm) / a4)));
  const marginMm = Math.min(10 * size, 0.08 * Math.min(widthMm, heightMm));
  const [innerMm, gapMm] = [widthMm - 2 * marginMm, 5 * size];
  const title = pen.wrap(request.title, titleStyle(size), innerMm, 2);
  const text = pen.wrap(request.text, textStyle(size), innerMm, 6);
  const headMm = title.length * lineMm(titleStyle(size)) + text.length * lineMm(textStyle(size));
  const topMm = marginMm + (headMm > 0 ? headMm + 3 * size : 0);
  const hasFoot = request.scaleBar || request.north || request.credits;
  const footMm = hasFoot ? 13 * size : 0;
  const gridMm = request.grid === 'none' ? 0 : gridRoomMm(size);
  const hasLegend = request.legend && layers.length > 0;
  const isWide = widthMm > heightMm;
  const columns = isWide ? 1 : Math.max(1, Math.min(4, Math.floor((innerMm + gapMm) / (50 * size))));
  const sideMm = isWide ? Math.min(0.24 * innerMm, 60 * size) : (innerMm - gapMm * (columns - 1)) / columns;
  const legendTitleMm = lineMm(legendTitleStyle(size)) + 1.5 * size;
  const roomMm = heightMm - topMm - marginMm;
  const legendMm =
    hasLegend && !isWide
      ? legendTitleMm + legendHeight(legendRows(pen, layers, sideMm, size), columns, 0.3 * roomMm)
      : 0;
  const rightMm = hasLegend && isWide ? sideMm + gapMm : 0;
  const belowMm = legendMm > 0 ? legendMm + gapMm / 2 : 0;
  const frame = {
    xMm: marginMm + gridMm,
    yMm: topMm + gridMm,
    widthMm: innerMm - rightMm - 2 * gridMm,
    heightMm: roomMm - footMm - belowMm - 2 * gridMm,
  };
  const footTopMm = frame.yMm + frame.heightMm + gridMm;
  const legend: Box = isWide
    ? { xMm: widthMm - marginMm - sideMm, yMm: frame.yMm, widthMm: sideMm, heightMm: frame.heightMm }
    : { xMm: marginMm, yMm: heightMm - marginMm - legendMm, widthMm: innerMm, heightMm: legendMm };
  return {
    size,
    marginMm,
    title,
    text,
    frame,
    foot: { xMm: frame.xMm, yMm: footTopMm, widthMm: frame.widthMm, heightMm: footMm },
    legend: hasLegend ? { box: legend, columns, gapMm } : undefined,
  };
}
