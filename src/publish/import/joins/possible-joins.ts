import type { SourceColumn, SourceTable } from '../../../../sw/formats/reading/source-table.ts';

/** A table whose values may be added to the features of a layer, by columns with the same values. Places are those of the tables. */
export interface PossibleJoin {
  readonly layer: number;
  readonly layerKey: string;
  readonly table: number;
  readonly tableKey: string;
  /** Features that have a row in the table. */
  readonly matched: number;
  readonly featureCount: number;
  /** Rows of the table that no feature has. */
  readonly unused: number;
}

/** So many features are tried before all of them are. */
const triedCount = 300;
const keyName = /id|key|code|kod|clave|cl[eé]|nr|num|no\b|iso|fips|nuts|ags|plz|zip|postal|schl|kenn|индекс|код/i;

/**
 * Find the joins of layers with tables that were read with them: columns of one kind, where the values of the table are unique and
 * at least half of the features, or of the rows, have a partner.
 *
 * Whole numbers match by chance: they are only tried under names that are equal or both of keys.
 *
 * @returns at most one for a layer and a table, that with the most matches
 */
export function possibleJoins(tables: readonly SourceTable[]): PossibleJoin[] {
  const found: PossibleJoin[] = [];
  for (const [table, source] of tables.entries()) {
    if (source.geometry || source.columns.length < 2) continue;
    const keys = source.columns.flatMap((column) => {
      const values = uniqueValues(column);
      return values ? [{ column, values }] : [];
    });
    for (const [layer, target] of tables.entries()) {
      if (!target.geometry) continue;
      const joins = target.columns.flatMap((column) =>
        keys.flatMap((key) => {
          const matched = mayMatch(column, key.column) ? countMatches(column, key.values) : 0;
          if (matched < 2 || matched * 2 < Math.min(target.rowCount, key.values.size)) return [];
          const names = { layer, layerKey: column.name, table, tableKey: key.column.name };
          const met = new Set(column.values.filter((value) => value !== null && key.values.has(value)));
          return [{ ...names, matched, featureCount: target.rowCount, unused: key.values.size - met.size }];
        }),
      );
      const [best] = joins.sort((a, b) => b.matched - a.matched || a.unused - b.unused);
      if (best) found.push(best);
    }
  }
  return found;
}

const isText = ({ type }: SourceColumn): boolean => type === 'String';
const isWhole = ({ type }: SourceColumn): boolean => type === 'Integer' || type === 'SmallInteger';

function mayMatch(a: SourceColumn, b: SourceColumn): boolean {
  if (isText(a) && isText(b)) return true;
  const isSameName = a.name.toLowerCase() === b.name.toLowerCase();
  return isWhole(a) && isWhole(b) && (isSameName || (keyName.test(a.alias) && keyName.test(b.alias)));
}

/** The values of a column that could be a key; undefined where some stand twice. */
function uniqueValues(column: SourceColumn): Set<string | number> | undefined {
  if (!isText(column) && !isWhole(column)) return undefined;
  const values = new Set<string | number>();
  for (const value of column.values) {
    if (value === null) continue;
    if (values.has(value)) return undefined;
    values.add(value);
  }
  return values.size > 1 ? values : undefined;
}

function countMatches({ values }: SourceColumn, keys: ReadonlySet<string | number>): number {
  let matched = 0;
  for (const [row, value] of values.entries()) {
    if (value !== null && keys.has(value)) matched++;
    if (row === triedCount && matched === 0) return 0;
  }
  return matched;
}
