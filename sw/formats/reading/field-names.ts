import { trimLetters } from '../../contract/trim-letters.ts';

/** Names that have a special meaning for the server or in WHERE clauses. */
const reserved = new Set('objectid shape and or not in is null like between escape'.split(' '));

/** Last number appended to each taken name, because thousands of columns may have the same name. */
const lastNumbers = new WeakMap<Set<string>, Map<string, number>>();

/**
 * Make a valid, safe and unique field name from user data.
 *
 * Letters of any script, digits and `_` remain; everything else becomes `_`. Names of `Object.prototype`, reserved
 * words and taken names (ignoring case) get a numbered suffix, starting with `_1`.
 *
 * @param taken lower-case names in use; the new name is added
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
