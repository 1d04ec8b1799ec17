import { expect, test } from 'vitest';
import kernelText from '../../../../sw/draw/kernel/assembly/index.bytes';
import type { Kernel } from '../../../../sw/draw/kernel/kernel.ts';
import { makeKernelMemory } from '../../../../sw/draw/kernel/kernel-memory.ts';
import { scalarBytes as scalarText } from '../../../../sw/draw/kernel/scalar-kernel.ts';
import { makePixelPaths } from '../../../../sw/draw/surface/pixel-paths.ts';
import { createPixelSurface } from '../../../../sw/draw/surface/pixels.ts';
import type { PixelBox, Rgba, Surface } from '../../../../sw/draw/surface/surface.ts';
import { createCanvas } from '../../../render/draw-plan.ts';

async function makeKernel(text: string): Promise<Kernel> {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return (await WebAssembly.instantiate(bytes)).instance.exports as unknown as Kernel;
}

/** Draw everything a kernel can draw, with pseudo-random shapes that are the same in every run. */
function drawKernel(kernel: Kernel, alpha: number): Uint32Array {
  let state = 5;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return ((state >>> 8) / 2 ** 24) * below;
  };
  const color = (): Rgba => [next(256), next(256), next(256), alpha];
  const surface = createPixelSurface(makeKernelMemory(kernel), 131, 77, createCanvas);
  const numbers = (count: number) => Array.from({ length: count }, () => next(150) - 10);
  const xy = Float32Array.from(numbers(60), (value) => Math.floor(value) + 0.5);
  for (let i = 0; i < 6; i++) {
    surface.beginGroup(i % 2 ? 0.7 : 1, { xPx: 3, yPx: 4, widthPx: 120, heightPx: 66 });
    surface.fillPaths(makePixelPaths([numbers(8)], true), 0, 1, { kind: 'solid', color: color() });
    const hatch = { kind: 'hatch', color: color(), anglesDeg: [0, 45], spacingPx: 7, widthPx: 1 } as const;
    surface.fillPaths(makePixelPaths([numbers(6)], true), 0, 1, hatch);
    for (const widthPx of [1, 4.5]) {
      const stroke = { color: color(), widthPx, dashesPx: i % 3 ? [] : [6, 3], cap: 'round', join: 'round' } as const;
      surface.strokePaths(makePixelPaths([numbers(10)], i % 2 === 0), 0, 1, stroke);
    }
    const fill = { kind: 'solid', color: color() } as const;
    const part = { shape: { kind: 'circle', radiusPx: 4 }, fill } as const;
    surface.stampMarker({ parts: [part], reachPx: 6 }, xy, 30, 0);
    surface.fillDots(xy, 30, 2, color());
    surface.endGroup();
  }
  const rgba = Uint8ClampedArray.from({ length: 4 * 30 * 20 }, () => next(256));
  const image = { rgba, columns: 30, lines: 20 };
  surface.drawImage(image, { xPx: 50, yPx: 20, widthPx: 30, heightPx: 20 }, 0);
  return new Uint32Array(surface.readPixels(alpha === 1 ? 'white' : 'nothing').slice().buffer);
}

/** Compress pixels like PNG24 does. */
function compress(kernel: Kernel, pixels: Uint32Array, widthPx: number): Uint8Array<ArrayBuffer> {
  const tablesAt = kernel.firstFree();
  const lines = pixels.length / widthPx;
  const pixelsAt = tablesAt + 4096 + (1 << 18);
  const targetAt = pixelsAt + 4 * pixels.length + 64;
  kernel.memory.grow(Math.ceil((targetAt + 8 * pixels.length + 4096) / 65536));
  kernel.makeChecksumTables(tablesAt);
  kernel.beginDeflate(tablesAt + 4096);
  new Uint32Array(kernel.memory.buffer, pixelsAt, pixels.length).set(pixels);
  const length = kernel.deflateLines(pixelsAt, widthPx, lines, 3, false, true, targetAt);
  return new Uint8Array(kernel.memory.buffer as ArrayBuffer, targetAt, length).slice();
}

