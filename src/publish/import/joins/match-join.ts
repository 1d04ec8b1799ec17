import type { SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import { chosenKey } from '../columns/chosen-column.ts';
import type { DecidedJoin, DecidedLayer } from '../decided.ts';

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
