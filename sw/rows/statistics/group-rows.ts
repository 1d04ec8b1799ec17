import type { AttributeBatch, Column } from '../batch.ts';
import { getColumn } from '../where/row-value.ts';

type Key = string | number | null;

/** Numbers the distinct combinations of some fields' values, in order of first occurrence. */
export interface Grouping {
  readonly groupCount: number;
  /** Return the group of each of `rows`, which are row indices in the batch. */
  assignGroups(batch: AttributeBatch, rows: Uint32Array): Uint32Array;
  /** Return the value of field `index` in a group. */
  getKey(index: number, group: number): Key;
}

/** Numbers the distinct values of one field. */
interface Dictionary {
  readonly numbers: Map<Key, number>;
  readonly keys: Key[];
}

const numberForKey = ({ numbers, keys }: Dictionary, key: Key): number => {
  let number = numbers.get(key);
  if (number === undefined) {
    number = keys.length;
    numbers.set(key, number);
    keys.push(key);
  }
  return number;
};

/**
 * Make a grouping of rows by the values of some fields. Without fields, all rows are one group. Null counts as a value.
 */
export function groupRows(names: readonly string[]): Grouping {
  const dictionaries = names.map((): Dictionary => ({ numbers: new Map(), keys: [] }));
  // With several fields, a group is a pair (group by the previous fields, value): one dictionary per field after the
  // first.
  const pairs = names.slice(1).map(() => ({ numbers: new Map<number, number>(), members: [] as [number, number][] }));
  return {
    get groupCount() {
      if (names.length === 0) return 1;
      return pairs.at(-1)?.members.length ?? dictionaries[0]!.keys.length;
    },
    assignGroups(batch, rows) {
      const groups = new Uint32Array(rows.length);
      names.forEach((name, field) => {
        const column = getColumn(batch, name);
        if (field === 0) numberValues(column, rows, dictionaries[0]!, groups);
        else {
          const values = new Uint32Array(rows.length);
          numberValues(column, rows, dictionaries[field]!, values);
          const { numbers, members } = pairs[field - 1]!;
          for (let i = 0; i < rows.length; i++) {
            const key = groups[i]! * 0x400_0000 + values[i]!;
            let group = numbers.get(key);
            if (group === undefined) {
              group = members.length;
              numbers.set(key, group);
              members.push([groups[i]!, values[i]!]);
            }
            groups[i] = group;
          }
        }
      });
      return groups;
    },
    getKey(index, group) {
      let pair = group;
      for (let field = names.length - 1; field > 0; field--) {
        const [before, value] = pairs[field - 1]!.members[pair]!;
        if (field === index) return dictionaries[field]!.keys[value]!;
        pair = before;
      }
      return dictionaries[0]!.keys[pair]!;
    },
  };
}

function numberValues(column: Column, rows: Uint32Array, dictionary: Dictionary, out: Uint32Array): void {
  const { nulls } = column;
  if (column.kind === 'string') {
    const { codes, keys } = getCodes(column);
    const numbers = new Int32Array(keys.length).fill(-1);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const code = codes[row]!;
      if (nulls?.[row]) out[i] = numberForKey(dictionary, null);
      else {
        if (numbers[code]! < 0) numbers[code] = numberForKey(dictionary, keys[code]!);
        out[i] = numbers[code]!;
      }
    }
    return;
  }
  const { values } = column;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    out[i] = numberForKey(dictionary, nulls?.[row] ? null : values[row]!);
  }
}

/** Dictionary encoding of a column in a batch: the distinct strings, and each row's index into them. */
interface Codes {
  readonly codes: Uint32Array;
  readonly keys: readonly string[];
}

/** Cached as long as the column: looking up texts is the slowest part of grouping, and columns don't change. */
const cachedCodes = new WeakMap<Column, Codes>();

function getCodes(column: Column & { kind: 'string' }): Codes {
  const cached = cachedCodes.get(column);
  if (cached) return cached;
  const { values } = column;
  const numbers = new Map<string, number>();
  const keys: string[] = [];
  const codes = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    let code = numbers.get(values[i]!);
    if (code === undefined) {
      code = keys.push(values[i]!) - 1;
      numbers.set(values[i]!, code);
    }
    codes[i] = code;
  }
  const made = { codes, keys };
  cachedCodes.set(column, made);
  return made;
}
