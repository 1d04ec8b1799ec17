import { parse } from './parse.ts';

/**
 * Write conditions as one that is true where all are. Each is read alone first, so that a bracket in one cannot close that of
 * another; empty ones restrict nothing.
 *
 * @throws {Fault} as `parse`, with the path of the one that is no condition
 */
export function allOf(conditions: readonly { readonly text: string; readonly path: string }[]): string {
  const written = conditions.filter(({ text, path }) => parse(text, path)).map(({ text }) => text);
  return written.length < 2 ? (written[0] ?? '') : written.map((text) => `(${text})`).join(' AND ');
}
