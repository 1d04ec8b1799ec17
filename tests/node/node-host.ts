import { fetchFrom } from '../../serve/host/app-fetch.ts';
import { createCanvas, decodeImage, loadFonts } from '../../serve/host/canvas.ts';

/*
 * Run tests of the browser project in Node: over HTTP (`answer-over-http.ts`), on folders (`folder-database.ts`), and
 * with the Node host's canvases in place of the browser's.
 */
const dist = new URL('../../public/', import.meta.url).pathname;
const { fetch: fetchRemote } = globalThis;

Object.assign(globalThis, {
  fetch: fetchFrom(dist, false, fetchRemote),
  OffscreenCanvas: function OffscreenCanvas(widthPx: number, heightPx: number) {
    return createCanvas(widthPx, heightPx);
  },
  async createImageBitmap(image: Blob) {
    const { widthPx, heightPx, rgba } = await decodeImage(image);
    const canvas = createCanvas(widthPx, heightPx);
    canvas
      .getContext('2d')!
      .putImageData(new ImageData(rgba as Uint8ClampedArray<ArrayBuffer>, widthPx, heightPx), 0, 0);
    return canvas;
  },
  FontFace: class {
    async load() {
      return this;
    }
  },
  document: { fonts: { add: () => undefined } },
});

await loadFonts(dist);
