import type { Value } from '../../contract/index.ts';
import type { PresentationDefinition, TableManifest } from '../../rows/manifest.ts';
import type { MapDefinition } from '../../service/definition.ts';
import { relationsOf } from '../related-rows.ts';

/** Describe the relationships of a layer or table from its side. */
export function relateInfos(map: MapDefinition, id: number): Value<'RelateInfo'>[] {
  return relationsOf(map, id).map(({ relationship, name, relatedId, isOrigin, sourceKey, link }) => ({
    Name: name,
    RelationshipID: relationship.RelationshipID,
    RelatedTableID: relatedId,
    Role: isOrigin ? 'gisRelRoleOrigin' : 'gisRelRoleDestination',
    Cardinality: relationship.Cardinality,
    KeyField: sourceKey,
    IsComposite: relationship.IsComposite,
    ...(link ? { RelationshipTableId: link.tableId, KeyFieldInRelationshipTable: link.sourceKeyField } : {}),
  }));
}

/** The fields that are told of, without the hidden ones. */
export const toldFields = (
  { fields }: TableManifest,
  presentation: PresentationDefinition | undefined,
): Value<'Field'>[] => fields.filter(({ Name }) => !presentation?.hiddenFields?.includes(Name));

/** What kind of pop-up there is. */
export function popupType(presentation: PresentationDefinition | undefined): Value<'gisServerHTMLPopupType'> {
  if (!presentation?.popup) return 'gisServerHTMLPopupTypeNone';
  return presentation.popup.kind === 'url' ? 'gisServerHTMLPopupTypeAsURL' : 'gisServerHTMLPopupTypeAsHTMLText';
}
