import type { ScalarName } from '../../../sw/contract/index.ts';
import { explorerText as t } from '../text/explorer-text.ts';

const ranges: Partial<Record<ScalarName, readonly [minimum: number, maximum: number]>> = {
  int: [-2_147_483_648, 2_147_483_647],
  short: [-32_768, 32_767],
  unsignedByte: [0, 255],
  long: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

export type Parsed = { readonly value: unknown } | { readonly problem: string };

/** Parse typed text as a scalar, or say what is expected. */
export function parseScalar(name: ScalarName, text: string): Parsed {
  const range = ranges[name];
  if (range) {
    const value = Number(text.trim());
    const isWhole = /^[+-]?\d+$/.test(text.trim());
    if (isWhole && value >= range[0] && value <= range[1]) return { value };
    return { problem: t.wholeNumber(range[0], range[1]) };
  }
  if (name === 'double') {
    const value = Number(text.trim().replace(/^(-?)INF$/, '$1Infinity'));
    return text.trim() === '' || (Number.isNaN(value) && text.trim() !== 'NaN') ? { problem: t.number } : { value };
  }
  if (name === 'dateTime')
    return /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text.trim())
      ? { value: text.trim() }
      : { problem: t.dateTime };
  return { value: text };
}

/** Parse numbers or texts separated by commas. */
export function parseList(name: ScalarName, text: string): Parsed {
  const parts = text.split(',').map((part) => part.trim());
  if (text.trim() === '') return { value: [] };
  const values: unknown[] = [];
  for (const part of parts) {
    const read = parseScalar(name, part);
    if ('problem' in read) return read;
    values.push(read.value);
  }
  return { value: values };
}
