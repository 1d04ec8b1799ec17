import { expect, test } from 'vitest';
import { classBreaks } from '../../../../sw/rows/classify/class-breaks.ts';
import { naturalBreaks } from '../../../../sw/rows/classify/natural-breaks.ts';
import { runAtOnce } from '../../../../sw/scheduler.ts';

const cost = (values: readonly number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
};

const measureCost = (sorted: readonly number[], breaks: readonly number[]): number => {
  let from = 0;
  return breaks.reduce((sum, greatest) => {
    const end = sorted.findLastIndex((value) => value <= greatest) + 1;
    const part = cost(sorted.slice(from, end));
    from = end;
    return sum + part;
  }, 0);
};

/** Try every way to cut between different values and return the lowest cost. */
function lowestCost(sorted: readonly number[], count: number): number {
  const cuts = sorted.flatMap((value, i) => (i > 0 && value !== sorted[i - 1] ? [i] : []));
  let lowest = Infinity;
  const choose = (chosen: number[], next: number): void => {
    if (chosen.length === count - 1) {
      const ends = [...chosen, sorted.length];
      const parts = ends.map((end, i) => cost(sorted.slice(ends[i - 1] ?? 0, end)));
      lowest = Math.min(
        lowest,
        parts.reduce((sum, part) => sum + part, 0),
      );
      return;
    }
    for (let i = next; i < cuts.length; i++) choose([...chosen, cuts[i]!], i + 1);
  };
  choose([], 0);
  return lowest;
}

test('no other cut has smaller deviations', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  for (let round = 0; round < 60; round++) {
    const sorted = Array.from({ length: 14 }, () => Math.floor(random() ** 2 * 40)).sort((a, b) => a - b);
    const count = Math.min(2 + (round % 4), new Set(sorted).size);
    const breaks = runAtOnce(naturalBreaks(Float64Array.from(sorted), count));
    expect(breaks).toHaveLength(count);
    expect(measureCost(sorted, breaks)).toBeCloseTo(lowestCost(sorted, count), 8);
  }
});

test('many values are divided in many steps', () => {
  const steps = naturalBreaks(
    Float64Array.from({ length: 200_000 }, (_, i) => i + (i % 7) / 10),
    4,
  );
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count++;
  expect(step.value).toHaveLength(4);
  expect(count).toBeGreaterThan(1000);
});

test('large values close together are told apart', () => {
  const sorted = Float64Array.of(1e9, 1e9 + 1, 1e9 + 2, 1e9 + 100, 1e9 + 101);
  expect(runAtOnce(naturalBreaks(sorted, 2))).toEqual([1e9 + 2, 1e9 + 101]);
});

test('there are never more classes than different values, and none without values', () => {
  const ask = (values: number[], method: 'gisClassifyQuantile' | 'gisClassifyNaturalBreaks') =>
    runAtOnce(classBreaks(Float64Array.from(values), { method, count: 5, deviationInterval: 1 }));
  expect(ask([3, 3, 3], 'gisClassifyNaturalBreaks')).toEqual([3]);
  expect(ask([1, 1, 1, 1, 2], 'gisClassifyQuantile')).toEqual([1, 2]);
  expect(ask([], 'gisClassifyQuantile')).toEqual([]);
});

test('there are never more classes than asked for, whatever the bounds are rounded to', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  for (let round = 0; round < 200; round++) {
    const sorted = Float64Array.from({ length: 50 }, () => random() * 1000).sort();
    for (const method of ['gisClassifyEqualInterval', 'gisClassifyGeometricalInterval'] as const)
      expect(runAtOnce(classBreaks(sorted, { method, count: 7, deviationInterval: 1 }))).toHaveLength(7);
  }
});

test('every method ends at the greatest value and ascends', () => {
  const sorted = Float64Array.from({ length: 500 }, (_, i) => (i - 100) ** 3 / 1000);
  sorted.sort();
  const methods = [
    'gisClassifyNaturalBreaks',
    'gisClassifyEqualInterval',
    'gisClassifyQuantile',
    'gisClassifyStandardDeviation',
    'gisClassifyGeometricalInterval',
  ] as const;
  for (const method of methods) {
    const breaks = runAtOnce(classBreaks(sorted, { method, count: 6, deviationInterval: 0.5 }));
    expect(breaks.at(-1)).toBe(sorted.at(-1));
    expect(breaks).toEqual([...breaks].sort((a, b) => a - b));
  }
});
