import pixelmatch from 'pixelmatch';
import { beforeAll, expect, type TestContext, test } from 'vitest';
import { commands } from 'vitest/browser';
import type { Value } from '../../sw/contract/index.ts';
import { createImageSurface, encodeImage } from '../../sw/draw/image/encode.ts';
import type { EncodedImage, EncodeOptions } from '../../sw/draw/image/encode-options.ts';
import { getFileExtension } from '../../sw/draw/image/formats.ts';
import type { MapPlan } from '../../sw/draw/plan.ts';
import { createCanvasSurface } from '../../sw/draw/surface/canvas.ts';
import { createCanvas } from '../render/draw-plan.ts';
import { drawSample, readFile, sampleMap, size } from './sample-map.ts';
import { sampleRightToLeft, sampleSymbols } from './sample-symbols.ts';

/** Pixels of the sample map's PNG. */
let expected: ImageData;
/** Pixels of the sample map drawn without moving vertices to pixel centers, like in vector formats. */
let expectedFine: ImageData;
/** Pixels of the maps of `sampleSymbols` and `sampleRightToLeft`, also without moving vertices. */
let expectedSymbols: ImageData;
let expectedRightToLeft: ImageData;

async function made(
  format: Value<'gisImageFormat'>,
  more: EncodeOptions = {},
  sample: () => Promise<MapPlan> = sampleMap,
): Promise<EncodedImage> {
  const surface = await createImageSurface(format, size.widthPx, size.heightPx, createCanvas);
  await drawSample(surface, await sample());
  const image = await encodeImage(surface, format, { readFile, title: 'Sample <map> & ä', ...more });
  const name = `${format}${sample === sampleMap ? '' : `-${sample.name}`}.${getFileExtension(image.mimeType)}`;
  await commands.writeFile(`node_modules/.cache/formats/${name}`, toBase64(image.bytes), 'base64');
  return image;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
}

async function readPixels(bytes: Uint8Array<ArrayBuffer>, mimeType: string): Promise<ImageData> {
  const url = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
  const image = new Image();
  image.src = url;
  await image.decode();
  URL.revokeObjectURL(url);
  const context = createCanvas(image.naturalWidth, image.naturalHeight).getContext('2d')!;
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.naturalWidth, image.naturalHeight);
}

/** Draw the file with a program, or skip the test if it isn't installed. */
async function drawWith(context: TestContext, program: string, { bytes, mimeType }: EncodedImage): Promise<ImageData> {
  const drawn = await commands.drawnBy(program, toBase64(bytes), `read-by-${program}.${getFileExtension(mimeType)}`);
  if (drawn.startsWith('missing')) context.skip(`${program} is not installed`);
  return readPixels(
    Uint8Array.from(atob(drawn), (letter) => letter.charCodeAt(0)),
    'image/png',
  );
}

async function printWith(context: TestContext, program: string, { bytes, mimeType }: EncodedImage): Promise<string> {
  const printed = await commands.printedBy(
    program,
    toBase64(bytes),
    `read-by-${program}.${getFileExtension(mimeType)}`,
  );
  if (printed.startsWith('missing')) context.skip(`${program} is not installed`);
  return printed;
}

/**
 * Return the fraction of pixels that differ visibly, beyond most antialiasing; a wrong fill color is detected.
 * Programs antialias hatches and dashes differently, which affects up to seven percent of this map's pixels.
 */
function difference(actual: ImageData, from = expected): number {
  const { width, height } = from;
  expect([actual.width, actual.height]).toEqual([width, height]);
  return pixelmatch(from.data, actual.data, undefined, width, height, { threshold: 0.05 }) / (width * height);
}

