import { existsSync } from 'node:fs';
import { test } from 'vitest';
import { findRoute } from '../../sw/contract/routes.ts';

const isHere = (extension: string): boolean => existsSync(`sw/extensions/${extension}`);

/** A test of the core that asks by way of extensions: without them it rests (structure/removal.test.ts). */
export const testWith = (...extensions: readonly string[]) => test.skipIf(!extensions.every(isHere));

/** Whether the address is the core's, or that of an extension that is here. */
export function isAnswered(path: string): boolean {
  const extension = findRoute('/', new URL(path, 'http://a.test').pathname)?.row.extension;
  return extension === undefined || isHere(extension);
}

/** Rows of a test that begin with an address, without those that nothing answers. */
export const answeredRows = <Row extends readonly [path: string, ...unknown[]]>(rows: readonly Row[]): Row[] =>
  rows.filter(([path]) => isAnswered(path));
