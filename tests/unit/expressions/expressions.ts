import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';

export interface Expression {
  /** Relative to the project's folder, with slashes. */
  readonly path: string;
  readonly line: number;
  /** undefined if the expression is built at run time. */
  readonly pattern?: string;
  readonly flags: string;
}

/** Find the regular expressions in all scripts of a folder: literals and calls of `RegExp`. */
export function listExpressions(folder: string): Expression[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => posix.join(entry.parentPath.replaceAll('\\', '/'), entry.name))
    .sort()
    .flatMap((path) => expressionsIn(path, readFileSync(path, 'utf8')));
}

function expressionsIn(path: string, text: string): Expression[] {
  const results: Expression[] = [];
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      node.forEach(collect);
      return;
    }
    const { type, start, regex, callee } = node as {
      type?: string;
      start: number;
      regex?: { pattern: string; flags: string };
      callee?: { name?: string };
    };
    const line = (): number => text.slice(0, start).split('\n').length;
    if (type === 'Literal' && regex) results.push({ path, line: line(), ...regex });
    if (/^(?:New|Call)Expression$/.test(type ?? '') && callee?.name === 'RegExp')
      results.push({ path, line: line(), flags: '' });
    for (const value of Object.values(node)) collect(value);
  };
  collect(parseSync(path, text).program);
  return results;
}
