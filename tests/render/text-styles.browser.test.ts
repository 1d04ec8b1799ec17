import { test } from 'vitest';
import { enums, type Value } from '../../sw/contract/index.ts';
import { expectImage } from './compare.ts';
import { draw, fill, line, makeMapView, rgb } from './draw-plan.ts';
import { symbolBases } from './symbol-bases.ts';

const degrees = { type: 'GeographicCoordinateSystem', WKID: 4326 } as const;
const cell = { widthPx: 150, heightPx: 64 } as const;
const columns = 5;

/** Draw a sheet of samples, each with a cross at its anchor. */
async function sheet(samples: readonly { text: string; symbol: Value<'Symbol'>; isColumn?: boolean }[], name: string) {
  const rows = Math.ceil(samples.length / columns);
  const [widthPx, heightPx] = [columns * cell.widthPx, rows * cell.heightPx];
  const elements = samples.flatMap(({ text, symbol, isColumn }, i): Value<'Element'>[] => {
    const X = (i % columns) * cell.widthPx + cell.widthPx / 2;
    const Y = heightPx - (Math.floor(i / columns) + 0.5) * cell.heightPx;
    const arm = (dx: number, dy: number): Value<'Element'> => ({
      type: 'LineElement',
      Line: {
        type: 'PolylineN',
        HasID: false,
        HasZ: false,
        HasM: false,
        PathArray: [
          {
            type: 'Path',
            PointArray: [
              { type: 'PointN', X: X - dx, Y: Y - dy },
              { type: 'PointN', X: X + dx, Y: Y + dy },
            ],
          },
        ],
      },
      Symbol: line(rgb(230, 120, 100), 0.75),
    });
    const [dx, dy] = [cell.widthPx / 2 - 6, cell.heightPx / 2 - 4];
    const box: Value<'EnvelopeN'> = { type: 'EnvelopeN', XMin: X - dx, YMin: Y - dy, XMax: X + dx, YMax: Y + dy };
    const written: Value<'Element'> = isColumn
      ? { type: 'ParagraphTextElement', Text: text, TextGeometry: box, Symbol: symbol }
      : { type: 'TextElement', Text: text, TextGeometry: { type: 'PointN', X, Y }, Symbol: symbol };
    return [arm(12, 0), arm(0, 12), written];
  });
  const surface = await draw({
    view: makeMapView([0, 0, widthPx, heightPx], widthPx, heightPx),
    background: fill(rgb(250, 248, 242)),
    layers: [],
    graphics: { elements, reference: degrees, referenceScale: 0 },
  });
  await expectImage(surface, name);
}

const short = (value: string) => value.replace(/^gis(TH|TV|T|M)[A-Z]/, '');

test('every value of every enumeration of a TextSymbol', async () => {
  const { TextSymbol: textBase } = symbolBases;
  const base = {
    ...((await textBase!.base()) as unknown as Value<'TextSymbol'>),
    Size: 11,
    ShadowXOffset: 0,
    ShadowYOffset: 0,
    HorizontalAlignment: 'gisTHACenter',
    MaskStyle: 'gisMSNone',
  } as const;
  const of = <N extends 'HorizontalAlignment' | 'VerticalAlignment' | 'TextPosition' | 'TextCase' | 'TextDirection'>(
    field: N,
    values: readonly Value<'TextSymbol'>[N][],
    text: (value: string) => string = (value) => `Mix ${value}`,
  ) => values.map((value) => ({ text: text(short(value)), symbol: { ...base, [field]: value } }));
  await sheet(
    [
      ...of('HorizontalAlignment', enums.gisTextHorizontalAlignment.values),
      ...of('VerticalAlignment', enums.gisTextVerticalAlignment.values),
      ...of('TextPosition', enums.gisTextPosition.values),
      ...of('TextCase', enums.gisTextCase.values),
      ...of('TextDirection', enums.gisTextDirection.values, (value) => value.slice(0, 3)),
      ...enums.gisMaskStyle.values.map((MaskStyle) => ({
        text: short(MaskStyle),
        symbol: { ...base, MaskStyle, Color: rgb(250, 200, 60), MaskSymbol: fill(rgb(40, 60, 90)) },
      })),
      ...enums.gisTextHorizontalAlignment.values.map((HorizontalAlignment) => ({
        text: 'Lines of a column of text, as they are aligned',
        symbol: { ...base, HorizontalAlignment, Size: 9 },
        isColumn: true,
      })),
    ],
    'text-styles',
  );
});

test('every value of every enumeration of a SimpleTextSymbol', async () => {
  const base: Value<'SimpleTextSymbol'> = { type: 'SimpleTextSymbol', Color: rgb(30, 30, 30), Size: 11 };
  await sheet(
    [
      ...enums.gisFontStyle.values.map((FontStyle) => ({ text: FontStyle, symbol: { ...base, FontStyle } })),
      ...enums.gisFontWeight.values.map((FontWeight) => ({ text: FontWeight, symbol: { ...base, FontWeight } })),
      ...enums.gisFontDecoration.values.map((FontDecoration) => ({
        text: FontDecoration,
        symbol: { ...base, FontDecoration },
      })),
      ...enums.gisSimpleTextVerticalAlignment.values.map((VerticalAlignment) => ({
        text: VerticalAlignment,
        symbol: { ...base, VerticalAlignment },
      })),
      ...enums.gisSimpleTextHorizontalAlignment.values.flatMap((HorizontalAlignment) => [
        { text: HorizontalAlignment, symbol: { ...base, HorizontalAlignment } },
        {
          text: 'Lines of a column of text, as they are aligned',
          symbol: { ...base, HorizontalAlignment, Size: 9 },
          isColumn: true,
        },
      ]),
    ],
    'text-styles-simple',
  );
});
