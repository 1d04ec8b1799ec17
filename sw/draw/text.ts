import { Fault, type Value } from '../contract/index.ts';
import { familyOf } from './font.ts';
import type { Font, Rgba, Surface, TextRun } from './surface/surface.ts';
import { type SymbolSettings, symbolColor } from './symbol-settings.ts';

/** How a text symbol writes. */
export interface TextDrawing {
  readonly font: Font;
  readonly color: Rgba;
  readonly halo?: { readonly color: Rgba; readonly widthPx: number };
  readonly horizontal: 'left' | 'center' | 'right';
  readonly vertical: 'top' | 'middle' | 'baseline' | 'bottom';
  readonly angleDeg: number;
  readonly dxPx: number;
  readonly dyPx: number;
  readonly isRightToLeft: boolean;
  readonly textCase: Value<'gisTextCase'>;
  readonly shadow?: { readonly color: Rgba; readonly dxPx: number; readonly dyPx: number };
  /** Filled below a text that is not turned. */
  readonly background?: Rgba;
  /** Between letters, in addition. */
  readonly letterGapPx?: number;
  /** Of the room between words; 1 is the font's. */
  readonly wordGap?: number;
  /** Between lines, in addition. */
  readonly leadingPx?: number;
  /** Up for what is raised, in pixels. */
  readonly raisePx?: number;
  /** Breaks a line, beside the usual characters. */
  readonly lineBreak?: string;
}

/** A label without a size is written in 8 points. */
const defaultSize = 8;
const weights = { normal: 400, bold: 700, bolder: 700, lighter: 400 } as const;
const verticals = {
  gisTVATop: 'top',
  gisTVACenter: 'middle',
  gisTVABaseline: 'baseline',
  gisTVABottom: 'bottom',
} as const;
const horizontals = { gisTHALeft: 'left', gisTHACenter: 'center', gisTHARight: 'right', gisTHAFull: 'left' } as const;

/**
 * Read a text symbol.
 *
 * @throws {Fault} `bad-value` for a size that is not a number of at least 0
 */
export function textDrawing(
  symbol: Value<'SimpleTextSymbol'> | Value<'TextSymbol'>,
  settings: SymbolSettings,
): TextDrawing {
  const size = symbol.Size ?? defaultSize;
  if (!(size >= 0))
    throw new Fault('bad-value', `${settings.place}.Size: points of at least 0 expected, ${size} found`);
  for (const name of ['Angle', 'XOffset', 'YOffset'] as const)
    if (!Number.isFinite(symbol[name] ?? 0))
      throw new Fault('bad-value', `${settings.place}.${name}: a number expected, ${symbol[name]} found`);
  const halo = haloOf(symbol, settings);
  const isSmall = symbol.type === 'TextSymbol' && symbol.TextPosition !== 'gisTPNormal';
  const sizePx = size * settings.pixelsPerPoint;
  return {
    font: { ...fontOf(symbol), sizePx: isSmall ? sizePx * raisedSize : sizePx },
    color: symbolColor(colorOf(symbol), settings),
    ...(symbol.type === 'TextSymbol' ? typography(symbol, sizePx, settings) : {}),
    ...(symbol.type === 'SimpleTextSymbol' && symbol.BackgroundColor
      ? { background: symbolColor(symbol.BackgroundColor, settings) }
      : {}),
    ...(halo ? { halo } : {}),
    ...alignmentOf(symbol),
    angleDeg: symbol.Angle ?? 0,
    dxPx: (symbol.XOffset ?? 0) * settings.pixelsPerPoint,
    dyPx: -(symbol.YOffset ?? 0) * settings.pixelsPerPoint,
    isRightToLeft: symbol.RightToLeft ?? false,
    textCase: symbol.type === 'TextSymbol' ? symbol.TextCase : 'gisTCNormal',
  };
}

/** Size of raised and lowered text, and how far it is moved, in shares of the size. */
const raisedSize = 0.62;
const raise = 0.36;
const lowering = 0.14;

