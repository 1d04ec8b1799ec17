import type { Reply } from './call.ts';

/**
 * Cut a part out of a list, in the envelope that lists have.
 *
 * @param start number of the first entry, from 1
 * @returns `total`, `start`, `num` (entries in the answer), `nextStart` (-1 at the end) and the part under `member`
 */
export function pageOf<T>(
  member: string,
  all: readonly T[],
  { start, num }: { readonly start: number; readonly num: number },
  show: (entry: T) => unknown,
): Reply {
  const part = all.slice(start - 1, start - 1 + num);
  const nextStart = start - 1 + num < all.length ? start + num : -1;
  return { total: all.length, start, num: part.length, nextStart, [member]: part.map(show) };
}
