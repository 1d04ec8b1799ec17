import { type Value, wrongValue } from '../../contract/index.ts';
import type { Font, Rgba } from '../surface/surface.ts';
import { fillDrawing } from '../symbol/fill.ts';
import { type SymbolSettings, symbolColor } from '../symbol/symbol-settings.ts';
import { chooseFontFamily } from './font.ts';

interface Halo {
  readonly color: Rgba;
  readonly widthPx: number;
}

export interface TextDrawing {
  readonly font: Font;
  readonly color: Rgba;
  /** Halos, the widest first, at the bottom; empty for text without halos. */
  readonly halos: readonly Halo[];
  readonly horizontal: 'left' | 'center' | 'right';
  readonly vertical: 'top' | 'middle' | 'baseline' | 'bottom';
  readonly angleDeg: number;
  readonly dxPx: number;
  readonly dyPx: number;
  readonly isRightToLeft: boolean;
  readonly textCase: Value<'gisTextCase'>;
  readonly shadow?: { readonly color: Rgba; readonly dxPx: number; readonly dyPx: number };
  /** Background color, filled below the text. */
  readonly background?: Rgba;
  /** Additional space between characters. */
  readonly letterGapPx?: number;
  /** Factor of word spacing; 1 is the font's spacing. */
  readonly wordGap?: number;
  /** Additional space between lines. */
  readonly leadingPx?: number;
  /** Upward shift of superscript in pixels. */
  readonly raisePx?: number;
  /** Additional line break character. */
  readonly lineBreak?: string;
  /** True to stack characters. Lines become columns from right to left. */
  readonly isVertical?: boolean;
  /** Direction in degrees from which text along a line is flipped; 90 by default. */
  readonly flipDeg?: number;
  /** True to clip text to its geometry. */
  readonly isClipped?: boolean;
}

const defaultSize = 8;
const weights = { normal: 400, bold: 700, bolder: 700, lighter: 400 } as const;
const verticals = {
  gisTVATop: 'top',
  gisTVACenter: 'middle',
  gisTVABaseline: 'baseline',
  gisTVABottom: 'bottom',
} as const;
const horizontals = { gisTHALeft: 'left', gisTHACenter: 'center', gisTHARight: 'right', gisTHAFull: 'left' } as const;

type TextSymbols = Value<'SimpleTextSymbol'> | Value<'TextSymbol'>;

/**
 * Read a text symbol.
 *
 * @throws {Fault} `bad-value` for a negative or invalid size and other invalid numbers; `not-supported` for text or
 *   halos filled with more than one color
 */
export function textDrawing(symbol: TextSymbols, settings: SymbolSettings): TextDrawing {
  const size = symbol.Size ?? defaultSize;
  if (!(size >= 0)) throw wrongValue('bad-value', `${settings.path}.Size`, 'a number ≥ 0', `${size}`);
  for (const name of ['Angle', 'XOffset', 'YOffset'] as const)
    if (!Number.isFinite(symbol[name] ?? 0))
      throw wrongValue('bad-value', `${settings.path}.${name}`, 'a number', `${symbol[name]}`);
  const isSmall = symbol.type === 'TextSymbol' && symbol.TextPosition !== 'gisTPNormal';
  const sizePx = size * settings.pixelsPerPoint;
  const font: Font = {
    ...readFont(symbol),
    sizePx: isSmall ? sizePx * raisedSize : sizePx,
    isUnkerned: symbol.Kerning === false,
  };
  const common = {
    font,
    color: symbolColor(symbol.Color, settings),
    halos: makeHalos(symbol, settings),
    ...readAlignment(symbol),
    angleDeg: symbol.Angle ?? 0,
    dxPx: (symbol.XOffset ?? 0) * settings.pixelsPerPoint,
    dyPx: -(symbol.YOffset ?? 0) * settings.pixelsPerPoint,
    isRightToLeft: symbol.RightToLeft ?? false,
  };
  if (symbol.type === 'TextSymbol')
    return { ...common, ...typography(symbol, font, sizePx, settings), textCase: symbol.TextCase };
  const background = symbol.BackgroundColor && { background: symbolColor(symbol.BackgroundColor, settings) };
  return { ...common, textCase: 'gisTCNormal', ...background };
}

/** Size and shift of superscript and subscript, as fractions of the font size. */
const raisedSize = 0.62;
const raise = 0.36;
const lowering = 0.14;