beforeAll(async () => {
  const { bytes } = await made('gisImagePNG32');
  expected = await readPixels(bytes, 'image/png');
  const fine = async (plan: MapPlan) => {
    const surface = { ...createCanvasSurface(size.widthPx, size.heightPx, createCanvas), snapPx: 0.1 };
    await drawSample(surface, plan);
    return surface.canvas.getContext('2d')!.getImageData(0, 0, size.widthPx, size.heightPx);
  };
  expectedFine = await fine(await sampleMap());
  expectedSymbols = await fine(await sampleSymbols());
  expectedRightToLeft = await fine(await sampleRightToLeft());
});

test.each([
  ['gisImagePNG24', 0],
  ['gisImagePNG', 0.001],
  ['gisImageGIF', 0.001],
  ['gisImageBMP', 0],
  ['gisImageJPG', 0.02],
  ['gisImageJPGPNG', 0.02],
  ['gisImageSVG', 0.075],
] as const)('%s as the browser reads it', async (format, tolerance) => {
  const { bytes, mimeType } = await made(format);
  const from = format === 'gisImageSVG' ? expectedFine : expected;
  expect(difference(await readPixels(bytes, mimeType), from)).toBeLessThanOrEqual(tolerance);
});

test('a device-independent bitmap is a BMP without its file header', async () => {
  const { bytes, mimeType } = await made('gisImageDIB');
  expect(mimeType).toBe('image/x-dib');
  const file = new Uint8Array(14 + bytes.length);
  const view = new DataView(file.buffer);
  view.setUint16(0, 0x424d);
  view.setUint32(2, file.length, true);
  view.setUint32(10, 14 + new DataView(bytes.buffer).getUint32(0, true), true);
  file.set(bytes, 14);
  expect(difference(await readPixels(file, 'image/bmp'))).toBe(0);
});

test.for([
  ['gisImagePNG24', {}, /8-bit\/color RGB,/],
  ['gisImagePNG32', {}, /8-bit\/color RGBA,/],
  ['gisImageJPG', { dotsPerInch: 300 }, /resolution \(DPI\), density 300x300/],
] as const)('%s as libmagic describes it', async ([format, options, description], context) => {
  expect(await printWith(context, 'file', await made(format, options))).toMatch(description);
});

test('TIFF as libtiff reads it', async (context) => {
  const image = await made('gisImageTIFF');
  expect(difference(await drawWith(context, 'tiff2rgba', image))).toBe(0);
});

