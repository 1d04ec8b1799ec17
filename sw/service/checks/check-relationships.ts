import { duplicate } from '../../contract/index.ts';
import { columnKind } from '../../rows/column-kind.ts';
import type { TableManifest } from '../../rows/manifest.ts';
import type { MapDefinition, ServiceDefinition } from '../definition.ts';
import { isBoolean, isInteger, isListOf, isShape, isString, refuse } from './check.ts';
import { isContract } from './check-value.ts';

/** Check the structure of a map's relationships; `checkRelationships` checks their references. */
export const areRelationships = isListOf(
  isShape({
    RelationshipID: isInteger(0, 2 ** 31 - 1),
    forwardName: isString,
    backwardName: isString,
    originId: isInteger(0),
    destinationId: isInteger(0),
    originKey: isString,
    destinationKey: isString,
    Cardinality: isContract('gisRelCardinality'),
    IsComposite: isBoolean,
    'link?': isShape({ tableId: isInteger(0), originKeyField: isString, destinationKeyField: isString }),
  }),
);

/**
 * Check that relationships have unique IDs, that their layers, tables and key fields exist, and that both keys have the
 * same kind. Many-to-many requires a link table, and other cardinalities must not have one.
 *
 * @throws {Fault} `bad-package` if the check fails, with the path of the invalid value
 */
export function checkRelationships(map: MapDefinition, definition: ServiceDefinition, path: string): void {
  const ids = new Set<number>();
  (map.relationships ?? []).forEach((relationship, i) => {
    const relationshipPath = `${path}.relationships[${i}]`;
    const { RelationshipID, link, Cardinality } = relationship;
    if (ids.has(RelationshipID))
      throw duplicate(`${relationshipPath}.RelationshipID`, 'ID', RelationshipID, 'bad-package');
    ids.add(RelationshipID);
    const checkKey = (id: number, key: string, sideAt: string): string => {
      const manifest = findManifest(map, definition, id);
      if (!manifest) refuse(`${relationshipPath}.${sideAt}`, 'the ID of a layer or table with rows', id);
      const field = manifest.fields.find(({ Name }) => Name === key);
      const kind = field && columnKind(field);
      if (!kind) refuse(`${relationshipPath}.${sideAt}`, `an attribute field of ${id}`, key);
      return kind === 'int' ? 'double' : kind;
    };
    const origin = checkKey(relationship.originId, relationship.originKey, 'originKey');
    const destination = checkKey(relationship.destinationId, relationship.destinationKey, 'destinationKey');
    if ((Cardinality === 'gisRelCardinalityManyToMany') !== (link !== undefined))
      refuse(`${relationshipPath}.link`, 'a link for many-to-many relationships only', link);
    if (!link) {
      if (origin !== destination)
        refuse(`${relationshipPath}.destinationKey`, `a ${origin} (the type of the origin key)`, destination);
      return;
    }
    const linkOrigin = checkKey(link.tableId, link.originKeyField, 'link.originKeyField');
    const linkDestination = checkKey(link.tableId, link.destinationKeyField, 'link.destinationKeyField');
    if (linkOrigin !== origin) refuse(`${relationshipPath}.link.originKeyField`, `a ${origin}`, linkOrigin);
    if (linkDestination !== destination)
      refuse(`${relationshipPath}.link.destinationKeyField`, `a ${destination}`, linkDestination);
  });
}

function findManifest(map: MapDefinition, { tables }: ServiceDefinition, id: number): TableManifest | undefined {
  const table = (map.layers[id] ?? map.standaloneTables[id - map.layers.length])?.table;
  return table === undefined ? undefined : tables[table];
}
