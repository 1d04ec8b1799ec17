/**
 * Return the index of the first of ascending values that is at least `value`.
 *
 * @param from index of the first value to compare
 * @param end  index after the last value to compare, which is returned if all are lower
 */
export function firstFrom<V>(values: ArrayLike<V>, value: V, from = 0, end = values.length): number {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
