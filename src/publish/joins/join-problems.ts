import type { ColumnReading } from '../import/columns/retype-column.ts';
import type { Decided, DecidedJoin } from '../import/decided.ts';
import type { ReadLayer } from '../import/read-layer.ts';
import { resolveReading } from '../job/decide.ts';
import { joinsText as t } from './joins-text.ts';

type Draft = Pick<Decided, 'layers' | 'joins'>;

/** A type for one of two key columns, with which both can be compared. */
interface KeyReading {
  /** Index of the layer or table. */
  readonly at: number;
  readonly column: string;
  readonly reading: ColumnReading;
}

const isText = (reading: ColumnReading): boolean => reading === 'String';

/**
 * List the column types that would make an impossible join possible, except types that lose values; undefined if the
 * join is possible.
 */
export function readingsToJoin(
  draft: Draft,
  read: readonly ReadLayer[],
  { layer, layerKey, table, tableKey }: DecidedJoin,
): readonly KeyReading[] | undefined {
  const keys = [
    { at: layer, column: layerKey },
    { at: table, column: tableKey },
  ].map((key) => ({ ...key, now: resolveReading(draft, read, key.at, key.column) }));
  const [layerReading, other] = [keys[0]!.now, keys[1]!.now];
  if (!layerReading || !other || isText(layerReading) === isText(other)) return undefined;
  return keys.flatMap(({ at, column, now }) => {
    const possible = read[at]!.columns.find(({ name }) => name === column)!.readings;
    const possibleJoin = possible.find(
      ({ reading, lost }) => lost === 0 && !reading.startsWith('Date') && isText(reading) !== isText(now!),
    );
    return possibleJoin ? [{ at, column, reading: possibleJoin.reading }] : [];
  });
}

/** List the problems with the joins of a draft, one sentence each. */
export const joinProblems = (draft: Draft, read: readonly ReadLayer[]): string[] =>
  draft.joins.flatMap((join) =>
    !draft.layers[join.layer]?.isLeftOut && readingsToJoin(draft, read, join)
      ? [t.unlikeKeys(read[join.table]!.name, read[join.layer]!.name, join.tableKey, join.layerKey)]
      : [],
  );
