/**
 * Cut a part out of a list, in the envelope that lists have.
 *
 * @param start number of the first entry, from 1
 * @returns `total`, `start`, `num` (entries in the answer), `nextStart` (-1 at the end) and the part under `member`
 */
export function pageOf<M extends string, T, E>(
  member: M,
  all: readonly T[],
  { start, num }: { readonly start: number; readonly num: number },
  show: (entry: T) => E,
) {
  const part = all.slice(start - 1, start - 1 + num);
  const nextStart = start - 1 + num < all.length ? start + num : -1;
  const shown = { [member]: part.map(show) } as { readonly [K in M]: E[] };
  return { total: all.length, start, num: part.length, nextStart, ...shown };
}