test.each([1, 0.6])('the code without SIMD draws and compresses the same, alpha %f', async (alpha) => {
  // Given
  const kernels = [await makeKernel(kernelText), await makeKernel(scalarText)];
  // When
  const [fast, scalar] = kernels.map((kernel) => drawKernel(kernel, alpha));
  const smooth = Uint32Array.from(
    { length: 131 * 77 },
    (_, i) => (i % 131) * 0x010102 + Math.floor(i / 131) * 0x020101,
  );
  const [fastBytes, scalarBytes] = kernels.map((kernel) =>
    [fast!, smooth].map((pixels) => compress(kernel, pixels, 131)),
  );
  // Then
  expect(scalar).toEqual(fast);
  expect(new Set(fast).size).toBeGreaterThan(500);
  expect(scalarBytes).toEqual(fastBytes);
});

test('lines have a filter where colours run smoothly, and none on other maps', async () => {
  const kernel = await makeKernel(kernelText);
  const [columns, lines] = [200, 100];
  let state = 1;
  const some = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 16) % below;
  };
  const makeFilter = async (readPixel: (x: number, y: number) => number) => {
    const pixels = Uint32Array.from({ length: columns * lines }, (_, i) =>
      readPixel(i % columns, Math.floor(i / columns)),
    );
    const stream = new Blob([compress(kernel, pixels, columns)]).stream();
    const { value } = await stream.pipeThrough(new DecompressionStream('deflate')).getReader().read();
    return value![0]!;
  };
  const [none, remaining, above] = [0, 1, 2];
  const gray = (value: number) => (value & 255) * 0x010101;
  expect(await makeFilter((x, y) => gray(x + 40 * (y % 5) + some(3)))).toBe(remaining);
  expect(await makeFilter((x, y) => gray(y + 40 * (x % 5) + some(3)))).toBe(above);
  expect(await makeFilter((x, y) => ((x * y) % 3) * 0x335577)).toBe(none);
  expect(await makeFilter(() => some(1 << 16) * 997)).toBe(none);
  expect(await makeFilter(() => 0x112233)).toBe(none);
});

test('what areas and lines were counted in is all zero after a picture', async () => {
  const kernel = await makeKernel(kernelText);
  for (const alpha of [1, 0.5]) {
    drawKernel(kernel, alpha);
    const position = makeKernelMemory(kernel, kernel.memory.buffer.byteLength, [
      0,
      kernel.memory.buffer.byteLength,
    ]).take(0);
    expect(new Uint8Array(kernel.memory.buffer, position, 4 * 257 * 255).some((byte) => byte !== 0)).toBe(false);
  }
});

test('shapes from middle to middle of pixels are the same in columns of one pixel each', async () => {
  // Edges and lines inside the image take a fast path; those that leave it don't.
  const drawShapes = (surface: Surface, clip: PixelBox) => {
    let state = 3;
    const next = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor(((state >>> 8) / 2 ** 24) * below);
    };
    surface.beginGroup(1, clip);
    for (let i = 0; i < 150; i++) {
      const ring = [next(80), next(60)];
      // Short steps along pixels and across their corners, and a long one.
      for (let n = 0; n < 12; n++) ring.push(ring.at(-2)! + next(9) - 4, ring.at(-2)! + next(9) - 4);
      ring.push(next(80), next(60));
      // Some vertices are at pixel centers, others aren't.
      const paths = makePixelPaths([ring.map((value) => value / (i % 4 === 1 ? 2 : 1) + 0.5)], i % 3 > 0);
      const color: Rgba = [next(256), next(256), next(256), i % 5 === 0 ? 0.5 : 1];
      if (i % 2) surface.fillPaths(paths, 0, 1, { kind: 'solid', color });
      else surface.strokePaths(paths, 0, 1, { color, widthPx: 1, dashesPx: [], cap: 'butt', join: 'miter' });
    }
    surface.endGroup();
  };
  const [widthPx, heightPx] = [80, 60];
  for (const text of [kernelText, scalarText]) {
    const image = async (columns: readonly PixelBox[]) => {
      const surface = createPixelSurface(makeKernelMemory(await makeKernel(text)), widthPx, heightPx, createCanvas);
      for (const column of columns) drawShapes(surface, column);
      return new Uint32Array(surface.readPixels('white').slice().buffer);
    };
    const whole = await image([{ xPx: 0, yPx: 0, widthPx, heightPx }]);
    expect(new Set(whole).size).toBeGreaterThan(500);
    const columns = Array.from({ length: widthPx }, (_, xPx) => ({ xPx, yPx: 0, widthPx: 1, heightPx }));
    expect(await image(columns)).toEqual(whole);
  }
});

