/// <reference path="./gifenc.d.ts" />
import { quantize } from 'gifenc';
import type { Steps } from '../../scheduler.ts';

/** Image of at most 256 colors. */
export interface PaletteImage {
  /** RGBA bytes of each color. Transparent colors come first; at most one is fully transparent. */
  readonly colors: readonly (readonly [number, number, number, number])[];
  /** Palette index of each pixel, one byte per pixel. */
  readonly index: Uint8Array;
}

/** Maximum distinct colors to count. An image with more consists of shades. */
const countedColors = 1 << 16;
/** Minimum share of the image that keeps a color exact, because flat areas of a map must not change. */
const flatShare = 1 / 500;
const maxFlatColors = 96;
/** Pixels sampled for the shades: enough for a palette, and few enough to choose in one step. */
const sampledPixels = 1 << 18;
/** Pixels processed between two yields. */
const pixelsAtOnce = 1 << 16;

/**
 * Reduce an image to 256 colors. Up to 256 distinct colors stay exact. With more, the colors of large flat areas stay
 * exact, and pairwise nearest neighbors (gifenc) choose the others. Opaque pixels stay opaque.
 *
 * @param rgba not premultiplied; fully transparent pixels count as one color
 */
export function* paletteImage(rgba: Uint8ClampedArray): Steps<PaletteImage> {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
  const counted = yield* countColors(pixels);
  if (counted && counted.length <= 256) return yield* exactImage(pixels, counted);
  const flat = (counted ?? [])
    .filter(([, count]) => count >= pixels.length * flatShare)
    .slice(0, maxFlatColors)
    .map(([color]) => splitChannels(color));
  const { solid, translucent } = samplePixels(pixels);
  // Opaque and translucent pixels have separate colors, so that opaque pixels stay opaque.
  const freeColors = 255 - flat.length;
  const share = translucent.length / (solid.length + translucent.length);
  const forTranslucent =
    translucent.length === 0 ? 0 : Math.round(Math.min(freeColors / 2, Math.max(8, freeColors * share)));
  const colors = transparentFirst([
    ...(translucent.length > 0 ? [clear] : []),
    ...[...choosePalette(translucent, forTranslucent, 'rgba4444'), ...flat].filter((color) => color[3] > 0),
    ...choosePalette(solid, freeColors - forTranslucent, 'rgb444'),
  ]);
  return { colors, index: yield* nearestIndex(pixels, colors) };
}

const clear: Color = [0, 0, 0, 0];

function choosePalette(sample: Uint32Array, count: number, format: 'rgb444' | 'rgba4444'): Color[] {
  if (sample.length === 0 || count === 0) return [];
  const palette = quantize(new Uint8Array(sample.buffer, sample.byteOffset, sample.byteLength), count, { format });
  return palette.map(([r, g, b, a]) => [r!, g!, b!, format === 'rgb444' ? 255 : Math.min(254, a!)]);
}

type Color = readonly [number, number, number, number];

