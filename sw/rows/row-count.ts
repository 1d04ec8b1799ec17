import type { TableManifest } from './manifest.ts';

/** How many rows a table has; null where nobody has counted them: tiles elsewhere do not say how many features they have. */
export const rowCountOf = ({ rowCount, remote }: Pick<TableManifest, 'rowCount' | 'remote'>): number | null =>
  remote?.tiles ? null : rowCount;

/** Add counts; null as soon as one of them is not known. */
export const totalCount = (counts: readonly (number | null)[]): number | null =>
  counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
