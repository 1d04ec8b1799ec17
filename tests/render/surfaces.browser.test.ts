import { expect, test } from 'vitest';
import { readSurfacePixels } from '../../sw/draw/image/rgba-pixels.ts';
import { releaseKernel, takeKernel } from '../../sw/draw/kernel/kernel-memory.ts';
import { createCanvasSurface } from '../../sw/draw/surface/canvas.ts';
import { makePixelPaths, newPixelPaths, type PixelPaths } from '../../sw/draw/surface/pixel-paths.ts';
import { createPixelSurface } from '../../sw/draw/surface/pixels.ts';
import type { Paint, Rgba, Stroke, Surface } from '../../sw/draw/surface/surface.ts';
import { createCanvas } from './draw-plan.ts';

type Next = (below: number) => number;

/** Return a generator of whole numbers below a limit, the same in each run. */
function random(seed: number): Next {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(((Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32) * below);
  };
}

const widthPx = 160;
const heightPx = 120;

/** Draw on both surfaces over white. @returns RGBA of each */
async function both(draw: (surface: Surface) => void, [wide, high] = [widthPx, heightPx]) {
  const memory = (await takeKernel())!;
  const pixelSurface = createPixelSurface(memory, wide, high, createCanvas);
  const canvas = createCanvasSurface(wide, high, createCanvas);
  for (const surface of [pixelSurface, canvas]) {
    surface.fillBox({ xPx: 0, yPx: 0, widthPx: wide, heightPx: high }, { kind: 'solid', color: [255, 255, 255, 1] });
    draw(surface);
  }
  const pixels = pixelSurface.readPixels('nothing').slice();
  releaseKernel(memory);
  return { own: pixels, canvas: canvas.canvas.getContext('2d')!.getImageData(0, 0, wide, high).data };
}

/** Return the fraction of channels that differ by more than `levels` of 255, and the mean difference in levels. */
function difference(a: Uint8ClampedArray, b: Uint8ClampedArray, levels: number) {
  let beyond = 0;
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    const away = Math.abs(a[i]! - b[i]!);
    sum += away;
    if (away > levels) beyond++;
  }
  return { share: beyond / a.length, mean: sum / a.length };
}

async function expectAlike(draw: (surface: Surface) => void, share: number, name: string): Promise<void> {
  const { own, canvas } = await both(draw);
  const actual = difference(own, canvas, 40);
  expect(actual.share, `${name}: share of channels that differ by more than 40 of 255`).toBeLessThanOrEqual(share);
}

const readColor = (next: Next, alpha: number): Rgba => [next(256), next(256), next(256), alpha];

/** Return a polygon with a few vertices, half of them at pixel centers. */
function ring(next: Next, corners: number, isSnapped: boolean): number[] {
  return Array.from({ length: 2 * corners }, () => (isSnapped ? next(150) - 10.5 : next(9000) / 53 - 10));
}

/** Return a polygon around a point whose edges don't cross. */
function star(next: Next, corners: number): number[] {
  const [x, y] = [20 + next(120), 20 + next(80)];
  return Array.from({ length: corners }, (_, i) => {
    const reach = 5 + next(300) / 10;
    return [x + Math.cos((2 * Math.PI * i) / corners) * reach, y + Math.sin((2 * Math.PI * i) / corners) * reach];
  }).flat();
}

const solid = (color: Rgba): Paint => ({ kind: 'solid', color });

test.each([1, 0.4])('areas look as those of the canvas, alpha %f', async (alpha) => {
  for (let seed = 0; seed < 20; seed++)
    await expectAlike(
      (surface) => {
        const next = random(seed);
        for (let i = 0; i < 4; i++) {
          const rings = [seed % 2 ? star(next, 3 + next(9)) : ring(next, 3 + next(9), seed % 4 === 0)];
          surface.fillPaths(makePixelPaths(rings, true), 0, 1, solid(readColor(next, alpha)));
        }
      },
      // If edges cross within a pixel, coverage by area and coverage by samples differ.
      0.004,
      `seed ${seed}`,
    );
});

