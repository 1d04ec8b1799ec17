import type { MapDefinition, RelationshipDefinition } from '../service/definition.ts';

/** Relationship seen from one of its sides. */
export interface Relation {
  readonly relationship: RelationshipDefinition;
  /** Name of the relationship as seen from this side. */
  readonly name: string;
  readonly isOrigin: boolean;
  readonly sourceKey: string;
  readonly relatedKey: string;
  readonly relatedId: number;
  readonly link?: { readonly tableId: number; readonly sourceKeyField: string; readonly relatedKeyField: string };
}

const makeLink = (tableId: number, sourceKeyField: string, relatedKeyField: string): Relation['link'] => ({
  tableId,
  sourceKeyField,
  relatedKeyField,
});

/**
 * List the relationships of a layer or table, each as seen from its side. A relationship to itself appears twice,
 * origin first.
 */
export function listRelations(map: MapDefinition, id: number): Relation[] {
  return (map.relationships ?? []).flatMap((relationship) => {
    const { originId, destinationId, originKey, destinationKey, forwardName, backwardName, link } = relationship;
    const sides: Relation[] = [];
    if (originId === id) {
      sides.push({
        relationship,
        name: forwardName,
        isOrigin: true,
        sourceKey: originKey,
        relatedKey: destinationKey,
        relatedId: destinationId,
        link: link && makeLink(link.tableId, link.originKeyField, link.destinationKeyField),
      });
    }
    if (destinationId === id) {
      sides.push({
        relationship,
        name: backwardName,
        isOrigin: false,
        sourceKey: destinationKey,
        relatedKey: originKey,
        relatedId: originId,
        link: link && makeLink(link.tableId, link.destinationKeyField, link.originKeyField),
      });
    }
    return sides;
  });
}
