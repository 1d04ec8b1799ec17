import { readFault } from '../../../sw/formats/reading/diagnostic.ts';
import { fieldName } from '../../../sw/formats/reading/field-names.ts';
import type { SourceColumn, SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { chosenKey } from './columns/chosen-column.ts';
import type { DecidedJoin, DecidedLayer } from './decided.ts';
import type { PossibleJoin } from './read-layer.ts';

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

/** What a join by two columns gives. */
export interface JoinMatch {
  /** Features that have a row in the table. */
  readonly matched: number;
  readonly featureCount: number;
  /** Rows of the table that no feature has. */
  readonly unused: number;
  /** Rows whose key stands in a row before them: they are not joined. */
  readonly repeated: number;
}

/**
 * Count what a join gives, with its columns as a person chose their types.
 *
 * @returns undefined where a column is not there, or where one is text and the other is not
 */
export function matchJoin(
  tables: readonly SourceTable[],
  { layer, layerKey, table, tableKey }: DecidedJoin,
  choices: readonly Pick<DecidedLayer, 'columns'>[],
): JoinMatch | undefined {
  const own = tables[layer] && chosenKey(tables[layer], layerKey, choices[layer]!.columns);
  const key = tables[table] && chosenKey(tables[table], tableKey, choices[table]!.columns);
  if (!own || !key || (own.type === 'String') !== (key.type === 'String')) return undefined;
  const keys = new Set<string | number>();
  let repeated = 0;
  for (const value of key.values) {
    if (value === null) continue;
    if (keys.has(value)) repeated++;
    keys.add(value);
  }
  const met = new Set<string | number>();
  let matched = 0;
  for (const value of own.values) {
    if (value === null || !keys.has(value)) continue;
    matched++;
    met.add(value);
  }
  return { matched, featureCount: own.values.length, unused: keys.size - met.size, repeated };
}

/** Columns of a table by the values of one of them. */
interface JoinedTable {
  readonly name: string;
  readonly columns: readonly SourceColumn[];
  readonly key: SourceColumn;
}

/**
 * Add the columns of a table to a layer: every feature gets the values of the first row with an equal key, or nulls, as a join of
 * tables by request does. The key itself is not repeated. A name that is taken gets that of the table before it.
 *
 * @param layerKey column of the layer, also one that is not published
 * @throws {Fault} `bad-package` when one key is text and the other is not
 */
export function joinColumns(
  layer: SourceTable,
  layerKey: SourceColumn,
  { name, columns, key }: JoinedTable,
): SourceTable {
  if ((layerKey.type === 'String') !== (key.type === 'String'))
    throw readFault('bad-package', 'joinKinds', layer.name, layerKey.name, key.name);
  const rowOf = new Map<string | number, number>();
  for (const [row, value] of key.values.entries()) if (value !== null && !rowOf.has(value)) rowOf.set(value, row);
  const rows = layerKey.values.map((value) => (value === null ? undefined : rowOf.get(value)));
  const joined = columns.filter((column) => column.name !== key.name);
  const names = joinedNames(
    layer.columns.map((column) => column.name),
    name,
    joined.map((column) => column.name),
  );
  const added = joined.map(
    (column, i): SourceColumn => ({
      ...column,
      name: names[i]!,
      values: rows.map((row) => (row === undefined ? null : column.values[row]!)),
    }),
  );
  return { ...layer, columns: [...layer.columns, ...added] };
}

/** What the columns of a table are called in a layer that has fields already: one that is taken gets the name of the table before it. */
export function joinedNames(fields: readonly string[], table: string, columns: readonly string[]): string[] {
  const taken = new Set(fields.map((name) => name.toLowerCase()));
  return columns.map((name) => fieldName(taken.has(name.toLowerCase()) ? `${table}_${name}` : name, taken));
}
