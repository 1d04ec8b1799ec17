import { Fault, unsupported, type Value, wrongValue } from '../../contract/index.ts';
import { objectsIn } from '../../contract/objects-in.ts';
import { colorToRgba } from '../../contract/rgba.ts';
import { forEachItem, type Scheduler } from '../../scheduler.ts';
import type { DecodeImage } from '../../service/raster-source.ts';
import type { PixelImage, Rgba } from '../surface/surface.ts';

type ImageSymbol = Value<'PictureMarkerSymbol'> | Value<'PictureFillSymbol'>;

/** Fetches the bytes at a symbol's URL. @throws {Fault} for a URL outside this server */
type FetchImage = (uri: string, path: string) => Promise<Uint8Array>;

/** Limits of symbol images. Symbols are small, so a larger image is a mistake, and might be drawn a thousand times. */
const maxSidePx = 2048;
const maxBytes = 4_000_000;

/** Decoded pixels by the image's bytes, cached while the bytes are in use. */
const decoded = new WeakMap<Uint8Array, PixelImage>();
/** Fetched bytes by symbol. */
const fetched = new WeakMap<object, Uint8Array>();

/**
 * Decode the images of all symbols inside a value, so that they are ready for drawing, which is synchronous.
 *
 * @param value drawing description, renderer, element or symbol
 * @throws {Fault} `bad-value` for a missing or invalid image; `too-large` for an image with too many bytes or pixels;
 *   `not-supported` if the host can't decode images; like `fetchImage`
 */
export async function loadImages(
  value: unknown,
  decode: DecodeImage | undefined,
  fetchImage: FetchImage,
  path: string,
  scheduler?: Scheduler,
): Promise<void> {
  const load = async (symbol: ImageSymbol): Promise<void> => {
    const symbolPath = `${path}, ${symbol.type}`;
    let bytes = symbol.Picture;
    if (!bytes?.length) {
      if (!symbol.PictureUri) throw wrongValue('bad-value', `${symbolPath}.Picture`, 'an image or its URL', 'nothing');
      bytes = fetched.get(symbol) ?? (await fetchImage(symbol.PictureUri, `${symbolPath}.PictureUri`));
      fetched.set(symbol, bytes);
    }
    if (!decoded.has(bytes)) decoded.set(bytes, await decodePixels(bytes, decode, symbolPath));
  };
  await forEachItem(objectsIn(value), scheduler, (object) => {
    const { type } = object as { readonly type?: unknown };
    if (type === 'PictureMarkerSymbol' || type === 'PictureFillSymbol') return load(object as ImageSymbol);
  });
}

async function decodePixels(bytes: Uint8Array, decode: DecodeImage | undefined, path: string): Promise<PixelImage> {
  if (bytes.length > maxBytes)
    throw wrongValue('too-large', `${path}.Picture`, `at most ${maxBytes} bytes`, `${bytes.length}`);
  if (!decode) throw unsupported(path, "this host can't decode images");
  let pixels: Awaited<ReturnType<DecodeImage>>;
  try {
    const limit = { path: `${path}.Picture`, pixels: maxSidePx * maxSidePx };
    pixels = await decode(new Blob([bytes as Uint8Array<ArrayBuffer>]), limit);
  } catch (error) {
    if (error instanceof Fault && error.code === 'too-large') throw error;
    throw wrongValue('bad-value', `${path}.Picture`, 'a PNG, JPEG, GIF or BMP file', 'an unreadable file');
  }
  const { widthPx: columns, heightPx: lines, rgba } = pixels;
  if (columns > maxSidePx || lines > maxSidePx)
    throw wrongValue(
      'too-large',
      `${path}.Picture`,
      `at most ${maxSidePx} x ${maxSidePx} pixels`,
      `${columns} x ${lines}`,
    );
  return { columns, lines, rgba };
}

/** Return the image of a symbol in its colors. @throws {Fault} `internal` if the image hasn't been loaded */
export function symbolImage(symbol: ImageSymbol, path: string, alpha: number): PixelImage {
  const bytes = symbol.Picture?.length ? symbol.Picture : fetched.get(symbol);
  const image = bytes && decoded.get(bytes);
  if (!image) throw wrongValue('internal', path, 'a loaded image', 'nothing');
  const clear = symbol.BitmapTransColor && colorToRgba(symbol.BitmapTransColor);
  const background = visible(symbol.BgColor);
  const ink = visible(symbol.FgColor);
  const isSwapped = symbol.Swap1BitColor ?? false;
  if (!clear && !background && !ink && !isSwapped && alpha === 1) return image;
  const rgba = image.rgba.slice();
  if (ink || background || isSwapped) paintBits(rgba, ink ?? [0, 0, 0], background ?? [255, 255, 255], isSwapped);
  if (clear)
    for (let i = 0; i < rgba.length; i += 4)
      if (rgba[i] === clear[0] && rgba[i + 1] === clear[1] && rgba[i + 2] === clear[2]) rgba[i + 3] = 0;
  if (background) lay(rgba, background);
  if (alpha < 1) for (let i = 3; i < rgba.length; i += 4) rgba[i]! *= alpha;
  return { ...image, rgba };
}

function visible(color: Value<'Color'> | undefined): Rgba | undefined {
  const rgba = color && colorToRgba(color);
  return rgba && rgba[3] > 0 ? rgba : undefined;
}

/** Replace black and white by the symbol's colors. Images with other colors stay unchanged. */
function paintBits(
  rgba: Uint8ClampedArray,
  ink: readonly number[],
  background: readonly number[],
  isSwapped: boolean,
): void {
  for (let i = 0; i < rgba.length; i += 4) {
    const isBit = rgba[i] === rgba[i + 1] && rgba[i] === rgba[i + 2] && (rgba[i] === 0 || rgba[i] === 255);
    if (!isBit) return;
  }
  for (let i = 0; i < rgba.length; i += 4) {
    rgba.set(((rgba[i] === 0) !== isSwapped ? ink : background).slice(0, 3), i);
  }
}

/** Blend the image over a color. */
function lay(rgba: Uint8ClampedArray, [red, green, blue, alpha]: Rgba): void {
  const below = [red, green, blue];
  for (let i = 0; i < rgba.length; i += 4) {
    const share = rgba[i + 3]! / 255;
    const rest = alpha * (1 - share);
    const sum = share + rest;
    for (let k = 0; k < 3; k++) rgba[i + k] = sum === 0 ? 0 : (rgba[i + k]! * share + below[k]! * rest) / sum;
    rgba[i + 3] = 255 * sum;
  }
}

/** Compute the average visible color of an image, for surfaces that can't repeat it. */
export function averageColor({ rgba }: PixelImage): Rgba {
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < rgba.length; i += 4) {
    for (let k = 0; k < 3; k++) sum[k]! += rgba[i + k]! * rgba[i + 3]!;
    sum[3]! += rgba[i + 3]!;
  }
  const weight = sum[3] || 1;
  return [
    Math.round(sum[0]! / weight),
    Math.round(sum[1]! / weight),
    Math.round(sum[2]! / weight),
    (4 * sum[3]!) / (255 * Math.max(4, rgba.length)),
  ];
}
