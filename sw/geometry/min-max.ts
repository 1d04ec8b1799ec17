/**
 * Find the least and the greatest of any number of values: a call of `Math.max` takes about 100,000 arguments.
 *
 * @returns [Infinity, -Infinity] of none
 */
export function minMax(values: Iterable<number>): readonly [min: number, max: number] {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return [min, max];
}