test.each([
  ['with SIMD', kernelText],
  ['without SIMD', scalarText],
])('colours are divided by every alpha, rounded to the nearest, %s', async (_, base64) => {
  // Given
  const kernel = await makeKernel(base64);
  kernel.memory.grow(20);
  const pairs = Array.from({ length: 256 }, (_, alpha) =>
    Array.from({ length: alpha + 1 }, (_, c) => [c, alpha] as const),
  );
  const rgba = pairs.flat().flatMap(([c, alpha]) => [c, alpha - c, alpha, alpha]);
  // Add runs of equal pixels, which are divided only once, with a length that doesn't fill a vector.
  const runs = [7, 8, 9].flatMap((alpha) => Array.from({ length: 11 }, () => [3, 5, 0, alpha]).flat());
  const all = Uint8Array.from([...rgba, ...runs]);
  const bytes = new Uint8Array(kernel.memory.buffer, kernel.firstFree(), all.length);
  bytes.set(all);
  // When
  kernel.divideAlpha(kernel.firstFree(), all.length / 4);
  // Then
  const divided = all.map((c, i) => {
    const alpha = all[i | 3]!;
    return i % 4 === 3 || alpha === 0 ? c : Math.floor((510 * c + alpha) / (2 * alpha));
  });
  expect(bytes.findIndex((byte, i) => byte !== divided[i])).toBe(-1);
});

test('a part is what is cut out of the whole picture, and tells whether it has one colour', async () => {
  // Given
  const makeSurface = async () => {
    const made = createPixelSurface(makeKernelMemory(await makeKernel(kernelText)), 90, 70, createCanvas);
    const half = { kind: 'solid', color: [200, 90, 10, 0.4] } as const;
    made.fillPaths(makePixelPaths([[20.3, 10.6, 95, 20, 50, 80]], true), 0, 1, half);
    return made;
  };
  const whole = (await makeSurface()).readPixels('nothing');
  const cut = await makeSurface();
  const boxes = [
    { xPx: 3, yPx: 2, widthPx: 41, heightPx: 33 },
    { xPx: 49, yPx: 40, widthPx: 3, heightPx: 5 },
    { xPx: 0, yPx: 0, widthPx: 18, heightPx: 10 },
    { xPx: 1, yPx: 0, widthPx: 89, heightPx: 70 },
  ];
  for (const box of boxes) {
    // When
    const { rgba, isPlain } = cut.readPart(box, 'nothing');
    // Then
    const expected = Array.from({ length: box.heightPx }, (_, line) => {
      const from = 4 * ((box.yPx + line) * 90 + box.xPx);
      return [...whole.subarray(from, from + 4 * box.widthPx)];
    }).flat();
    expect([...rgba]).toEqual(expected);
    const pixels = new Uint32Array(rgba.slice().buffer);
    expect(isPlain).toBe(pixels.every((pixel) => pixel === pixels[0]));
  }
  expect(boxes.map((box) => cut.readPart(box, 'nothing').isPlain)).toEqual([false, true, true, false]);
});
