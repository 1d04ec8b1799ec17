import type { Value } from '../../contract/index.ts';
import type { PresentationDefinition } from '../../rows/manifest.ts';
import type { MapDefinition } from '../../service/definition.ts';
import { relationsOf } from '../relations.ts';

/** Describe the relationships of a layer or table, seen from it. */
export function relateInfos(map: MapDefinition, id: number): Value<'RelateInfo'>[] {
  return relationsOf(map, id).map(({ relationship, name, relatedId, isOrigin, sourceKey, link }) => ({
    Name: name,
    RelationshipID: relationship.RelationshipID,
    RelatedTableID: relatedId,
    Role: isOrigin ? 'gisRelRoleOrigin' : 'gisRelRoleDestination',
    Cardinality: relationship.Cardinality,
    KeyField: sourceKey,
    IsComposite: relationship.IsComposite,
    RelationshipTableId: link?.tableId,
    KeyFieldInRelationshipTable: link?.sourceKeyField,
  }));
}

export function popupType(presentation: PresentationDefinition | undefined): Value<'gisServerHTMLPopupType'> {
  if (!presentation?.popup) return 'gisServerHTMLPopupTypeNone';
  return presentation.popup.kind === 'url' ? 'gisServerHTMLPopupTypeAsURL' : 'gisServerHTMLPopupTypeAsHTMLText';
}
