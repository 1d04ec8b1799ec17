import type { TableManifest } from './manifest.ts';

/** Return the number of rows of a table; null if it's unknown, because remote tiles don't give a feature count. */
export const knownRowCount = ({ rowCount, remote }: Pick<TableManifest, 'rowCount' | 'remote'>): number | null =>
  remote?.tiles ? null : rowCount;

/** Add counts; null if any of them is null. */
export const totalCount = (counts: readonly (number | null)[]): number | null =>
  counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
