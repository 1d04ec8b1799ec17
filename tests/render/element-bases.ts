import type { Value } from '../../sw/contract/index.ts';
import { fill, line, marker, rgb } from './draw-plan.ts';
import {
  area,
  box,
  edge,
  type Fields,
  fixed,
  other,
  point,
  ring,
  type SymbolBase,
  some,
  symbolBases,
  track,
} from './symbol-bases.ts';

const common = { AutoTransform: false, ReferenceScale: 2e6 };
/** An element with a reference scale grows with the map when `AutoTransform` is set. */
const scaling = {
  AutoTransform: some(true),
  Symbol: some(undefined),
};
const same = (value: Fields) => value as unknown as Value<'Element'>;
const grow = (value: Fields, field?: string) =>
  same(field === 'ReferenceScale' ? { ...value, AutoTransform: true } : value);
const { SimpleTextSymbol: simpleText } = symbolBases;
const text = simpleText!.base;
const shape = (type: string, symbol: unknown): SymbolBase => ({
  base: fixed({ type, ...common, Rectangle: box, Symbol: symbol }),
  elementOf: grow,
  others: { ...scaling, Rectangle: some(other) },
});
const frame = { HorizontalGap: 2, VerticalGap: 2, CornerRounding: 0 };
const group = { type: 'GroupElement', ...common, Rectangle: box };
const makeFrame = (name: string) => (value: Fields) => same({ ...group, Elements: [], [name]: value });
const shadow = { type: 'SymbolShadow', Symbol: edge, CornerRounding: 0, HorizontalOffset: 4, VerticalOffset: 4 };

export const elementBases: Readonly<Record<string, SymbolBase>> = {
  RectangleElement: shape('RectangleElement', area),
  CircleElement: shape('CircleElement', area),
  EllipseElement: shape('EllipseElement', area),
  LineElement: {
    base: fixed({ type: 'LineElement', ...common, Line: track(10, 10, 90, 70, 150, 20), Symbol: edge }),
    elementOf: grow,
    others: { ...scaling, Line: some(track(10, 10, 90, 90, 150, 20)) },
  },
  PolygonElement: {
    base: fixed({ type: 'PolygonElement', ...common, Polygon: ring(10, 10, 90, 70, 150, 20), Symbol: area }),
    elementOf: grow,
    others: { ...scaling, Polygon: some(ring(10, 10, 90, 90, 150, 20)) },
  },
  MarkerElement: {
    base: fixed({ type: 'MarkerElement', ...common, Point: point(60, 60), Symbol: marker(rgb(40, 60, 90), 16) }),
    elementOf: grow,
    others: { ...scaling, Point: some(point(90, 30)) },
  },
  TextElement: {
    base: async () => ({ type: 'TextElement', ...common, Text: 'Text', TextGeometry: box, Symbol: await text() }),
    elementOf: grow,
    others: { ...scaling, Text: some('Other'), TextGeometry: some(other, point(1, 1)) },
  },
  ParagraphTextElement: {
    base: async () => ({
      type: 'ParagraphTextElement',
      ...common,
      Text: 'Some words that fill a line and some words more, and then another line.',
      TextGeometry: box,
      Symbol: await text(),
      ColumnGap: 4,
      ColumnCount: 2,
      Margin: 2,
    }),
    elementOf: grow,
    others: {
      ...scaling,
      Text: some('Other'),
      TextGeometry: some(other),
      Scale: some(1),
      FrameBorder: some({ type: 'SymbolBorder', ...frame, Symbol: edge }),
      FrameBackground: some({ type: 'SymbolBackground', ...frame, Symbol: area }),
      FrameShadow: some(shadow),
    },
  },
  GroupElement: {
    base: fixed({
      ...group,
      Elements: [{ type: 'MarkerElement', Point: point(60, 60) }],
      Border: { type: 'SymbolBorder', ...frame, Symbol: edge },
    }),
    elementOf: grow,
    others: {
      AutoTransform: some(true),
      Rectangle: some(other),
      Elements: some([]),
      Border: some(undefined),
      Background: some({ type: 'SymbolBackground', ...frame, Symbol: area }),
      Shadow: some(shadow),
    },
  },
  SymbolBorder: {
    base: fixed({ type: 'SymbolBorder', ...frame, Symbol: edge }),
    elementOf: makeFrame('Border'),
    others: { Symbol: some(line(rgb(1, 1, 1), 4)) },
  },
  SymbolBackground: {
    base: fixed({ type: 'SymbolBackground', ...frame, Symbol: area }),
    elementOf: makeFrame('Background'),
    others: { Symbol: some(fill(rgb(1, 1, 1))) },
  },
  SymbolShadow: {
    base: fixed(shadow),
    elementOf: makeFrame('Shadow'),
    others: { Symbol: some(line(rgb(1, 1, 1), 4)) },
  },
};
