import { badValue, Fault } from '../../sw/contract/fault.ts';
import { checkValue, Expected, type Parameter } from '../../sw/contract/parameter.ts';

/** Checks a JSON value. @throws {Fault} `bad-value`, naming the path, the expected value and the value found */
export type Check<T> = (value: unknown, path: string) => T;

/** Return a check for a parameter of the contract. */
const fitting =
  <T>(parameter: Parameter): Check<T> =>
  (value, path) => {
    const actual = checkValue(parameter, value);
    if (actual instanceof Expected) throw badValue(path, actual.text, value);
    return actual as T;
  };

/** Return a check for a number within limits. */
export const number = (minimum: number, maximum: number | undefined, isWhole = false): Check<number> =>
  fitting({ kind: isWhole ? 'integer' : 'number', doc: '', minimum, maximum });

/** A check for a non-empty string. */
export const text: Check<string> = fitting({ kind: 'string', doc: '', minimumLength: 1 });

export const boolean: Check<boolean> = fitting({ kind: 'boolean', doc: '' });

/** Return a check for one of several names, in any case. The fault for another name suggests the nearest one. */
export const choice =
  <T extends string>(names: readonly T[], what = `one of ${names.join(', ')}`): Check<T> =>
  (value, path) => {
    const match = names.find((word) => typeof value === 'string' && word.toLowerCase() === value.toLowerCase());
    if (match !== undefined) return match;
    const nearest = typeof value === 'string' ? findNearestWord(value, names) : undefined;
    throw badValue(path, nearest === undefined ? what : `${what} (perhaps ${nearest})`, value);
  };

/** Return a check for a non-empty list of items, or for a single item. */
export const oneOrMore =
  <T>(item: Check<T>): Check<readonly T[]> =>
  (value, path) =>
    Array.isArray(value) && value.length > 0
      ? value.map((entry, index) => item(entry, `${path}[${index}]`))
      : [item(value, path)];

type Members = Readonly<Record<string, Check<unknown>>>;
type CheckedObject<M extends Members> = { readonly [N in keyof M]?: ReturnType<M[N]> };

/**
 * Return a check for an object with these members, all of which are optional. Unknown members are refused.
 *
 * @param formerNames of members, with their names now
 */
export const object =
  <M extends Members>(members: M, formerNames: Readonly<Record<string, string>> = {}): Check<CheckedObject<M>> =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badValue(path, 'an object', value);
    const names = Object.keys(members);
    const entries = Object.entries(value).map(([writtenName, memberValue]) => {
      const name = Object.hasOwn(formerNames, writtenName) ? formerNames[writtenName]! : writtenName;
      const check = Object.hasOwn(members, name) ? members[name] : undefined;
      if (check) return [name, check(memberValue, `${path}.${name}`)];
      const nearest = findNearestWord(name, names);
      const perhaps = nearest === undefined ? '' : ` (perhaps ${nearest})`;
      throw badValue(path, `one of ${names.join(', ')}${perhaps}`, name);
    });
    return Object.fromEntries(entries);
  };

/** Return a check that tries several forms in order. `what` describes all of them. */
export const either =
  <T>(what: string, ...checks: readonly Check<T>[]): Check<T> =>
  (value, path) => {
    for (const check of checks) {
      try {
        return check(value, path);
      } catch (error) {
        // If the form is right but a member is wrong, report that member.
        if (typeof value === 'object' && check === checks.at(-1)) throw error;
      }
    }
    throw badValue(path, what, value);
  };

/** Parse JSON. @throws {Fault} `bad-value` with the parser's message */
export function readJson(json: string, path: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Fault('bad-value', `${path} isn't valid JSON: ${(error as Error).message}.`);
  }
}

/** Find the most similar word, ignoring case; undefined if none is similar. */
export function findNearestWord<T extends string>(word: string, candidates: Iterable<T>): T | undefined {
  const normalizedWord = word.toLowerCase().slice(0, 100);
  let nearest: T | undefined;
  let lowest = Math.max(2, Math.ceil(normalizedWord.length / 3)) + 1;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const distance = editDistance(normalizedWord, other.slice(0, 100));
    if (distance >= lowest) continue;
    lowest = distance;
    nearest = candidate;
  }
  return nearest;
}

/** Count the letters to add, remove, replace or swap with their neighbor to turn one text into the other. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let lowest = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        lowest = Math.min(lowest, before[j - 2]! + 1);
      row.push(lowest);
    }
    before = above;
    above = row;
  }
  return above[b.length]!;
}