function colorOf(symbol: Value<'SimpleTextSymbol'> | Value<'TextSymbol'>): Value<'Color'> | undefined {
  if (symbol.Color || symbol.type === 'SimpleTextSymbol') return symbol.Color;
  const fill = symbol.FillSymbol;
  return fill && 'Color' in fill ? fill.Color : undefined;
}

function typography(
  symbol: Value<'TextSymbol'>,
  sizePx: number,
  settings: SymbolSettings,
): Pick<TextDrawing, 'shadow' | 'letterGapPx' | 'wordGap' | 'leadingPx' | 'raisePx' | 'lineBreak'> {
  const { pixelsPerPoint } = settings;
  const isMoved = symbol.ShadowXOffset !== 0 || symbol.ShadowYOffset !== 0;
  const raisePx = { gisTPNormal: 0, gisTPSuperscript: raise, gisTPSubscript: -lowering }[symbol.TextPosition] * sizePx;
  return {
    ...(symbol.ShadowColor && isMoved
      ? {
          shadow: {
            color: symbolColor(symbol.ShadowColor, settings),
            dxPx: symbol.ShadowXOffset * pixelsPerPoint,
            dyPx: -symbol.ShadowYOffset * pixelsPerPoint,
          },
        }
      : {}),
    letterGapPx: ((symbol.CharacterSpacing || 0) / 100) * sizePx,
    wordGap: (symbol.WordSpacing || 100) / 100,
    leadingPx: (symbol.Leading || 0) * pixelsPerPoint,
    raisePx: raisePx || 0,
    ...(symbol.BreakCharIndex > 0
      ? { lineBreak: String.fromCodePoint(Math.min(0x10ffff, symbol.BreakCharIndex)) }
      : {}),
  };
}

function fontOf(symbol: Value<'SimpleTextSymbol'> | Value<'TextSymbol'>): Omit<Font, 'sizePx'> {
  if (symbol.type === 'SimpleTextSymbol')
    return {
      family: familyOf(symbol.FontFamilyName),
      weight: weights[symbol.FontWeight ?? 'normal'],
      isItalic: symbol.FontStyle === 'italic' || symbol.FontStyle === 'oblique',
      decoration: symbol.FontDecoration ?? 'none',
    };
  return {
    family: familyOf(symbol.FontName),
    weight: (symbol.FontWeight ?? 400) >= 600 ? 700 : 400,
    isItalic: symbol.FontItalic ?? false,
    decoration: symbol.FontUnderline ? 'underline' : symbol.FontStrikethrough ? 'line-through' : 'none',
  };
}

function alignmentOf(
  symbol: Value<'SimpleTextSymbol'> | Value<'TextSymbol'>,
): Pick<TextDrawing, 'horizontal' | 'vertical'> {
  if (symbol.type === 'TextSymbol')
    return { horizontal: horizontals[symbol.HorizontalAlignment], vertical: verticals[symbol.VerticalAlignment] };
  const horizontal = symbol.HorizontalAlignment ?? 'center';
  return {
    horizontal: horizontal === 'justified' ? 'left' : horizontal,
    vertical: symbol.VerticalAlignment ?? 'baseline',
  };
}

function haloOf(
  symbol: Value<'SimpleTextSymbol'> | Value<'TextSymbol'>,
  settings: SymbolSettings,
): TextDrawing['halo'] {
  if (symbol.MaskStyle === 'gisMSHalo' && (symbol.MaskSize ?? 0) > 0) {
    const mask = symbol.MaskSymbol;
    const color = mask && 'Color' in mask && mask.Color ? symbolColor(mask.Color, settings) : maskWhite(settings);
    return { color, widthPx: symbol.MaskSize! * settings.pixelsPerPoint };
  }
  if (symbol.type === 'SimpleTextSymbol' && symbol.OutlineColor && (symbol.OutlineWidth ?? 0) > 0)
    return {
      color: symbolColor(symbol.OutlineColor, settings),
      widthPx: symbol.OutlineWidth! * settings.pixelsPerPoint,
    };
  return undefined;
}

function maskWhite(settings: SymbolSettings): Rgba {
  return [255, 255, 255, settings.alpha];
}

