import { expect, test } from 'vitest';
import type { Value } from '../../sw/contract/index.ts';
import { drawGraphics } from '../../sw/draw/graphics/draw-graphics.ts';
import { createCanvasSurface } from '../../sw/draw/surface/canvas.ts';
import { runAtOnce } from '../../sw/scheduler.ts';
import { expectImage } from './compare.ts';
import { createCanvas, draw, fill, line, loadFonts, makeMapView, marker, rgb } from './draw-plan.ts';
import { exportImage, makeMapDescription } from './exported.ts';

const degrees = { type: 'GeographicCoordinateSystem', WKID: 4326 } as const;
const point = (X: number, Y: number): Value<'PointN'> => ({ type: 'PointN', X, Y });
const box = (XMin: number, YMin: number, XMax: number, YMax: number): Value<'EnvelopeN'> => ({
  type: 'EnvelopeN',
  XMin,
  YMin,
  XMax,
  YMax,
});
const path = (...xy: number[]): Value<'PolylineN'> => ({
  type: 'PolylineN',
  HasID: false,
  HasZ: false,
  HasM: false,
  PathArray: [
    {
      type: 'Path',
      PointArray: Array.from({ length: xy.length / 2 }, (_, i) => point(xy[2 * i]!, xy[2 * i + 1]!)),
    },
  ],
});

const outline = line(rgb(40, 60, 90), 1.5);
const pale = fill(rgb(250, 220, 150, 200), outline);
const text: Value<'TextSymbol'> = {
  type: 'TextSymbol',
  Color: rgb(30, 30, 30),
  BreakCharIndex: 0,
  VerticalAlignment: 'gisTVABaseline',
  HorizontalAlignment: 'gisTHALeft',
  Clip: false,
  RightToLeft: false,
  Angle: 0,
  XOffset: 0,
  YOffset: 0,
  ShadowXOffset: 0,
  ShadowYOffset: 0,
  TextPosition: 'gisTPNormal',
  TextCase: 'gisTCNormal',
  CharacterSpacing: 0,
  CharacterWidth: 100,
  WordSpacing: 100,
  Kerning: true,
  Leading: 0,
  TextDirection: 'gisTDHorizontal',
  FlipAngle: 0,
  TypeSetting: true,
  Text: '',
  Size: 11,
  MaskStyle: 'gisMSNone',
  MaskSize: 0,
};

async function image(elements: Value<'Element'>[], widthPx: number, heightPx: number, rotationDeg = 0, scale = 1e6) {
  return draw({
    view: { ...makeMapView([0, 0, widthPx, heightPx], widthPx, heightPx, 96, rotationDeg), scale },
    background: fill(rgb(246, 246, 242)),
    layers: [],
    graphics: { elements, reference: degrees, referenceScale: 0 },
  });
}

const shapes: Value<'Element'>[] = [
  { type: 'RectangleElement', Rectangle: box(10, 10, 90, 60), Symbol: pale },
  { type: 'CircleElement', Rectangle: box(100, 10, 180, 60), Symbol: pale },
  {
    type: 'EllipseElement',
    Rectangle: box(190, 10, 270, 60),
    Symbol: fill(rgb(120, 170, 210), outline, 'gisSFSCross'),
  },
  {
    type: 'PolygonElement',
    Polygon: {
      type: 'PolygonN',
      HasID: false,
      HasZ: false,
      HasM: false,
      RingArray: [
        { type: 'Ring', PointArray: [point(280, 10), point(320, 60), point(360, 10)] },
        { type: 'Ring', PointArray: [point(310, 20), point(330, 20), point(320, 35)] },
      ],
    },
    Symbol: pale,
  },
  {
    type: 'LineElement',
    Line: path(10, 90, 60, 75, 120, 95, 180, 75),
    Symbol: line(rgb(190, 40, 60), 3, 'gisSLSDash'),
  },
  { type: 'MarkerElement', Point: point(220, 85), Symbol: marker(rgb(40, 140, 70), 14, 'gisSMSDiamond') },
  { type: 'MarkerElement', Point: point(250, 85) },
  {
    type: 'TextElement',
    Text: 'Over all',
    TextGeometry: point(320, 30),
    Symbol: { ...text, HorizontalAlignment: 'gisTHACenter' },
  },
];

