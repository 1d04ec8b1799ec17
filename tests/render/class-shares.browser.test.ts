import { expect, test } from 'vitest';
import type { Value } from '../../sw/contract/index.ts';
import { drawnCanvas, layerOf, marker, rgb, viewOf } from './draw-plan.ts';
import { tableOf } from './table-of.ts';

const channels = [
  [200, 30, 30],
  [30, 160, 60],
  [40, 80, 200],
  [230, 180, 20],
] as const;
const colors = channels.map(([red, green, blue]) => rgb(red, green, blue));
const shares = [0.5, 0.25, 0.15, 0.1];

/** Points all over a square of 100 units, in classes of known shares, in an order that looks like chance. */
function densePoints(count: number) {
  let seed = 7;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  return Array.from({ length: count }, () => {
    const share = random();
    const kind = share < 0.5 ? 0 : share < 0.75 ? 1 : share < 0.9 ? 2 : 3;
    return { parts: [[random() * 100, random() * 100]], values: { KIND: kind } };
  });
}

const renderer: Value<'UniqueValueRenderer'> = {
  type: 'UniqueValueRenderer',
  Field1: 'KIND',
  FieldDelimiter: ',',
  UniqueValueInfos: colors.map((color, kind) => ({
    Value: String(kind),
    Label: String(kind),
    Symbol: marker(color, 5, 'gisSMSCircle', { Outline: false }),
  })),
};

async function pixelsOf(extent: readonly [number, number, number, number], table: ReturnType<typeof tableOf>) {
  const surface = await drawnCanvas({
    view: viewOf(extent, 200, 200),
    layers: [layerOf(table, { FeatureRenderer: renderer })],
  });
  return surface.getContext('2d')!.getImageData(0, 0, 200, 200).data;
}

test('each class of many points has its share of the image, not the last class all of it', async () => {
  const table = tableOf('point', densePoints(60_000), { KIND: 'gisFieldTypeInteger' });
  const pixels = await pixelsOf([0, 0, 100, 100], table);
  const counts = colors.map(() => 0);
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3]! < 250) continue;
    // Where two classes meet the pixel is of the one that it is more like.
    const far = channels.map((color) => Math.hypot(...color.map((value, part) => value - pixels[at + part]!)));
    counts[far.indexOf(Math.min(...far))]!++;
  }
  const sum = counts.reduce((a, b) => a + b, 0);
  expect(sum).toBeGreaterThan(20_000);
  for (const [kind, share] of shares.entries()) expect(counts[kind]! / sum).toBeCloseTo(share, 1);
});

test('what lies over what is the same in an image beside', async () => {
  const table = tableOf('point', densePoints(20_000), { KIND: 'gisFieldTypeInteger' });
  const [left, right] = [await pixelsOf([0, 0, 100, 100], table), await pixelsOf([50, 0, 150, 100], table)];
  let different = 0;
  for (let y = 20; y < 180; y++)
    for (let x = 120; x < 180; x++)
      for (let part = 0; part < 4; part++)
        if (Math.abs(left[4 * (200 * y + x) + part]! - right[4 * (200 * y + x - 100) + part]!) > 16) different++;
  expect(different / (160 * 60 * 4)).toBeLessThan(0.001);
});
