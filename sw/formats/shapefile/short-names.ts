import { type Field, freeName } from '../writing/rows-to-write.ts';

const maxNameLength = 10;

/**
 * Return unique column names for a shapefile: up to ten ASCII letters, digits or underscores.
 *
 * @returns column names by field name
 */
export function shortNames(fields: readonly Pick<Field, 'Name'>[]): Map<string, string> {
  const used = new Set<string>();
  return new Map(
    fields.map(({ Name }) => {
      const plain = Name.replaceAll('ß', 'ss').normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/[^\w]/g, '_');
      return [Name, freeName(plain || 'field', used, maxNameLength)];
    }),
  );
}