/** The text as its symbol spells it. */
export function spelled(text: string, drawing: TextDrawing): string {
  if (drawing.textCase === 'gisTCAllCaps' || drawing.textCase === 'gisTCSmallCaps') return text.toLocaleUpperCase('en');
  return drawing.textCase === 'gisTCLowercase' ? text.toLocaleLowerCase('en') : text;
}

/** The lines of a text. */
export function linesOf(text: string, drawing: TextDrawing): string[] {
  const broken = drawing.lineBreak ? text.replaceAll(drawing.lineBreak, '\n') : text;
  return spelled(broken, drawing).split(/\r\n|\r|\n/);
}

/** Pieces of a line that are written each for itself, and the width of them all. */
export interface SpacedLine {
  readonly pieces: readonly { readonly text: string; readonly dxPx: number }[];
  readonly widthPx: number;
}

/** Space out a line as its symbol asks; one piece when it is written as the font has it. */
export function spacedLine(surface: Surface, line: string, drawing: TextDrawing): SpacedLine {
  const { font, letterGapPx = 0, wordGap = 1 } = drawing;
  if ((letterGapPx === 0 && wordGap === 1) || drawing.isRightToLeft)
    return { pieces: [{ text: line, dxPx: 0 }], widthPx: surface.measureText(line, font).widthPx };
  const pieces: { text: string; dxPx: number }[] = [];
  const spacePx = surface.measureText(' ', font).widthPx * (wordGap - 1);
  let dxPx = 0;
  for (const text of letterGapPx === 0 ? line.split(/(?<= )/) : line) {
    pieces.push({ text, dxPx });
    dxPx += surface.measureText(text, font).widthPx + letterGapPx + (text.endsWith(' ') ? spacePx : 0);
  }
  return { pieces, widthPx: Math.max(0, dxPx - letterGapPx) };
}

/** Draw text of one or more lines with its anchor at a pixel, as the symbol aligns and turns it. */
export function drawTextAt(surface: Surface, text: string, drawing: TextDrawing, xPx: number, yPx: number): void {
  const lines = linesOf(text, drawing).map((line) => spacedLine(surface, line, drawing));
  const size = surface.measureText(lines[0]?.pieces[0]?.text ?? '', drawing.font);
  const lineHeightPx = size.ascentPx + size.descentPx + (drawing.leadingPx ?? 0);
  const blockPx = lineHeightPx * lines.length;
  const first = {
    top: size.ascentPx,
    middle: size.ascentPx - blockPx / 2,
    baseline: lineHeightPx * (1 - lines.length),
    bottom: size.ascentPx - blockPx,
  }[drawing.vertical];
  const shiftOf = (widthPx: number) => ({ left: 0, center: -widthPx / 2, right: -widthPx })[drawing.horizontal];
  const atX = xPx + drawing.dxPx;
  const atY = yPx + drawing.dyPx;
  if (drawing.background && drawing.angleDeg === 0) {
    const widthPx = Math.max(...lines.map((line) => line.widthPx));
    const box = { xPx: atX + shiftOf(widthPx), yPx: atY + first - size.ascentPx, widthPx, heightPx: blockPx };
    surface.fillBox(box, { kind: 'solid', color: drawing.background });
  }
  const write = (dxPx: number, dyPx: number, look: Pick<TextRun, 'color' | 'halo'>) => {
    for (const [i, line] of lines.entries())
      for (const piece of line.pieces)
        surface.drawText({
          text: piece.text,
          font: drawing.font,
          ...look,
          xPx: atX + dxPx,
          yPx: atY + dyPx,
          dxPx: shiftOf(line.widthPx) + piece.dxPx,
          dyPx: first + i * lineHeightPx - (drawing.raisePx ?? 0),
          angleDeg: drawing.angleDeg,
          isRightToLeft: drawing.isRightToLeft,
        });
  };
  if (drawing.shadow) write(drawing.shadow.dxPx, drawing.shadow.dyPx, { color: drawing.shadow.color });
  write(0, 0, { color: drawing.color, ...(drawing.halo ? { halo: drawing.halo } : {}) });
}