function typography(symbol: Value<'TextSymbol'>, font: Font, sizePx: number, settings: SymbolSettings) {
  const { pixelsPerPoint, path } = settings;
  for (const name of ['CharacterSpacing', 'CharacterWidth', 'WordSpacing', 'Leading', 'FlipAngle'] as const)
    if (!Number.isFinite(symbol[name] ?? 0))
      throw wrongValue('bad-value', `${path}.${name}`, 'a number', `${symbol[name]}`);
  const isMoved = symbol.ShadowXOffset !== 0 || symbol.ShadowYOffset !== 0;
  const raisePx = { gisTPNormal: 0, gisTPSuperscript: raise, gisTPSubscript: -lowering }[symbol.TextPosition] * sizePx;
  const width = (symbol.CharacterWidth || 100) / 100;
  if (!(width > 0))
    throw wrongValue('bad-value', `${path}.CharacterWidth`, 'a percentage > 0', `${symbol.CharacterWidth}`);
  return {
    ...(width === 1 ? {} : { font: { ...font, widthScale: width } }),
    ...(symbol.FillSymbol ? { color: plainFill(symbol.FillSymbol, settings, 'FillSymbol').color } : {}),
    shadow:
      symbol.ShadowColor && isMoved
        ? {
            color: symbolColor(symbol.ShadowColor, settings),
            dxPx: symbol.ShadowXOffset * pixelsPerPoint,
            dyPx: -symbol.ShadowYOffset * pixelsPerPoint,
          }
        : undefined,
    letterGapPx: ((symbol.CharacterSpacing || 0) / 100) * sizePx,
    wordGap: (symbol.WordSpacing || 100) / 100,
    leadingPx: (symbol.Leading || 0) * pixelsPerPoint,
    raisePx: raisePx || 0,
    lineBreak: symbol.BreakCharIndex > 0 ? String.fromCodePoint(Math.min(0x10ffff, symbol.BreakCharIndex)) : undefined,
    isVertical: symbol.TextDirection === 'gisTDVertical',
    flipDeg: symbol.FlipAngle || 90,
    isClipped: symbol.Clip,
  };
}

function readFont(symbol: TextSymbols): Omit<Font, 'sizePx'> {
  if (symbol.type === 'SimpleTextSymbol')
    return {
      family: chooseFontFamily(symbol.FontFamilyName),
      weight: weights[symbol.FontWeight ?? 'normal'],
      isItalic: symbol.FontStyle === 'italic' || symbol.FontStyle === 'oblique',
      decoration: symbol.FontDecoration ?? 'none',
    };
  return {
    family: chooseFontFamily(symbol.FontName),
    weight: (symbol.FontWeight ?? 400) >= 600 ? 700 : 400,
    isItalic: symbol.FontItalic ?? false,
    decoration: fontDecoration(symbol),
  };
}

/** Return the underline and strikethrough of a font symbol. */
export function fontDecoration({
  FontUnderline,
  FontStrikethrough,
}: Pick<Value<'TextSymbol'>, 'FontUnderline' | 'FontStrikethrough'>): Font['decoration'] {
  if (FontUnderline) return FontStrikethrough ? 'underline line-through' : 'underline';
  return FontStrikethrough ? 'line-through' : 'none';
}

function readAlignment(symbol: TextSymbols): Pick<TextDrawing, 'horizontal' | 'vertical'> {
  if (symbol.type === 'TextSymbol')
    return { horizontal: horizontals[symbol.HorizontalAlignment], vertical: verticals[symbol.VerticalAlignment] };
  const horizontal = symbol.HorizontalAlignment ?? 'center';
  return {
    horizontal: horizontal === 'justified' ? 'left' : horizontal,
    vertical: symbol.VerticalAlignment ?? 'baseline',
  };
}

/** Make the halos: the mask with its outline, then the outline of the characters, whose outer half is visible. */
function makeHalos(symbol: TextSymbols, settings: SymbolSettings): Halo[] {
  const { pixelsPerPoint } = settings;
  const halos: Halo[] = [];
  const letters = symbol.type === 'TextSymbol' ? letterEdge(symbol, settings) : undefined;
  const edge: Halo | undefined =
    symbol.type === 'SimpleTextSymbol' && symbol.OutlineColor && (symbol.OutlineWidth ?? 0) > 0
      ? { color: symbolColor(symbol.OutlineColor, settings), widthPx: symbol.OutlineWidth! * pixelsPerPoint }
      : letters;
  if (edge) halos.push(edge);
  if (symbol.MaskStyle === 'gisMSHalo' && (symbol.MaskSize ?? 0) > 0) {
    const widthPx = symbol.MaskSize! * pixelsPerPoint + (edge?.widthPx ?? 0);
    const mask = symbol.MaskSymbol ? plainFill(symbol.MaskSymbol, settings, 'MaskSymbol') : undefined;
    halos.unshift({ color: mask?.color ?? [255, 255, 255, settings.alpha], widthPx });
    if (mask?.outline) halos.unshift({ ...mask.outline, widthPx: widthPx + mask.outline.widthPx });
  }
  return halos.filter(({ color }) => color[3] > 0);
}

function letterEdge({ FillSymbol }: Value<'TextSymbol'>, settings: SymbolSettings): Halo | undefined {
  const outline = FillSymbol && plainFill(FillSymbol, settings, 'FillSymbol').outline;
  return outline && { ...outline, widthPx: outline.widthPx / 2 };
}

/** Read a fill for text or halos. @throws {Fault} `not-supported` unless it is a single color with an outline */
function plainFill(symbol: Value<'Symbol'>, settings: SymbolSettings, name: string) {
  const path = `${settings.path}.${name}`;
  const isPlain = symbol.type === 'SimpleFillSymbol' && /Solid$|Null$/.test(symbol.Style);
  if (!isPlain) {
    const actual = symbol.type === 'SimpleFillSymbol' ? symbol.Style : symbol.type;
    throw wrongValue('not-supported', path, 'a solid SimpleFillSymbol', actual);
  }
  const { paint, outline } = fillDrawing(symbol, { ...settings, path });
  const color: Rgba = paint?.color ?? [0, 0, 0, 0];
  return { color, outline: outline && { color: outline.color, widthPx: outline.widthPx } };
}
