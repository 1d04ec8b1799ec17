import type { Value } from '../../sw/contract/index.ts';
import type { DecodeImage } from '../../sw/service/raster-source.ts';
import { fill, line, marker, rgb } from './draw-plan.ts';

/**
 * A value of a type in which every field can have an effect, the element that draws it, and other values for fields
 * whose type doesn't suggest one.
 */
export interface SymbolBase {
  readonly base: () => Promise<Record<string, unknown>>;
  /**
   * Return the element that draws the value; `field` is the field under test, because some only affect lines or
   * columns.
   */
  readonly elementOf: (value: Record<string, unknown>, field?: string) => Value<'Element'>;
  readonly others: Readonly<Record<string, (() => Promise<unknown[]>) | undefined>>;
}

export const decode: DecodeImage = async (file) => {
  const bitmap = await createImageBitmap(file, { premultiplyAlpha: 'none' });
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  return { widthPx: bitmap.width, heightPx: bitmap.height, rgba: data };
};

async function readImage(colors: readonly string[]): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(8, 6);
  const context = canvas.getContext('2d')!;
  for (const [i, color] of colors.entries()) {
    context.fillStyle = color;
    context.fillRect(2 * i, 0, 2, 6);
  }
  return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
}

/** A green band and a transparent one, on which background and foreground colors have an effect. */
const clearAndBlack = () => readImage(['rgb(1 200 2)', 'transparent']);
export const blackAndWhite = () => readImage(['black', 'white', 'black', 'white']);

export const point = (X: number, Y: number): Value<'PointN'> => ({ type: 'PointN', X, Y });
export const box: Value<'EnvelopeN'> = { type: 'EnvelopeN', XMin: 20, YMin: 20, XMax: 160, YMax: 90 };
export const other: Value<'EnvelopeN'> = { ...box, XMax: 120 };
export const track = (...xy: number[]): Value<'PolylineN'> => ({
  type: 'PolylineN',
  HasID: false,
  HasZ: false,
  HasM: false,
  PathArray: [{ type: 'Path', PointArray: [0, 2, 4].map((i) => point(xy[i]!, xy[i + 1]!)) }],
});
export const ring = (...xy: number[]): Value<'PolygonN'> => ({
  type: 'PolygonN',
  HasID: false,
  HasZ: false,
  HasM: false,
  RingArray: [{ type: 'Ring', PointArray: [0, 2, 4].map((i) => point(xy[i]!, xy[i + 1]!)) }],
});

export type Fields = Record<string, unknown>;
export const fixed = (value: Fields) => async () => ({ ...value });
export const some =
  (...values: unknown[]) =>
  async () =>
    values;
const markSymbol = (symbol: Fields) =>
  ({ type: 'MarkerElement', Point: point(80, 60), Symbol: symbol }) as unknown as Value<'Element'>;
const fillSymbol = (symbol: Fields) =>
  ({ type: 'RectangleElement', Rectangle: box, Symbol: symbol }) as unknown as Value<'Element'>;
export const edge = line(rgb(90, 20, 20), 2);
export const area = fill(rgb(200, 190, 90), edge);

const cartographic = { Angle: 0, XOffset: 0, YOffset: 0, XScale: 1, YScale: 1, Size: 20, Color: rgb(9, 9, 9) };
const images = { Picture: clearAndBlack, Swap1BitColor: false };

const textFields = {
  Color: rgb(10, 20, 30),
  Angle: 0,
  XOffset: 0,
  YOffset: 0,
  Size: 12,
  RightToLeft: false,
  Kerning: true,
  MaskSize: 2,
  MaskStyle: 'gisMSHalo',
  MaskSymbol: fill(rgb(255, 255, 255)),
};
// Kerned pairs, words, lowercase letters and a line break, in a box that shows both ends and both edges.
const written = 'AVAT To|wo WAVE';
const texted = (symbol: Fields) =>
  ({ type: 'TextElement', Text: written, TextGeometry: box, Symbol: symbol }) as unknown as Value<'Element'>;
const paragraph = (symbol: Fields) =>
  ({
    type: 'ParagraphTextElement',
    Text: 'Some words that fill a line and some words more, and then another line.',
    TextGeometry: box,
    Symbol: symbol,
  }) as unknown as Value<'Element'>;
const alongLine = (symbol: Fields) =>
  ({
    type: 'TextElement',
    Text: 'Along',
    TextGeometry: track(20, 20, 90, 40, 150, 90),
    Symbol: symbol,
  }) as unknown as Value<'Element'>;

