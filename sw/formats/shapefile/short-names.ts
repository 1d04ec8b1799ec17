import { type Field, freeName } from '../writing/rows-to-write.ts';

const longestName = 10;

/**
 * Name the columns of a shapefile: ten plain letters, digits or underscores, each name once.
 *
 * @returns by the names of the fields
 */
export function shortNames(fields: readonly Pick<Field, 'Name'>[]): Map<string, string> {
  const used = new Set<string>();
  return new Map(
    fields.map(({ Name }) => {
      const plain = Name.replaceAll('ß', 'ss').normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/[^\w]/g, '_');
      return [Name, freeName(plain || 'field', used, longestName)];
    }),
  );
}