test.for([
  [0, /ModelPixelScale/],
  [30, /ModelTransformation/],
] as const)('GeoTIFF keys of a map turned by %i degrees', async ([turnDeg, way], context) => {
  const turn = (turnDeg * Math.PI) / 180;
  const cos = 100 * Math.cos(turn);
  const sin = 100 * Math.sin(turn) + 0;
  const geo = { epsgCode: 25832, isGeographic: false, citation: 'ETRS89 / UTM zone 32N' };
  const image = await made('gisImageTIFF', {
    geo: { ...geo, mapFromPixel: [cos, sin, sin, -cos, 5e5, 6e6] },
    dotsPerInch: 300,
  });
  const printed = await printWith(context, 'listgeo', image);
  expect(printed).toMatch(way);
  expect(printed).toMatch(/Projected(CRS|CSType)GeoKey[^\n]*(25832|UTM.zone.32N)/i);
  expect(printed).toMatch(/RasterPixelIsArea/);
  expect(printed).toMatch(/Upper Left\s*\(\s*500000.000,\s*6000000.000/);
});

test('TIFF says its resolution', async (context) => {
  const printed = await printWith(context, 'tiffinfo', await made('gisImageTIFF', { dotsPerInch: 300 }));
  expect(printed).toMatch(/Resolution: 300, 300 pixels\/inch/);
  expect(printed).toMatch(/Compression Scheme: AdobeDeflate/);
});

test('PDF as poppler draws it', async (context) => {
  expect(difference(await drawWith(context, 'pdftoppm', await made('gisImagePDF')), expectedFine)).toBeLessThan(0.06);
});

test('PDF text can be searched, in embedded fonts', async (context) => {
  const image = await made('gisImagePDF');
  const text = await printWith(context, 'pdftotext', image);
  for (const name of ['Ångström', 'Πάτρα', 'Киев', 'Łódź', 'Germany']) expect(text).toContain(name);
  const fonts = await printWith(context, 'pdffonts', image);
  expect(fonts).toMatch(/SourceSans3-Regular-latin .*TrueType.*yes yes yes/);
});

test('text of a metafile is text', async () => {
  const { bytes } = await made('gisImageEMF');
  const text = new TextDecoder('utf-16le').decode(bytes);
  for (const name of ['Ångström', 'Πάτρα', 'Киев', 'Łódź', 'Source Sans 3']) expect(text).toContain(name);
});

test('SVG names its font so that style sheets understand it', async () => {
  const text = new TextDecoder().decode((await made('gisImageSVG')).bytes);
  // A font name with a number as a word is only valid in quotes.
  expect(text).toContain(`font-family="'Source Sans 3', sans-serif"`);
  expect(text).toContain("@font-face{font-family:'Source Sans 3'");
  expect(new DOMParser().parseFromString(text, 'image/svg+xml').getElementsByTagName('parsererror')).toHaveLength(0);
});

test('AI is a PDF and says so', async () => {
  const { bytes, mimeType } = await made('gisImageAI');
  expect(mimeType).toBe('application/pdf');
  expect(String.fromCharCode(...bytes.subarray(0, 8))).toBe('%PDF-1.7');
});

test('PostScript as Ghostscript draws it', async (context) => {
  expect(difference(await drawWith(context, 'gs', await made('gisImagePS')), expectedFine)).toBeLessThan(0.06);
});

test('EMF as Inkscape draws it', async (context) => {
  expect(difference(await drawWith(context, 'inkscape', await made('gisImageEMF')), expectedFine)).toBeLessThan(0.06);
});

test.for([
  ['gisImagePDF', 'gs', 0.03],
  // Poppler rounds a repeated cell to whole pixels of this coarse image.
  ['gisImagePDF', 'pdftoppm', 0.07],
  ['gisImagePS', 'gs', 0.03],
  ['gisImageEMF', 'inkscape', 0.03],
] as const)('%s: repeated pictures and stretched text as %s draws them', async ([format, program, most], context) => {
  const image = await made(format, {}, sampleSymbols);
  expect(difference(await drawWith(context, program, image), expectedSymbols)).toBeLessThan(most);
});

test.for([
  ['gisImagePDF', 'gs'],
  ['gisImagePDF', 'pdftoppm'],
  ['gisImagePS', 'gs'],
] as const)('%s: text that is read from the right as %s draws it', async ([format, program], context) => {
  const image = await made(format, {}, sampleRightToLeft);
  expect(difference(await drawWith(context, program, image), expectedRightToLeft)).toBeLessThan(0.005);
});

test('text of a metafile that is read from the right says so', async () => {
  const makeOptions = async (sample: () => Promise<MapPlan>) => {
    const { bytes } = await made('gisImageEMF', {}, sample);
    const view = new DataView(bytes.buffer);
    const results: number[] = [];
    // EMR_EXTTEXTOUTW is 84; its options follow the length and the position of the text.
    for (let offset = 0; offset < bytes.length; offset += view.getUint32(offset + 4, true))
      if (view.getUint32(offset, true) === 84) results.push(view.getUint32(offset + 52, true));
    return new Set(results);
  };
  expect(await makeOptions(sampleMap)).toEqual(new Set([0]));
  expect(await makeOptions(sampleRightToLeft)).toEqual(new Set([0x80]));
});

test('SVG: repeated pictures and stretched text as the browser draws them', async () => {
  const { bytes, mimeType } = await made('gisImageSVG', {}, sampleSymbols);
  expect(difference(await readPixels(bytes, mimeType), expectedSymbols)).toBeLessThan(0.03);
});
