import { trimLetters } from '../../contract/trim-letters.ts';

/** Names that mean something else to the server or to a reader of WHERE clauses. */
const reserved = new Set('objectid shape and or not in is null like between escape'.split(' '));

/** The last number behind each name that is taken: thousands of columns may have the same. */
const lastNumbers = new WeakMap<Set<string>, Map<string, number>>();

/**
 * Make a field name of user data valid, harmless and unique.
 *
 * Letters of any script, digits and `_` stay; everything else becomes `_`. Names of `Object.prototype` and reserved words
 * get a `_1` behind them, so does a name that is taken (upper and lower case count as the same).
 *
 * @param taken lower-case names so far; the new one is added
 * @returns 1 to 64 characters
 */
export function fieldName(original: string, taken: Set<string>): string {
  const plain = original.normalize('NFC').trim();
  let base = trimLetters(plain.replace(/[^\p{L}\p{N}_]+/gu, '_'), '_', true).slice(0, 60);
  if (base === '' || base === '_') base = 'field';
  if (/^\p{N}/u.test(base)) base = `F_${base}`;
  const counts = lastNumbers.get(taken) ?? new Map<string, number>();
  lastNumbers.set(taken, counts);
  let name = base;
  for (
    let n = counts.get(base) ?? 1;
    taken.has(name.toLowerCase()) || reserved.has(name.toLowerCase()) || name in {};
    n++
  ) {
    name = `${base}_${n}`;
    counts.set(base, n);
  }
  taken.add(name.toLowerCase());
  return name;
}
