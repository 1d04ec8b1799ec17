import { Fault, quoteValue, unsupported, type Value, wrongValue } from '../../contract/index.ts';
import { extentOfVertices } from '../../geometry/single-geometry.ts';
import { geometryFromValue } from '../../rows/geometry/geometry-from-value.ts';
import type { Steps } from '../../scheduler.ts';
import { curveOnLine, drawLetters } from '../label/label-curve.ts';
import { textBlock } from '../label/label-placement.ts';
import type { PixelBox, Surface } from '../surface/surface.ts';
import type { SymbolSettings } from '../symbol/symbol-settings.ts';
import { drawTextAt } from '../text/draw-text.ts';
import { type PlacedPiece, spaceLine, splitTextLines, writeLines } from '../text/text-pieces.ts';
import { type TextDrawing, textDrawing } from '../text/text-symbol.ts';
import { drawBackground, drawBorder, drawShadow } from './frame.ts';
import { elementSettings, type GraphicsView, graphicShape } from './graphic-shape.ts';

type TextSymbols = Value<'SimpleTextSymbol'> | Value<'TextSymbol'>;

const defaultText: TextSymbols = { type: 'SimpleTextSymbol', Size: 10, HorizontalAlignment: 'left' };

function textSymbol(symbol: Value<'Symbol'> | undefined, path: string): TextSymbols {
  if (!symbol) return defaultText;
  if (symbol.type === 'SimpleTextSymbol' || symbol.type === 'TextSymbol') return symbol;
  throw wrongValue('bad-value', `${path}.Symbol`, 'a text symbol', symbol.type);
}

const chooseText = (text: string | undefined, symbol: TextSymbols): string =>
  text || (symbol.type === 'TextSymbol' ? symbol.Text : '');

/**
 * Read a text symbol.
 *
 * @throws {Fault} `not-supported` for formatting tags, and for vertical text if `noColumnsFor` is set
 */
function elementText(symbol: TextSymbols, text: string, settings: SymbolSettings, noColumnsFor?: string): TextDrawing {
  const drawing = textDrawing(symbol, settings);
  if (drawing.isVertical && noColumnsFor)
    throw unsupported(
      `${settings.path}.Symbol.TextDirection "gisTDVertical"`,
      `${noColumnsFor} must use gisTDHorizontal or gisTDAngle`,
    );
  const tag = symbol.type === 'TextSymbol' && symbol.TextParserClass && /<\/?[A-Z_][^<>]*>/i.exec(text);
  if (tag)
    throw new Fault(
      'not-supported',
      `${settings.path}: markup such as ${quoteValue(tag[0])} isn't supported in text with a TextParserClass. Remove the tags.`,
    );
  return drawing;
}

/**
 * Draw a text at a point, in the center of a polygon, or along a line. Yields regularly.
 *
 * @throws {Fault} `not-supported` for formatting tags, and for vertical text along a line; like `graphicShape` and
 *   `textDrawing`
 */
export function* drawTextElement(
  surface: Surface,
  element: Value<'TextElement'>,
  view: GraphicsView,
  path: string,
): Steps<void> {
  const symbol = textSymbol(element.Symbol, path);
  const text = chooseText(element.Text, symbol);
  const ReferenceScale = element.ReferenceScale || view.referenceScale;
  const scaled = element.Scale ? { AutoTransform: true, ReferenceScale } : element;
  const settings = elementSettings(scaled, view, path);
  const shape = yield* graphicShape(element.TextGeometry, view, `${path}.TextGeometry`);
  const drawing = elementText(symbol, text, settings, shape.kind === 'polyline' ? 'text along a line' : undefined);
  if (text === '' || shape.xy.length === 0) return;
  if (shape.kind === 'polyline') {
    drawAlong(surface, text, drawing, shape.xy.slice(0, 2 * shape.partOffsets[1]!));
    return;
  }
  const [xmin, ymin, xmax, ymax] = extentOfVertices(shape.xy)!;
  const [x, y] = shape.kind === 'polygon' ? [(xmin + xmax) / 2, (ymin + ymax) / 2] : [shape.xy[0]!, shape.xy[1]!];
  if (!Number.isFinite(x) || !Number.isFinite(y)) return;
  const isClipped = drawing.isClipped && shape.kind === 'polygon';
  if (isClipped) surface.beginGroup(1, { xPx: xmin, yPx: ymin, widthPx: xmax - xmin, heightPx: ymax - ymin });
  drawTextAt(surface, text, drawing, x, y);
  if (isClipped) surface.endGroup();
}

