import type { TestFeature } from '../../../render/table-of.ts';

/** Make pseudo-random points around a few centers in a square of 100 units; each has a value from 0 to 9. */
export function manyPoints(count: number): TestFeature[] {
  let seed = 11;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  const around = (center: number, spread: number) => center + spread * (random() + random() + random() + random() - 2);
  const centers = [
    [30, 34, 10],
    [66, 58, 16],
    [70, 22, 5],
    [24, 74, 7],
    [50, 50, 40],
  ] as const;
  return Array.from({ length: count }, (_, i) => {
    const [x, y, spread] = centers[Math.min(centers.length - 1, Math.floor(random() * 1.2 * centers.length))]!;
    return { parts: [[around(x, spread), around(y, spread)]], values: { AMOUNT: i % 10 === 9 ? null : i % 10 } };
  });
}
