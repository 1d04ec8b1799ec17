import { existsSync } from 'node:fs';
import { test } from 'vitest';
import { findRoute } from '../../sw/contract/routes.ts';

const isPresent = (extension: string): boolean => existsSync(`sw/extensions/${extension}`);

/** Declare a core test that sends requests to extensions. It is skipped without them (structure/removal.test.ts). */
export const testWith = (...extensions: readonly string[]) => test.skipIf(!extensions.every(isPresent));

/** Check whether the core or an existing extension answers a path. */
export function isAnswered(path: string): boolean {
  const extension = findRoute('/', new URL(path, 'http://a.test').pathname)?.row.extension;
  return extension === undefined || isPresent(extension);
}

/** Return the rows of a test whose path, the first member, is answered. */
export const filterAnsweredRows = <Row extends readonly [path: string, ...unknown[]]>(rows: readonly Row[]): Row[] =>
  rows.filter(([path]) => isAnswered(path));