/** Draw text along the line. If it can't follow the line, draw it straight from the line's start. */
function drawAlong(surface: Surface, text: string, drawing: TextDrawing, line: Float64Array): void {
  const block = textBlock(surface, text.replace(/\s+/g, ' '), drawing);
  const type = {
    left: 'gisServerLinePlacementAboveStart',
    center: 'gisServerLinePlacementAboveAlong',
    right: 'gisServerLinePlacementAboveEnd',
  } as const;
  const letters = curveOnLine(surface, block, drawing, type[drawing.horizontal], line, 0);
  if (letters) {
    drawLetters(surface, letters, block, drawing);
    return;
  }
  const [x, y, nextX = x, nextY = y] = line as unknown as [number, number, number?, number?];
  const angleDeg = (Math.atan2(y - nextY, nextX - x) * 180) / Math.PI + drawing.angleDeg;
  drawTextAt(surface, text, { ...drawing, angleDeg, horizontal: 'left' }, x, y);
}

/**
 * Refuse text in columns unless its geometry is a box. The rectangular columns would extend outside other geometries.
 */
function* requireBox(value: Value<'Geometry'>, path: string): Steps<void> {
  const { xy } = yield* geometryFromValue(value, path);
  const [xmin, ymin, xmax, ymax] = extentOfVertices(xy) ?? [0, 0, 0, 0];
  const isCorner = (_: number, i: number) =>
    i % 2 > 0 || ([xmin, xmax].includes(xy[i]!) && [ymin, ymax].includes(xy[i + 1]!));
  if (!xy.every(isCorner)) throw unsupported(path, 'text columns need a rectangular box');
}

/**
 * Draw text and its frame in columns that fill a box. Yields regularly.
 *
 * @throws {Fault} `not-supported` for a geometry that isn't a box, formatting tags and vertical text; `bad-value` for a
 *   column count that isn't from 1 to 20; like `graphicShape` and `textDrawing`
 */
export function* drawParagraphElement(
  surface: Surface,
  element: Value<'ParagraphTextElement'>,
  view: GraphicsView,
  path: string,
): Steps<void> {
  const symbol = textSymbol(element.Symbol, path);
  // Scale is a number here and a boolean in TextElement. Both mean that text scales with the map.
  const ReferenceScale = element.ReferenceScale || view.referenceScale;
  const settings = elementSettings(element.Scale ? { AutoTransform: true, ReferenceScale } : element, view, path);
  const text = chooseText(element.Text, symbol);
  const drawing = elementText(symbol, text, settings, 'text in columns');
  const { ColumnCount: columns = 1, ColumnGap = 0, Margin = 0 } = element;
  if (!(columns >= 1 && columns <= 20))
    throw wrongValue('bad-value', `${path}.ColumnCount`, 'a number from 1 to 20', `${columns}`);
  const shape = yield* graphicShape(element.TextGeometry, view, `${path}.TextGeometry`);
  yield* requireBox(element.TextGeometry, `${path}.TextGeometry`);
  const [xmin, ymin, xmax, ymax] = extentOfVertices(shape.xy) ?? [0, 0, 0, 0];
  const box: PixelBox = { xPx: xmin, yPx: ymin, widthPx: xmax - xmin, heightPx: ymax - ymin };
  if (!(box.widthPx > 0 && box.heightPx > 0)) return;
  drawShadow(surface, box, element.FrameShadow, settings);
  drawBackground(surface, box, element.FrameBackground, settings);
  drawParagraph(surface, text, drawing, box, {
    columns,
    gapPx: Math.max(0, ColumnGap) * settings.pixelsPerPoint,
    marginPx: Math.max(0, Margin) * settings.pixelsPerPoint,
    isJustified: symbol.HorizontalAlignment === 'gisTHAFull' || symbol.HorizontalAlignment === 'justified',
  });
  drawBorder(surface, box, element.FrameBorder, settings);
}

