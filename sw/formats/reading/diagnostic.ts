import type { FaultCode } from '../../contract/index.ts';
import { stringifyExact } from '../geojson/exact-json.ts';
import { type Diagnostic, ReadFault } from './read-fault.ts';
import { type ReadingText, readingEn } from './reading-en.ts';

/** Parameter types of a message; a diagnostic may replace any string. */
type Values<Parameters extends readonly unknown[]> = {
  readonly [Index in keyof Parameters]: Parameters[Index] extends string ? string | Diagnostic : Parameters[Index];
};

export const diagnostic = <Key extends keyof ReadingText>(
  key: Key,
  ...values: Values<Parameters<ReadingText[Key]>>
): Diagnostic => ({ key, values: values as Diagnostic['values'] });

/** Format a diagnostic in the language of `texts`. */
export function diagnosticText({ key, values }: Diagnostic, texts: ReadingText = readingEn): string {
  const parameters = values.map((value) => (typeof value === 'object' ? diagnosticText(value, texts) : value));
  return (texts[key] as (...values: readonly (string | number)[]) => string)(...parameters);
}

export const readFault = <Key extends keyof ReadingText>(
  code: FaultCode,
  key: Key,
  ...values: Values<Parameters<ReadingText[Key]>>
): ReadFault => {
  const cause = diagnostic(key, ...values);
  return new ReadFault(code, cause, diagnosticText(cause));
};

/** Return the start of a value found in a file, for a fault; "nothing" if it is missing. */
export const excerpt = (value: unknown): string => (stringifyExact(value) ?? 'nothing').slice(0, 60);