test('every shape, in the order of the request', async () => {
  await expectImage(await image(shapes, 370, 110), 'graphics-shapes');
});

test('shapes turn with the map, and grow with it where they are told to', async () => {
  const grown = shapes.map((element) => ({ ...element, AutoTransform: true, ReferenceScale: 2e6 }));
  await expectImage(await image(grown, 370, 200, 20), 'graphics-turned');
});

test('texts: case, spacing, shadow, halo, angle, alignment, raised, broken, along a line', async () => {
  const requestPath = (
    X: number,
    Y: number,
    Text: string,
    more: Partial<Value<'TextSymbol'>> = {},
  ): Value<'Element'> => ({
    type: 'TextElement',
    Text,
    TextGeometry: point(X, Y),
    Symbol: { ...text, ...more },
  });
  const arc = Array.from({ length: 31 }, (_, i) => [300 + 3 * i, 40 + 25 * Math.sin((Math.PI * i) / 30)]).flat();
  await expectImage(
    await image(
      [
        requestPath(10, 120, 'Upper Case', { TextCase: 'gisTCAllCaps' }),
        requestPath(10, 95, 'spaced letters', { CharacterSpacing: 25 }),
        requestPath(10, 70, 'words far apart', { WordSpacing: 300 }),
        requestPath(10, 45, 'Shadow', {
          Size: 18,
          ShadowColor: rgb(170, 170, 170),
          ShadowXOffset: 1.5,
          ShadowYOffset: -1.5,
        }),
        requestPath(10, 15, 'Halo', {
          Size: 18,
          Color: rgb(255, 255, 255),
          MaskStyle: 'gisMSHalo',
          MaskSize: 2,
          MaskSymbol: fill(rgb(190, 40, 60)),
        }),
        requestPath(200, 60, 'turned by 40', { Angle: 40, FontItalic: true }),
        requestPath(200, 20, 'right', { HorizontalAlignment: 'gisTHARight', FontUnderline: true }),
        requestPath(205, 20, 'm', {}),
        requestPath(217, 20, '2', { TextPosition: 'gisTPSuperscript' }),
        requestPath(240, 110, 'two|lines', {
          BreakCharIndex: 124,
          VerticalAlignment: 'gisTVACenter',
          Leading: 4,
          FontWeight: 700,
        }),
        {
          type: 'TextElement',
          Text: 'along an arc',
          TextGeometry: path(...arc),
          Symbol: { ...text, HorizontalAlignment: 'gisTHACenter' },
        },
        {
          type: 'TextElement',
          Text: 'boxed',
          TextGeometry: box(320, 90, 390, 120),
          Symbol: {
            type: 'SimpleTextSymbol',
            Size: 12,
            BackgroundColor: rgb(250, 220, 120),
            VerticalAlignment: 'middle',
            HorizontalAlignment: 'center',
          },
        },
      ],
      400,
      140,
    ),
    'graphics-texts',
  );
});