/** Columns, gaps and margins of a paragraph in its box. */
interface ParagraphLayout {
  readonly columns: number;
  readonly gapPx: number;
  readonly marginPx: number;
  /** True to align full lines on both sides. */
  readonly isJustified: boolean;
}

interface Line {
  readonly wordList: readonly string[];
  /** True for the last line of a paragraph. */
  readonly isLast: boolean;
}

/** Draw text in the columns of a box. Text that doesn't fit is cut off. */
function drawParagraph(
  surface: Surface,
  text: string,
  drawing: TextDrawing,
  box: PixelBox,
  { columns, gapPx, marginPx, isJustified }: ParagraphLayout,
): void {
  const innerPx = box.widthPx - 2 * marginPx;
  const columnPx = (innerPx - gapPx * (columns - 1)) / columns;
  if (!(columnPx > 0)) return;
  const { font } = drawing;
  const { ascentPx, descentPx } = surface.measureText('X', font);
  const lineHeightPx = ascentPx + descentPx + (drawing.leadingPx ?? 0);
  const perColumn = Math.floor((box.heightPx - 2 * marginPx + 0.5) / lineHeightPx);
  if (perColumn < 1) return;
  const measureWidth = (label: string) => spaceLine(surface, label, drawing).widthPx;
  const lines = splitTextLines(text, drawing).flatMap((paragraph) => wrapLines(paragraph, columnPx, measureWidth));
  const usedPx = Math.min(perColumn, lines.length) * lineHeightPx;
  const freePx = box.heightPx - 2 * marginPx - usedPx;
  const topPx = marginPx + { top: 0, baseline: 0, middle: freePx / 2, bottom: freePx }[drawing.vertical];
  // The whole paragraph rotates about the center of the box.
  const middle = {
    xPx: box.xPx + box.widthPx / 2 + drawing.dxPx,
    yPx: box.yPx + box.heightPx / 2 + drawing.dyPx,
    angleDeg: drawing.angleDeg,
  };
  const written: PlacedPiece[][] = [];
  for (const [i, line] of lines.slice(0, perColumn * columns).entries()) {
    const left = -box.widthPx / 2 + marginPx + Math.floor(i / perColumn) * (columnPx + gapPx);
    const dyPx = -box.heightPx / 2 + topPx + (i % perColumn) * lineHeightPx + ascentPx - (drawing.raisePx ?? 0);
    const placed: PlacedPiece[] = [];
    const write = (label: string, fromPx: number) => {
      for (const { text: letters, font: its, dxPx } of spaceLine(surface, label, drawing).pieces) {
        const placement = { ...middle, dxPx: fromPx + dxPx, dyPx };
        placed.push({ text: letters, font: its, ...placement, isRightToLeft: drawing.isRightToLeft });
      }
    };
    if (isJustified && !line.isLast && line.wordList.length > 1) {
      const free = columnPx - line.wordList.reduce((sum, word) => sum + measureWidth(word), 0);
      let xPx = left;
      for (const word of line.wordList) {
        write(word, xPx);
        xPx += measureWidth(word) + free / (line.wordList.length - 1);
      }
    } else {
      const label = line.wordList.join(' ');
      const free = columnPx - measureWidth(label);
      write(label, left + { left: 0, center: free / 2, right: free }[drawing.horizontal]);
    }
    written.push(placed);
  }
  if (drawing.background) surface.fillBox(box, { kind: 'solid', color: drawing.background });
  writeLines(surface, written, drawing);
}

/** Wrap text at spaces, and break words that are wider than a line. */
function wrapLines(paragraph: string, widthPx: number, measureWidth: (label: string) => number): Line[] {
  const lines: Line[] = [];
  let wordList: string[] = [];
  const end = (isLast: boolean) => {
    lines.push({ wordList, isLast });
    wordList = [];
  };
  for (let word of paragraph.split(/ +/)) {
    if (wordList.length > 0 && measureWidth([...wordList, word].join(' ')) > widthPx) end(false);
    while (wordList.length === 0 && measureWidth(word) > widthPx && word.length > 1) {
      let count = 1;
      while (measureWidth(word.slice(0, count + 1)) <= widthPx) count++;
      wordList = [word.slice(0, count)];
      word = word.slice(count);
      end(false);
    }
    wordList.push(word);
  }
  end(true);
  return lines;
}
