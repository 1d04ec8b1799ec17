import type { ScalarName } from '../../../sw/contract/index.ts';
import { explorerText as t } from '../text/explorer-text.ts';

const ranges: Partial<Record<ScalarName, readonly [least: number, most: number]>> = {
  int: [-2_147_483_648, 2_147_483_647],
  short: [-32_768, 32_767],
  unsignedByte: [0, 255],
  long: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

export type Parsed = { readonly value: unknown } | { readonly problem: string };

/** Read what a person typed as a value of a scalar; says what would be one when it is none. */
export function parseScalar(name: ScalarName, words: string): Parsed {
  const range = ranges[name];
  if (range) {
    const value = Number(words.trim());
    const isWhole = /^[+-]?\d+$/.test(words.trim());
    if (isWhole && value >= range[0] && value <= range[1]) return { value };
    return { problem: t.wholeNumber(range[0], range[1]) };
  }
  if (name === 'double') {
    const value = Number(words.trim().replace(/^(-?)INF$/, '$1Infinity'));
    return words.trim() === '' || (Number.isNaN(value) && words.trim() !== 'NaN') ? { problem: t.number } : { value };
  }
  if (name === 'dateTime')
    return /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(words.trim())
      ? { value: words.trim() }
      : { problem: t.dateTime };
  return { value: words };
}

/** Read numbers or texts separated by commas. */
export function parseList(name: ScalarName, words: string): Parsed {
  const parts = words.split(',').map((part) => part.trim());
  if (words.trim() === '') return { value: [] };
  const values: unknown[] = [];
  for (const part of parts) {
    const read = parseScalar(name, part);
    if ('problem' in read) return read;
    values.push(read.value);
  }
  return { value: values };
}