test('typography: small capitals, width, kerning, columns of letters, fills, masks, cut and turned round', async () => {
  const requestPath = (
    X: number,
    Y: number,
    Text: string,
    more: Partial<Value<'TextSymbol'>> = {},
  ): Value<'Element'> => ({
    type: 'TextElement',
    Text,
    TextGeometry: point(X, Y),
    Symbol: { ...text, ...more },
  });
  const down = { TextDirection: 'gisTDVertical', VerticalAlignment: 'gisTVATop' } as const;
  const white = fill(rgb(255, 255, 255), line(rgb(40, 60, 90), 1));
  const back = Array.from({ length: 31 }, (_, i) => [390 - 3 * i, 30 + 15 * Math.sin((Math.PI * i) / 30)]).flat();
  const along = (FlipAngle: number): Value<'Element'> => ({
    type: 'TextElement',
    Text: `flip ${FlipAngle}`,
    TextGeometry: path(...back),
    Symbol: { ...text, FlipAngle, HorizontalAlignment: 'gisTHACenter' },
  });
  await expectImage(
    await image(
      [
        requestPath(10, 160, 'Small Capitals', { TextCase: 'gisTCSmallCaps', Size: 13 }),
        requestPath(10, 140, 'narrow and', { CharacterWidth: 70 }),
        requestPath(80, 140, 'wide', { CharacterWidth: 160, Angle: 15 }),
        requestPath(10, 120, 'AVATAR kerned'),
        requestPath(10, 105, 'AVATAR not kerned', { Kerning: false }),
        requestPath(10, 85, 'both lines', { FontUnderline: true, FontStrikethrough: true }),
        requestPath(10, 60, 'Fill', { Size: 20, FillSymbol: fill(rgb(250, 200, 60), line(rgb(120, 40, 20), 2)) }),
        requestPath(70, 60, 'Mask', { Size: 18, MaskStyle: 'gisMSHalo', MaskSize: 3, MaskSymbol: white }),
        requestPath(10, 20, 'S p a c e d', {
          Size: 16,
          CharacterSpacing: 10,
          Color: rgb(255, 255, 255),
          MaskStyle: 'gisMSHalo',
          MaskSize: 2,
          MaskSymbol: fill(rgb(190, 40, 60)),
        }),
        requestPath(190, 165, 'Down', down),
        requestPath(240, 165, 'two|columns', { ...down, BreakCharIndex: 124, HorizontalAlignment: 'gisTHACenter' }),
        requestPath(275, 100, 'below', { ...down, VerticalAlignment: 'gisTVACenter', Angle: 30 }),
        {
          ...requestPath(0, 0, 'cut by its box', { Clip: true, Size: 15 }),
          TextGeometry: box(310, 140, 360, 160),
        } as Value<'Element'>,
        {
          type: 'TextElement',
          Text: 'turned box',
          TextGeometry: point(330, 105),
          Symbol: { type: 'SimpleTextSymbol', Size: 11, Angle: 20, BackgroundColor: rgb(250, 220, 120) },
        },
        along(90),
        {
          ...along(200),
          TextGeometry: path(...back.map((value, i) => (i % 2 ? value + 42 : value))),
        } as Value<'Element'>,
      ],
      400,
      180,
    ),
    'graphics-typography',
  );
});

test('paragraphs: small capitals, spaced, at the bottom, turned, growing with the map', async () => {
  const Text = 'What is written in columns is spaced and aligned as a symbol asks for it.';
  const paragraph = (xmin: number, more: object, scale = 0): Value<'Element'> => ({
    type: 'ParagraphTextElement',
    Text,
    TextGeometry: box(xmin, 10, xmin + 120, 110),
    Symbol: { ...text, Size: 9, VerticalAlignment: 'gisTVATop', ...more },
    FrameBorder: { type: 'SymbolBorder', HorizontalGap: 0, VerticalGap: 0, CornerRounding: 0, Symbol: outline },
    Margin: 3,
    ReferenceScale: 2e6,
    Scale: scale,
  });
  await expectImage(
    await image(
      [
        paragraph(10, { TextCase: 'gisTCSmallCaps', HorizontalAlignment: 'gisTHAFull', CharacterSpacing: 5 }),
        paragraph(140, { VerticalAlignment: 'gisTVABottom', WordSpacing: 250, HorizontalAlignment: 'gisTHARight' }),
        paragraph(270, { VerticalAlignment: 'gisTVACenter', Angle: 20, CharacterWidth: 80 }),
        paragraph(400, { Size: 6 }, 1),
      ],
      530,
      120,
    ),
    'graphics-paragraphs',
  );
});