test.each(['miter', 'round', 'bevel'] as const)('strokes look as those of the canvas, %s joins', async (join) => {
  for (let seed = 0; seed < 20; seed++)
    await expectAlike(
      (surface) => {
        const next = random(seed + 100);
        for (let i = 0; i < 3; i++) {
          const stroke: Stroke = {
            color: readColor(next, i === 2 ? 0.5 : 1),
            widthPx: 2 + next(80) / 10,
            dashesPx: i === 1 ? [12, 5, 3, 5] : [],
            cap: (['butt', 'round', 'square'] as const)[next(3)]!,
            join,
          };
          surface.strokePaths(makePixelPaths([ring(next, 4, false)], seed % 2 === 0 && i !== 1), 0, 1, stroke);
        }
      },
      0.006,
      `seed ${seed}`,
    );
});

test('hairlines look as those of the canvas', async () => {
  for (let seed = 0; seed < 20; seed++)
    await expectAlike(
      (surface) => {
        const next = random(seed + 200);
        const stroke: Stroke = { color: readColor(next, 1), widthPx: 1, dashesPx: [], cap: 'round', join: 'round' };
        surface.strokePaths(makePixelPaths([ring(next, 6, true)], seed % 2 === 0), 0, 1, stroke);
      },
      0.01,
      `seed ${seed}`,
    );
});

test('markers, dots, hatches, clips and groups look as those of the canvas', async () => {
  for (let seed = 0; seed < 20; seed++)
    await expectAlike(
      (surface) => {
        const next = random(seed + 300);
        surface.beginGroup(0.6, { xPx: next(30), yPx: next(30), widthPx: 100, heightPx: 70 });
        const hatch = { kind: 'hatch', color: readColor(next, 1), spacingPx: 8, widthPx: 1 } as const;
        const anglesDeg = [[0], [90], [45], [135], [0, 90], [45, 135]][seed % 6]!;
        surface.fillPaths(makePixelPaths([star(next, 9)], true), 0, 1, { ...hatch, anglesDeg });
        surface.endGroup();
        const xy = Float32Array.from({ length: 40 }, () => next(150) + 0.5);
        const outline = { color: readColor(next, 1), widthPx: 1.5, dashesPx: [], cap: 'butt', join: 'miter' } as const;
        const square = { kind: 'paths', paths: makePixelPaths([[-4, -4, 4, -4, 4, 4, -4, 4]], true) } as const;
        const shape = seed % 2 ? ({ kind: 'circle', radiusPx: 4 } as const) : square;
        const part = { shape, fill: solid(readColor(next, 0.7)), stroke: outline };
        surface.stampMarker({ parts: [part], reachPx: 9 }, xy, 20, seed * 17);
        surface.fillDots(xy, 20, 1, readColor(next, 1));
      },
      0.012,
      `seed ${seed}`,
    );
});

const alone = (xy: readonly number[], closed: boolean): PixelPaths => {
  const paths = newPixelPaths(closed);
  return { ...paths, ...makePixelPaths([xy], closed) };
};

test('text lies in order between shapes', async () => {
  await expectAlike(
    (surface) => {
      const font = { family: 'sans-serif', sizePx: 30, weight: 700, isItalic: false, decoration: 'none' } as const;
      const run = { font, dxPx: 0, dyPx: 0, angleDeg: 0, isRightToLeft: false };
      surface.fillPaths(alone([10, 10, 100, 10, 100, 100, 10, 100], true), 0, 1, solid([200, 40, 40, 1]));
      surface.drawText({ ...run, text: 'below', color: [0, 0, 0, 1], xPx: 20, yPx: 60 });
      surface.fillPaths(alone([40, 30, 150, 30, 150, 50, 40, 50], true), 0, 1, solid([40, 200, 40, 1]));
      surface.beginGroup(0.5);
      surface.drawText({ ...run, text: 'above', color: [0, 0, 255, 1], xPx: 30, yPx: 90 });
      surface.endGroup();
    },
    0,
    'text',
  );
});

