import { columnKind } from '../../rows/column-kind.ts';
import type { TableManifest } from '../../rows/manifest.ts';
import type { RelationshipDefinition } from '../definition.ts';

/** Whether a relation can stay when a layer or table gets other rows: they have its key fields, with values of the same kind. */
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

/** The kind of values of a key, numbers being one kind; undefined without such a field. */
export function keyKind(table: WithFields | undefined, key: string): string | undefined {
  const field = table?.fields.find(({ Name }) => Name === key);
  const kind = field && columnKind(field);
  return kind === 'int' ? 'double' : kind;
}