test('paragraphs in columns and groups in frames', async () => {
  const Text =
    'Maps are drawn by the browser itself. What is written here flows from one column into the next, and stops where the box ends.\nA second paragraph.';
  const frame = {
    Border: { type: 'SymbolBorder', HorizontalGap: 3, VerticalGap: 3, CornerRounding: 40, Symbol: outline },
    Background: {
      type: 'SymbolBackground',
      HorizontalGap: 3,
      VerticalGap: 3,
      CornerRounding: 40,
      Symbol: fill(rgb(255, 255, 255)),
    },
    Shadow: {
      type: 'SymbolShadow',
      CornerRounding: 40,
      HorizontalOffset: 5,
      VerticalOffset: -5,
      Symbol: line(rgb(150, 150, 150, 120), 1),
    },
  } as const;
  await expectImage(
    await image(
      [
        {
          type: 'ParagraphTextElement',
          Text,
          TextGeometry: box(10, 10, 250, 100),
          Symbol: { ...text, Size: 9, HorizontalAlignment: 'gisTHAFull' },
          ColumnCount: 2,
          ColumnGap: 9,
          Margin: 6,
          FrameBorder: { ...frame.Border, HorizontalGap: 0, VerticalGap: 0, CornerRounding: 0 },
          FrameBackground: { ...frame.Background, HorizontalGap: 0, VerticalGap: 0, CornerRounding: 0 },
          FrameShadow: { ...frame.Shadow, CornerRounding: 0 },
        },
        {
          type: 'GroupElement',
          Elements: [
            { type: 'CircleElement', Rectangle: box(280, 30, 320, 70), Symbol: pale },
            {
              type: 'GroupElement',
              Elements: [{ type: 'MarkerElement', Point: point(345, 50), Symbol: marker(rgb(40, 140, 70), 14) }],
            },
            { type: 'LineElement', Line: path(280, 80, 370, 85), Symbol: outline },
          ],
          ...frame,
        },
      ],
      400,
      110,
    ),
    'graphics-frames',
  );
});

const refused: readonly (readonly [string, string, Value<'Element'>])[] = [
  [
    'a marker for a line',
    'bad-value',
    { type: 'LineElement', Line: path(0, 0, 1, 1), Symbol: marker(rgb(0, 0, 0), 5) },
  ],
  ['a line for a text', 'bad-value', { type: 'TextElement', Text: 'x', TextGeometry: point(0, 0), Symbol: outline }],
  ['a point of no number', 'bad-geometry', { type: 'MarkerElement', Point: point(Number.NaN, 0) }],
  [
    'a thousand columns',
    'bad-value',
    { type: 'ParagraphTextElement', Text: 'x', TextGeometry: box(0, 0, 9, 9), ColumnCount: 1000 },
  ],
  [
    'a paragraph in a shape that is no box',
    'not-supported',
    {
      type: 'ParagraphTextElement',
      Text: 'x',
      TextGeometry: {
        ...{ type: 'PolygonN', HasID: false, HasZ: false, HasM: false },
        RingArray: [{ type: 'Ring', PointArray: [point(0, 0), point(5, 9), point(9, 0)] }],
      },
    },
  ],
];

test.each(refused)('%s is refused', async (_, code, element) => {
  await loadFonts();
  const surface = createCanvasSurface(10, 10, createCanvas);
  const view = { view: makeMapView([0, 0, 10, 10], 10, 10), reference: degrees, referenceScale: 0 };
  expect(() => runAtOnce(drawGraphics(surface, [element], view))).toThrow(expect.objectContaining({ code }));
});

test('graphics of a request are projected when they name another reference', async () => {
  const mercator = { type: 'ProjectedCoordinateSystem', WKID: 3857 } as const;
  const graphic: Value<'Element'> = {
    type: 'RectangleElement',
    Rectangle: { ...box(-6e6, -3e6, 0, 3e6), SpatialReference: mercator },
    Symbol: pale,
  };
  await expectImage(await exportImage(makeMapDescription({ CustomGraphics: [graphic] })), 'graphics-projected');
});
