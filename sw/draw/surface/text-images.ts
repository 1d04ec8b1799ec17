import type { KernelMemory } from '../kernel/kernel-memory.ts';
import { countFontChanges, drawText, textBox } from './canvas-text.ts';
import type { CreateCanvas, TextRun } from './surface.ts';

/** Line of text as pixels, multiplied by their alpha. */
interface TextImage {
  readonly pixels: Uint8ClampedArray;
  readonly columns: number;
  readonly lines: number;
  /** Offset from the upper left corner to the start of the baseline. */
  readonly startX: number;
  readonly startY: number;
}

/** Text to be blended over the pixels of a surface later. */
interface TextImages {
  /** Add a text. @returns false if the text is rotated, stretched or large, so that the caller must draw it */
  add(run: TextRun): boolean;
  /** Return true if pending text intersects a rectangle. */
  meets(left: number, top: number, right: number, bottom: number): boolean;
  /** Blend all pending text over the pixels, in the order it was added. */
  put(): void;
}

/** Pending line of text. Its image is in the atlas if it isn't cached. */
interface Waiting {
  readonly key: string;
  /** Image from the cache. Stored here because the cache may drop it before it is drawn. */
  readonly image?: TextImage;
  readonly columns: number;
  readonly lines: number;
  readonly left: number;
  readonly top: number;
  readonly atlas?: { readonly x: number; readonly y: number; readonly startX: number; readonly startY: number };
}

const atlasColumns = 1024;
const atlasLines = 256;
/** Maximum total pixels of cached text images. Panning draws the same text again. */
const rememberedPixels = 1 << 20;

const cachedImages = new Map<string, TextImage>();
let cachedPixels = 0;

/**
 * Make images of text. The browser draws each line once per font, size and color into a small canvas, which is read for
 * many lines together. The images are cached for later drawings.
 */
export function createTextImages({ kernel, pass }: KernelMemory, createCanvas: CreateCanvas): TextImages {
  let waiting: Waiting[] = [];
  let context: OffscreenCanvasRenderingContext2D | undefined;
  // Position of the next text in the atlas, and height of the current row.
  let x = 0;
  let y = 0;
  let shelf = 0;

  const readAtlas = (): void => {
    const fresh = waiting.filter(({ atlas }) => atlas);
    if (fresh.length === 0) return;
    const used = y + shelf;
    const { data } = context!.getImageData(0, 0, atlasColumns, used);
    const [address] = pass(data);
    kernel.multiplyAlpha(address!, atlasColumns * used);
    const pixels = new Uint8Array(kernel.memory.buffer, address, data.length);
    for (const { key, columns, lines, atlas } of fresh) {
      const copy = new Uint8ClampedArray(4 * columns * lines);
      for (let line = 0; line < lines; line++) {
        const from = 4 * ((atlas!.y + line) * atlasColumns + atlas!.x);
        copy.set(pixels.subarray(from, from + 4 * columns), 4 * line * columns);
      }
      remember(key, { pixels: copy, columns, lines, startX: atlas!.startX, startY: atlas!.startY });
    }
    context!.clearRect(0, 0, atlasColumns, used);
    x = 0;
    y = 0;
    shelf = 0;
  };

  const put = (): void => {
    if (waiting.length === 0) return;
    readAtlas();
    for (const { key, image = cachedImages.get(key)!, left, top } of waiting) {
      const { pixels, columns, lines } = image;
      const [address] = pass(pixels);
      kernel.putImage(address!, columns, lines, left, top);
    }
    waiting = [];
    forget();
  };

  return {
    meets: (left, top, right, bottom) =>
      waiting.some(
        (text) =>
          left < text.left + text.columns && right > text.left && top < text.top + text.lines && bottom > text.top,
      ),
    put,

    add(run) {
      if (run.angleDeg !== 0 || (run.font.widthScale ?? 1) !== 1) return false;
      const { font, color, halo, isRightToLeft, text } = run;
      const key = JSON.stringify([countFontChanges(), text, font, color, halo, isRightToLeft]);
      const baseX = Math.round(run.xPx + run.dxPx);
      const baseY = Math.round(run.yPx + run.dyPx);
      const image = cachedImages.get(key);
      if (image) {
        const { columns, lines, startX, startY } = image;
        waiting.push({ key, image, columns, lines, left: baseX - startX, top: baseY - startY });
        return true;
      }
      context ??= createCanvas(atlasColumns, atlasLines).getContext('2d', { willReadFrequently: true })!;
      const { startX, startY, columns, lines } = textBox(context, run);
      if (columns > atlasColumns || lines > atlasLines) return false;
      if (x + columns > atlasColumns) {
        x = 0;
        y += shelf;
        shelf = 0;
      }
      if (y + lines > atlasLines) put();
      drawText(context, { ...run, xPx: x + startX, yPx: y + startY, dxPx: 0, dyPx: 0 });
      const atlas = { x, y, startX, startY };
      waiting.push({ key, columns, lines, left: baseX - startX, top: baseY - startY, atlas });
      x += columns;
      shelf = Math.max(shelf, lines);
      return true;
    },
  };
}

function remember(key: string, image: TextImage): void {
  if (cachedImages.has(key)) return;
  cachedImages.set(key, image);
  cachedPixels += image.columns * image.lines;
}

/** Drop the oldest images if there are too many pixels. */
function forget(): void {
  for (const [key, { columns, lines }] of cachedImages) {
    if (cachedPixels <= rememberedPixels) return;
    cachedImages.delete(key);
    cachedPixels -= columns * lines;
  }
}