export const symbolBases: Readonly<Record<string, SymbolBase>> = {
  SimpleMarkerSymbol: {
    base: fixed(marker(rgb(40, 60, 90), 16) as unknown as Fields),
    elementOf: markSymbol,
    others: { Style: undefined },
  },
  CharacterMarkerSymbol: {
    base: fixed({ type: 'CharacterMarkerSymbol', ...cartographic, CharacterIndex: 65, FontWeight: 400 }),
    elementOf: markSymbol,
    others: { FontWeight: some(700) },
  },
  PictureMarkerSymbol: {
    base: async () => ({ type: 'PictureMarkerSymbol', ...cartographic, ...images, Picture: await clearAndBlack() }),
    elementOf: markSymbol,
    others: { Picture: async () => [await blackAndWhite()] },
  },
  SimpleLineSymbol: {
    base: fixed(edge as unknown as Fields),
    elementOf: (symbol) =>
      ({ type: 'LineElement', Line: track(10, 10, 90, 70, 150, 20), Symbol: symbol }) as unknown as Value<'Element'>,
    others: {},
  },
  SimpleFillSymbol: {
    base: fixed(area as unknown as Fields),
    elementOf: fillSymbol,
    others: { Outline: some(undefined, line(rgb(0, 0, 0), 5)) },
  },
  PictureFillSymbol: {
    base: async () => ({ type: 'PictureFillSymbol', ...images, Picture: await clearAndBlack(), Outline: edge }),
    elementOf: fillSymbol,
    others: { Picture: async () => [await blackAndWhite()], Outline: some(undefined) },
  },
  SimpleTextSymbol: {
    base: fixed({
      type: 'SimpleTextSymbol',
      ...textFields,
      HorizontalAlignment: 'left',
      VerticalAlignment: 'top',
      OutlineColor: rgb(1, 1, 1),
      OutlineWidth: 1,
      FontStyle: 'normal',
      FontWeight: 'normal',
      FontDecoration: 'none',
    }),
    elementOf: (symbol, field) => (field === 'HorizontalAlignment' ? paragraph(symbol) : texted(symbol)),
    others: { MaskSymbol: some(fill(rgb(250, 0, 0)), fill(rgb(0, 0, 0), undefined, 'gisSFSCross'), edge) },
  },
  TextSymbol: {
    base: fixed({
      type: 'TextSymbol',
      ...textFields,
      BreakCharIndex: 0,
      HorizontalAlignment: 'gisTHALeft',
      VerticalAlignment: 'gisTVATop',
      Clip: false,
      ShadowColor: rgb(150, 150, 150),
      ShadowXOffset: 1,
      ShadowYOffset: 1,
      TextPosition: 'gisTPNormal',
      TextCase: 'gisTCNormal',
      CharacterSpacing: 0,
      CharacterWidth: 100,
      WordSpacing: 100,
      Leading: 0,
      TextDirection: 'gisTDHorizontal',
      FlipAngle: 0,
      TypeSetting: true,
      Text: '',
    }),
    elementOf(symbol, field) {
      if (field === 'FlipAngle') return alongLine(symbol);
      if (field === 'HorizontalAlignment' || field === 'Leading') return paragraph(symbol);
      const element = texted(symbol) as Value<'TextElement'>;
      if (field === 'TextParserClass') return { ...element, Text: 'a <BOL>tag</BOL>' };
      return field === 'Text' ? { ...element, Text: '' } : element;
    },
    others: {
      BreakCharIndex: some(124),
      Text: some('of the symbol'),
      FontWeight: some(700),
      FillSymbol: some(fill(rgb(250, 0, 0)), fill(rgb(10, 20, 30), edge), fill(rgb(1, 1, 1), edge, 'gisSFSVertical')),
      MaskSymbol: some(fill(rgb(250, 0, 0)), fill(rgb(255, 255, 255), edge), edge),
      FlipAngle: some(200),
      TextParserClass: some('parser'),
    },
  },
};

/** Fields that don't affect an image, as `Field` or `Type.Field`, with the reason. */
export const idle: Readonly<Record<string, string>> = {
  FontName:
    'text is drawn in the shipped font, since others differ from machine to machine; markers of others are refused',
  FontFamilyName: 'as FontName',
  FontCharset: 'text is Unicode',
  FontSizeHi: 'the size says it',
  FontSizeLo: 'the size says it',
  TypeSetting: 'the browser sets type in any case',
  TextPathClass: 'the geometry says where text goes',
  PictureUri: 'read when there is no picture; the reader of addresses has tests of its own',
  Swap1BitColor: 'shows with a foreground or background in pictures of black and white; tested on its own',
  'PictureMarkerSymbol.Color': 'a picture has colours of its own',
  'PictureFillSymbol.Color': 'a picture has colours of its own',
  'PictureMarkerSymbol.FgColor': 'shows in pictures of black and white; tested on its own',
  'PictureFillSymbol.FgColor': 'shows in pictures of black and white; tested on its own',
  'TextSymbol.TextDirection=gisTDAngle': 'Angle turns text in any case',
  'SimpleTextSymbol.FontWeight=bolder': 'as bold, the next weight that is shipped',
  'SimpleTextSymbol.FontWeight=lighter': 'the lightest weight that is shipped is the normal one',
  'SimpleLineSymbol.Style=gisSLSInsideFrame': 'a line has no inside',
  Name: 'for programs that edit',
  Type: 'for programs that edit',
  Locked: 'for programs that edit',
  FixedAspectRatio: 'for programs that edit',
  DraftMode: 'for programs that edit',
};
