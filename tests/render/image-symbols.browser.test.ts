import { expect, test } from 'vitest';
import type { Value } from '../../sw/contract/index.ts';
import { fillDrawing } from '../../sw/draw/symbol/fill.ts';
import { markerDrawing } from '../../sw/draw/symbol/marker.ts';
import { loadImages } from '../../sw/draw/symbol/symbol-image.ts';
import { plainSettings } from '../../sw/draw/symbol/symbol-settings.ts';
import type { DecodeImage } from '../../sw/service/raster-source.ts';
import { expectImage } from './compare.ts';
import { draw, fill, line, makeLayerPlan, rgb } from './draw-plan.ts';
import { makeSourceTable, type TestFeature } from './table-of.ts';

const decode: DecodeImage = async (file) => {
  const bitmap = await createImageBitmap(file, { premultiplyAlpha: 'none' });
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  return { widthPx: bitmap.width, heightPx: bitmap.height, rgba: data };
};
const nothing = () => Promise.reject(new Error('nothing is fetched'));

/** Return an image twice as wide as high: a house on white, with a black door. */
async function house(): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(32, 16);
  const context = canvas.getContext('2d')!;
  context.fillStyle = 'white';
  context.fillRect(0, 0, 32, 16);
  context.fillStyle = 'rgb(200 60 40)';
  context.fillRect(4, 6, 24, 10);
  context.fillRect(12, 1, 8, 5);
  context.fillStyle = 'black';
  context.fillRect(6, 9, 4, 7);
  return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
}

const plain = { Angle: 0, XOffset: 0, YOffset: 0, XScale: 1, YScale: 1 };
const imageMarker = (image: Uint8Array, more: Partial<Value<'PictureMarkerSymbol'>> = {}): Value<'Symbol'> => ({
  type: 'PictureMarkerSymbol',
  ...plain,
  Size: 15,
  Picture: image,
  ...more,
});
const letter = (CharacterIndex: number, more: Partial<Value<'CharacterMarkerSymbol'>> = {}): Value<'Symbol'> => ({
  type: 'CharacterMarkerSymbol',
  ...plain,
  Size: 24,
  Color: rgb(40, 60, 90),
  CharacterIndex,
  ...more,
});
const imageFill = (image: Uint8Array, more: Partial<Value<'PictureFillSymbol'>> = {}): Value<'Symbol'> => ({
  type: 'PictureFillSymbol',
  Picture: image,
  Outline: line(rgb(60, 60, 60), 0.75),
  Width: 12,
  ...more,
});

function plan(kind: 'point' | 'polygon', symbols: readonly Value<'Symbol'>[]) {
  const features = symbols.map((_, i): TestFeature => {
    const x = 70 * i;
    const ring = [x + 5, 5, x + 5, 55, x + 65, 55, x + 65, 5, x + 5, 5];
    return { parts: [kind === 'polygon' ? ring : [x + 35, 30]], values: { KIND: i } };
  });
  const FeatureRenderer: Value<'UniqueValueRenderer'> = {
    type: 'UniqueValueRenderer',
    Field1: 'KIND',
    UniqueValueInfos: symbols.map((symbol, i) => ({ Value: String(i), Symbol: symbol })),
  };
  return {
    view: { ...viewOfPixels(70 * symbols.length, 60) },
    background: fill(rgb(226, 236, 220)),
    layers: [makeLayerPlan(makeSourceTable(kind, features, { KIND: 'gisFieldTypeInteger' }), { FeatureRenderer })],
  };
}

const viewOfPixels = (widthPx: number, heightPx: number) => ({
  extent: [0, 0, widthPx, heightPx] as const,
  widthPx,
  heightPx,
  dpi: 96,
  resolution: 1,
  rotationDeg: 0,
  scale: 1e6,
});

test('picture and character markers: size, angle, offset, stretch, clear and ground colours', async () => {
  const image = await house();
  const symbols = [
    imageMarker(image),
    imageMarker(image, { Width: 15, Size: 15, Angle: 30 }),
    imageMarker(image, { BitmapTransColor: rgb(255, 255, 255), XOffset: 9, YOffset: 9 }),
    imageMarker(image, { BitmapTransColor: rgb(200, 60, 40), BgColor: rgb(250, 220, 60) }),
    imageMarker(image, { XScale: 0.5, YScale: 1.5 }),
    letter(0x41),
    letter(0x2191, { Angle: 45 }),
    letter(0x26, { FontWeight: 700, FontItalic: true, YScale: 1.3 }),
    letter(0x3a9, { FontUnderline: true, XOffset: -8, YOffset: 6 }),
  ];
  await loadImages(symbols, decode, nothing, 'test');
  await expectImage(await draw(plan('point', symbols)), 'image-markers');
});

test('picture fills: repeated, apart, turned, moved, stretched', async () => {
  const image = await house();
  const symbols = [
    imageFill(image),
    imageFill(image, { XSeparation: 6, YSeparation: 3 }),
    imageFill(image, { Angle: 30, BitmapTransColor: rgb(255, 255, 255) }),
    imageFill(image, { XOffset: 6, YOffset: 3 }),
    imageFill(image, { XScale: 2, YScale: 1 }),
    imageFill(image, { Width: 0, Height: 24 }),
  ];
  await loadImages(symbols, decode, nothing, 'test');
  await expectImage(await draw(plan('polygon', symbols)), 'image-fills');
});

test.each([
  ['bad-value', imageMarker(Uint8Array.of(1, 2, 3, 4)), /expected a PNG, JPEG, GIF or BMP file/],
  ['bad-value', imageMarker(new Uint8Array(0)), /expected an image or its URL/],
  ['too-large', imageFill(new Uint8Array(5_000_000)), /at most 4000000 bytes/],
] as const)('%s: a picture that is none', async (code, symbol, message) => {
  await expect(loadImages(symbol, decode, nothing, 'test')).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message) as string,
  });
});

test('numbers that are none, characters that are none and binary symbols are refused', async () => {
  const settings = plainSettings('test', 96);
  expect(() => markerDrawing(letter(0xd800) as Value<'CharacterMarkerSymbol'>, settings)).toThrow(/CharacterIndex/);
  const turned = letter(65, { Angle: Number.NaN }) as Value<'CharacterMarkerSymbol'>;
  expect(() => markerDrawing(turned, settings)).toThrow(/Angle: expected a number, found NaN/);
  const remote = letter(65, { FontName: 'Some Symbols' }) as Value<'CharacterMarkerSymbol'>;
  expect(() => markerDrawing(remote, settings)).toThrow(
    'test.FontName: expected "Source Sans 3" or nothing, found "Some Symbols"',
  );
  const binary = { type: 'XMLBinaryFillSymbol', Data: { type: 'XMLPersistedObject' } } as unknown;
  expect(() => fillDrawing(binary as Value<'XMLBinaryFillSymbol'>, settings)).toThrow(/are binary/);
});