/** Count pixels by color, most frequent first; undefined if there are too many colors. */
function* countColors(pixels: Uint32Array): Steps<[color: number, count: number][] | undefined> {
  const slots = countedColors * 2;
  const colors = new Uint32Array(slots);
  const counts = new Uint32Array(slots);
  let distinct = 0;
  let last = 0;
  let lastSlot = -1;
  for (let i = 0; i < pixels.length; i++) {
    if (i % pixelsAtOnce === 0) yield;
    const color = pixels[i]! >>> 24 === 0 ? 0 : pixels[i]!;
    if (lastSlot >= 0 && color === last) {
      counts[lastSlot]!++;
      continue;
    }
    let slot = Math.imul(color, 0x9e3779b1) >>> 15;
    while (counts[slot] !== 0 && colors[slot] !== color) slot = (slot + 1) & (slots - 1);
    if (counts[slot] === 0) {
      if (++distinct > countedColors) return undefined;
      colors[slot] = color;
    }
    counts[slot]!++;
    last = color;
    lastSlot = slot;
  }
  const result: [number, number][] = [];
  for (let slot = 0; slot < slots; slot++) if (counts[slot] !== 0) result.push([colors[slot]!, counts[slot]!]);
  return result.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

function* exactImage(pixels: Uint32Array, counted: readonly (readonly [number, number])[]): Steps<PaletteImage> {
  const colors = transparentFirst(counted.map(([color]) => splitChannels(color)));
  const positions = new Map(colors.map(([r, g, b, a], i) => [((a << 24) | (b << 16) | (g << 8) | r) >>> 0, i]));
  const index = new Uint8Array(pixels.length);
  let last = pixels[0];
  let lastIndex = last === undefined ? 0 : positions.get(last >>> 24 === 0 ? 0 : last)!;
  for (let i = 0; i < pixels.length; i++) {
    if (i % pixelsAtOnce === 0) yield;
    const pixel = pixels[i]!;
    if (pixel !== last) {
      last = pixel;
      lastIndex = positions.get(pixel >>> 24 === 0 ? 0 : pixel)!;
    }
    index[i] = lastIndex;
  }
  return { colors, index };
}

/** Sort transparent colors first, because PNG stores alpha only for the first colors. */
function transparentFirst(colors: readonly Color[]): Color[] {
  return colors.toSorted((a, b) => a[3] - b[3]);
}

/** Split an RGBA word into bytes. Words are little-endian on every browser host. */
function splitChannels(color: number): Color {
  return [color & 255, (color >>> 8) & 255, (color >>> 16) & 255, color >>> 24];
}

/** Sample opaque and translucent pixels at equal intervals. The interval is odd to avoid walking down columns. */
function samplePixels(pixels: Uint32Array): { readonly solid: Uint32Array; readonly translucent: Uint32Array } {
  const step = Math.max(1, Math.ceil(pixels.length / sampledPixels)) | 1;
  const solid = new Uint32Array(Math.ceil(pixels.length / step));
  const translucent = new Uint32Array(solid.length);
  let solids = 0;
  let others = 0;
  for (let i = 0; i < pixels.length; i += step) {
    const pixel = pixels[i]!;
    if (pixel >= 0xff000000) solid[solids++] = pixel;
    else translucent[others++] = pixel;
  }
  return { solid: solid.subarray(0, solids), translucent: translucent.subarray(0, others) };
}

/**
 * Find the nearest color of each pixel. Results are cached for colors that agree in six bits per channel and four of
 * alpha.
 */
function* nearestIndex(pixels: Uint32Array, colors: readonly Color[]): Steps<Uint8Array> {
  const firstSolid = colors.findIndex((color) => color[3] === 255);
  const nearestByKey = new Int16Array(1 << 22).fill(-1);
  const exact = new Map(colors.map(([r, g, b, a], i) => [((a << 24) | (b << 16) | (g << 8) | r) >>> 0, i]));
  const index = new Uint8Array(pixels.length);
  let last = -1;
  let lastIndex = 0;
  for (let i = 0; i < pixels.length; i++) {
    if (i % pixelsAtOnce === 0) yield;
    const pixel = pixels[i]!;
    if (pixel !== last) {
      last = pixel;
      const same = exact.get(pixel);
      if (same !== undefined) lastIndex = same;
      else {
        const [r, g, b, a] = splitChannels(pixel);
        // The last of the sixteen alpha values is reserved for opaque pixels.
        const key = ((r >> 2) << 16) | ((g >> 2) << 10) | ((b >> 2) << 4) | (a === 255 ? 15 : Math.floor(a / 17));
        if (nearestByKey[key] === -1)
          nearestByKey[key] = nearest(r, g, b, a, colors, a === 255 && firstSolid > 0 ? firstSolid : 0);
        lastIndex = nearestByKey[key]!;
      }
    }
    index[i] = lastIndex;
  }
  return index;
}

/**
 * Return the index of the nearest color, searching from index `from`. Differences in color count less the more
 * transparent the pixel is.
 */
function nearest(r: number, g: number, b: number, a: number, colors: readonly Color[], from: number): number {
  let best = from;
  let minDistance = Infinity;
  for (let i = from; i < colors.length; i++) {
    const [cr, cg, cb, ca] = colors[i]!;
    const seen = Math.min(a, ca) / 255;
    const distance = ((cr - r) ** 2 + (cg - g) ** 2 + (cb - b) ** 2) * seen * seen + 3 * (ca - a) ** 2;
    if (distance < minDistance) {
      minDistance = distance;
      best = i;
    }
  }
  return best;
}
