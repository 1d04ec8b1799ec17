import { wrongValue } from './fault.ts';

/** Matches names of fields with short texts. Tables, clauses and geometries have their own limits. */
const short = /(?:Name|Field|Alias|Label|Title|LabelExpression)$/;
const longest = 10_000;

/**
 * Check the length of a name, or of an expression for rotation or labels.
 *
 * @param field of the contract; fields with longer texts are not checked
 * @param path in faults
 * @throws {Fault} `too-large` above 10,000 characters
 */
export function checkTextLength(field: string, value: unknown, path: () => string): void {
  if (typeof value !== 'string' || value.length <= longest || !short.test(field)) return;
  throw wrongValue('too-large', path(), `at most ${longest} characters`, `${value.length}`);
}
