import { readFault } from '../../../sw/formats/reading/diagnostic.ts';
import { fieldName } from '../../../sw/formats/reading/field-names.ts';
import type { SourceColumn, SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { findKeyColumn } from './columns/chosen-column.ts';
import type { DecidedJoin, DecidedLayer } from './decided.ts';
import type { PossibleJoin } from './read-layer.ts';

/** A join without a match among the first features, up to this number, is skipped. */
const triedCount = 300;
const keyName = /id|key|code|kod|clave|cl[eé]|nr|num|no\b|iso|fips|nuts|ags|plz|zip|postal|schl|kenn|индекс|код/i;

/**
 * Find possible joins of layers with tables read together. Columns must be of one kind, and the table's values unique.
 * At least half of the features or of the rows must match.
 *
 * Whole numbers may match by chance, so they are tried only if the names are equal or both look like keys.
 *
 * @returns at most one for each layer and table, the one with the most matches
 */
export function possibleJoins(tables: readonly SourceTable[]): PossibleJoin[] {
  const possible: PossibleJoin[] = [];
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
      if (best) possible.push(best);
    }
  }
  return possible;
}

const isText = ({ type }: SourceColumn): boolean => type === 'String';
const isWhole = ({ type }: SourceColumn): boolean => type === 'Integer' || type === 'SmallInteger';

function mayMatch(a: SourceColumn, b: SourceColumn): boolean {
  if (isText(a) && isText(b)) return true;
  const isSameName = a.name.toLowerCase() === b.name.toLowerCase();
  return isWhole(a) && isWhole(b) && (isSameName || (keyName.test(a.alias) && keyName.test(b.alias)));
}

/** Return the values of a possible key column; undefined if they aren't unique. */
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

/** Match counts of a join. */
export interface JoinMatch {
  /** Number of features that have a row in the table. */
  readonly matched: number;
  readonly featureCount: number;
  /** Number of rows in the table that match no feature. */
  readonly unused: number;
  /** Number of rows that aren't joined, because an earlier row has the same key. */
  readonly repeated: number;
}

/**
 * Count the matches of a join, with the chosen column types.
 *
 * @returns undefined if a column is missing, or if only one of them is text
 */
export function matchJoin(
  tables: readonly SourceTable[],
  { layer, layerKey, table, tableKey }: DecidedJoin,
  choices: readonly Pick<DecidedLayer, 'columns'>[],
): JoinMatch | undefined {
  const layerColumn = tables[layer] && findKeyColumn(tables[layer], layerKey, choices[layer]!.columns);
  const key = tables[table] && findKeyColumn(tables[table], tableKey, choices[table]!.columns);
  if (!layerColumn || !key || (layerColumn.type === 'String') !== (key.type === 'String')) return undefined;
  const keys = new Set<string | number>();
  let repeated = 0;
  for (const value of key.values) {
    if (value === null) continue;
    if (keys.has(value)) repeated++;
    keys.add(value);
  }
  const met = new Set<string | number>();
  let matched = 0;
  for (const value of layerColumn.values) {
    if (value === null || !keys.has(value)) continue;
    matched++;
    met.add(value);
  }
  return { matched, featureCount: layerColumn.values.length, unused: keys.size - met.size, repeated };
}

/** The columns of a table, and its key. */
interface JoinedTable {
  readonly name: string;
  readonly columns: readonly SourceColumn[];
  readonly key: SourceColumn;
}

/**
 * Add the columns of a table to a layer. A feature gets the values of the first row with an equal key, or nulls, like
 * in a join at request time. The table's key column isn't added. A name that is taken gets the table name as a prefix.
 *
 * @param layerKey column of the layer; may be unpublished
 * @throws {Fault} `bad-package` if only one of the keys is text
 */
export function joinColumns(
  layer: SourceTable,
  layerKey: SourceColumn,
  { name, columns, key }: JoinedTable,
): SourceTable {
  if ((layerKey.type === 'String') !== (key.type === 'String'))
    throw readFault('bad-package', 'joinKinds', layer.name, layerKey.name, key.name);
  const rowByKey = new Map<string | number, number>();
  for (const [row, value] of key.values.entries()) if (value !== null && !rowByKey.has(value)) rowByKey.set(value, row);
  const rows = layerKey.values.map((value) => (value === null ? undefined : rowByKey.get(value)));
  const joined = columns.filter((column) => column.name !== key.name);
  const names = nameJoinedFields(
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

/** Return the names of a table's columns in a layer. A name that is taken gets the table name as a prefix. */
export function nameJoinedFields(fields: readonly string[], table: string, columns: readonly string[]): string[] {
  const taken = new Set(fields.map((name) => name.toLowerCase()));
  return columns.map((name) => fieldName(taken.has(name.toLowerCase()) ? `${table}_${name}` : name, taken));
}
