import type { Value } from '../../sw/contract/index.ts';
import type { MapPlan } from '../../sw/draw/plan.ts';
import { loadImages } from '../../sw/draw/symbol/symbol-image.ts';
import { fill, line, makeLayerPlan, makeMapView, rgb, simple } from '../render/draw-plan.ts';
import { decode, symbolBases } from '../render/symbol-bases.ts';
import { makeSourceTable } from '../render/table-of.ts';
import { size } from './sample-map.ts';

const point = (X: number, Y: number): Value<'PointN'> => ({ type: 'PointN', X, Y });
const degrees = { type: 'GeographicCoordinateSystem', WKID: 4326 } as const;

/** Return an image of a wave on white, with a transparent lower half. */
async function wave(): Promise<Uint8Array> {
  const context = new OffscreenCanvas(24, 16).getContext('2d')!;
  context.fillStyle = 'white';
  context.fillRect(0, 0, 24, 8);
  context.strokeStyle = 'rgb(30 90 160)';
  context.lineWidth = 3;
  context.beginPath();
  context.moveTo(0, 4);
  context.bezierCurveTo(8, 16, 16, -8, 24, 4);
  context.stroke();
  return new Uint8Array(await (await context.canvas.convertToBlob()).arrayBuffer());
}

/**
 * Return a map of polygons filled with an image (plain, translucent, spaced and rotated) and text (several widths,
 * small capitals, decorated).
 */
export async function sampleSymbols(): Promise<MapPlan> {
  const image = await wave();
  const makePictureFill = (more: Partial<Value<'PictureFillSymbol'>>): Value<'PictureFillSymbol'> => ({
    type: 'PictureFillSymbol',
    Picture: image,
    Width: 18,
    Outline: line(rgb(40, 60, 90), 1.5),
    ...more,
  });
  const area = (x: number, symbol: Value<'Symbol'>, Transparency = 0) => {
    const ring = [x, 200, x + 180, 200, x + 180, 340, x + 90, 390, x, 340, x, 200];
    const hole = [x + 60, 260, x + 60, 300, x + 120, 300, x + 120, 260, x + 60, 260];
    return makeLayerPlan(makeSourceTable('polygon', [{ parts: [ring, hole] }]), {
      FeatureRenderer: simple(symbol),
      Transparency,
    });
  };
  const layers = [
    area(10, makePictureFill({})),
    area(220, makePictureFill({ Angle: 30, XSeparation: 6, YSeparation: 9, XOffset: 5, YOffset: 3 }), 40),
    area(440, makePictureFill({ Angle: -20, XScale: 2, YScale: 1.5 })),
  ];
  await loadImages(layers, decode, () => Promise.reject(new Error('nothing is fetched')), 'sample');
  const { TextSymbol: textBase } = symbolBases;
  const base = (await textBase!.base()) as unknown as Value<'TextSymbol'>;
  const text = (x: number, y: number, Text: string, more: Partial<Value<'TextSymbol'>>): Value<'Element'> => ({
    type: 'TextElement',
    Text,
    TextGeometry: point(x, y),
    Symbol: { ...base, Size: 22, ShadowXOffset: 0, ShadowYOffset: 0, MaskStyle: 'gisMSNone', ...more },
  });
  const letter = (x: number, XScale: number, YScale: number): Value<'Element'> => ({
    type: 'MarkerElement',
    Point: point(x, 120),
    Symbol: {
      type: 'CharacterMarkerSymbol',
      CharacterIndex: 0x26,
      Size: 30,
      Color: rgb(150, 40, 60),
      Angle: 20,
      XOffset: 0,
      YOffset: 0,
      XScale,
      YScale,
    },
  });
  return {
    view: { ...makeMapView([0, 0, size.widthPx, size.heightPx], size.widthPx, size.heightPx) },
    background: fill(rgb(240, 236, 226)),
    layers,
    graphics: {
      elements: [
        text(10, 190, 'Narrow letters', { CharacterWidth: 60 }),
        text(200, 190, 'Wide letters', { CharacterWidth: 150, FontUnderline: true, FontStrikethrough: true }),
        text(10, 140, 'Small Capitals', { TextCase: 'gisTCSmallCaps', MaskStyle: 'gisMSHalo' }),
        text(10, 90, 'Spaced out', { CharacterSpacing: 25, MaskStyle: 'gisMSHalo', CharacterWidth: 80 }),
        text(280, 60, 'Turned', { Angle: 25, CharacterWidth: 140, MaskStyle: 'gisMSHalo' }),
        text(10, 40, 'Filled', { FillSymbol: fill(rgb(250, 200, 60), line(rgb(120, 40, 20), 2)) }),
        text(560, 180, 'Down', { TextDirection: 'gisTDVertical' }),
        letter(460, 1, 1),
        letter(500, 2, 1),
        letter(540, 0.6, 1.3),
      ],
      reference: degrees,
      referenceScale: 0,
    },
  };
}

/** Return a map of right-to-left text, in which punctuation and numbers at either end change sides. */
export async function sampleRightToLeft(): Promise<MapPlan> {
  const base = (await symbolBases.TextSymbol!.base()) as unknown as Value<'TextSymbol'>;
  const elements = ['12 (km): Rio!', 'Straße (3)', '"W" & "Q"...', 'Rio 12'].map(
    (Text, i): Value<'Element'> => ({
      type: 'TextElement',
      Text,
      TextGeometry: point(20, 20 + 95 * i),
      Symbol: {
        ...base,
        Size: 58,
        ShadowXOffset: 0,
        ShadowYOffset: 0,
        MaskStyle: 'gisMSNone',
        Angle: 0,
        RightToLeft: true,
      },
    }),
  );
  return {
    view: makeMapView([0, 0, size.widthPx, size.heightPx], size.widthPx, size.heightPx),
    background: fill(rgb(255, 255, 255)),
    layers: [],
    graphics: { elements, reference: degrees, referenceScale: 0 },
  };
}