test('neighbours that share an edge leave no seam', async () => {
  const { own } = await both((surface) => {
    const paths = makePixelPaths([[0, 0, 160, 0, 0, 117]], true);
    const other = makePixelPaths([[160, 0, 160, 120, 0, 120, 0, 117]], true);
    const paint = solid([10, 20, 30, 1]);
    surface.fillPaths(paths, 0, 1, paint);
    surface.fillPaths(other, 0, 1, paint);
  });
  const colors = new Set(new Uint32Array(own.buffer));
  expect([...colors]).toEqual([0xff1e140a]);
});

test('over white, both surfaces read what is drawn over a white box, and clear pixels as white', async () => {
  const memory = (await takeKernel())!;
  // A width that isn't a multiple of four pixels ends in a partial vector.
  const [wide, high] = [37, 21];
  const made = [createPixelSurface(memory, wide, high, createCanvas), createCanvasSurface(wide, high, createCanvas)];
  const draw = (surface: Surface) => {
    for (const [xPx, color] of [
      [3, [200, 10, 60, 1]],
      [12, [20, 110, 60, 0.5]],
      [24, [0, 0, 0, 0.004]],
    ] as const) {
      surface.fillBox({ xPx, yPx: 2, widthPx: 8, heightPx: 15 }, solid([...color]));
    }
  };
  for (const surface of made) draw(surface);
  const [actualPixels, canvas] = made.map((surface) => readSurfacePixels(surface, 'white').slice());
  releaseKernel(memory);
  const expected = await both(draw, [wide, high]);
  expect(actualPixels).toEqual(expected.own);
  expect(difference(actualPixels!, canvas!, 1).share).toBe(0);
  expect([...canvas!.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
});

test('bad coordinates, dashes and widths draw something within the picture, soon', async () => {
  const numbers = [Infinity, -Infinity, Number.NaN, 1e300, -1e300, 3e38, 1e9, -1e9, 1e-9, 0, 40, 80];
  const pens: Stroke[] = [
    { color: [1, 2, 3, 1], widthPx: 1e9, dashesPx: [], cap: 'square', join: 'miter' },
    { color: [1, 2, 3, 0.5], widthPx: 3, dashesPx: [1e-9, 1e-9, 1e-9], cap: 'round', join: 'round' },
    { color: [1, 2, 3, 1], widthPx: 2, dashesPx: [0, 0], cap: 'butt', join: 'bevel' },
    { color: [1, 2, 3, 1], widthPx: 1e-9, dashesPx: [1e9, 3], cap: 'butt', join: 'miter' },
    { color: [1, 2, 3, 1], widthPx: 1, dashesPx: [], cap: 'butt', join: 'miter' },
  ];
  const { own } = await both(
    (surface) => {
      if (!('readPixels' in surface)) return;
      const next = random(7);
      for (let i = 0; i < 300; i++) {
        const xy = Array.from({ length: 12 }, () => numbers[next(numbers.length)]!);
        const paths = makePixelPaths([xy], i % 2 === 0);
        if (i % 3 === 0) surface.fillPaths(paths, 0, 1, solid([9, 9, 9, 1]));
        else surface.strokePaths(paths, 0, 1, pens[next(pens.length)]!);
        surface.fillDots(Float32Array.from(xy), 6, numbers[next(numbers.length)]!, [5, 5, 5, 1]);
      }
      const million = Float32Array.from({ length: 2_000_000 }, () => next(400) - 100.5);
      const paths = { ...alone([0, 0], true), xy: million, vertexCount: 1_000_000, partEnds: Int32Array.of(1_000_000) };
      surface.fillPaths(paths, 0, 1, solid([9, 9, 9, 1]));
    },
    [100, 70],
  );
  for (let i = 3; i < own.length; i += 4) expect(own[i]).toBe(255);
});
