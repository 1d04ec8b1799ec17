/**
 * Return the minimum and maximum of any number of values; `Math.max` accepts only about 100,000 arguments.
 *
 * @returns [Infinity, -Infinity] for no values
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
