import { columnKind } from '../../rows/column-kind.ts';
import type { TableManifest } from '../../rows/manifest.ts';
import type { RelationshipDefinition } from '../definition.ts';

/**
 * Check whether a relationship stays valid if a layer or table gets new rows: its key fields must exist, with values of
 * the same kind.
 */
export function isStillRelated(
  relationship: RelationshipDefinition,
  id: number,
  before: WithFields | undefined,
  after: WithFields | undefined,
): boolean {
  const { originId, originKey, destinationId, destinationKey, link } = relationship;
  const keys = [
    ...(originId === id ? [originKey] : []),
    ...(destinationId === id ? [destinationKey] : []),
    ...(link?.tableId === id ? [link.originKeyField, link.destinationKeyField] : []),
  ];
  return keys.every((key) => {
    const kind = keyKind(after, key);
    return kind !== undefined && kind === keyKind(before, key);
  });
}
type WithFields = Pick<TableManifest, 'fields'>;

/** Return the kind of a key's values, with one kind for all numbers; undefined if there is no such field. */
export function keyKind(table: WithFields | undefined, key: string): string | undefined {
  const field = table?.fields.find(({ Name }) => Name === key);
  const kind = field && columnKind(field);
  return kind === 'int' ? 'double' : kind;
}
