import { columnKind } from '../../../sw/rows/column-kind.ts';
import type { TableManifest } from '../../../sw/rows/manifest.ts';
import type {
  LayerDefinition,
  RelationshipDefinition,
  StandaloneTableDefinition,
} from '../../../sw/service/definition.ts';
import { isStillRelated } from '../../../sw/service/layers/still-related.ts';
import { carriedTime } from './carry-over.ts';
import { missingForClause, missingForLabels, missingForStyle } from './drawable.ts';

/** What a person set on a layer that its new data have no fields for. */
export interface LostSetting {
  readonly use:
    | 'style'
    | 'labels'
    | 'filter'
    | 'time'
    | 'displayField'
    | 'hyperlink'
    | 'subtypes'
    | 'popup'
    | 'relation';
  /** Those that are missing, or that have other values. */
  readonly fields: readonly string[];
}

type WithFields = Pick<TableManifest, 'fields'>;

/** Say what `carryOver` leaves behind where a layer or table gets new data, and which relations go. */
export function lostSettings(
  was: LayerDefinition | StandaloneTableDefinition,
  before: WithFields,
  after: WithFields,
  relationships: readonly RelationshipDefinition[] = [],
): LostSetting[] {
  const kindIn = ({ fields }: WithFields, name: string): string | undefined => {
    const field = fields.find(({ Name }) => Name === name);
    return field && columnKind(field);
  };
  const isGone = (name: string | undefined): name is string => !!name && kindIn(after, name) === undefined;
  const isOther = (name: string | undefined): name is string => !!name && kindIn(after, name) !== kindIn(before, name);
  const { DisplayField, DefinitionExpression, time, presentation = {} } = was;
  const timeFields = time ? [time.StartTimeFieldName, time.EndTimeFieldName, time.TrackIDFieldName] : [];
  const template = presentation.popup?.template ?? '';
  const id = 'LayerID' in was ? was.LayerID : was.ID;
  const isLayer = 'LayerID' in was;
  const all: LostSetting[] = [
    { use: 'style', fields: isLayer ? missingForStyle(was, after) : [] },
    { use: 'labels', fields: isLayer && was.ShowLabels ? missingForLabels(was, before, after) : [] },
    { use: 'filter', fields: missingForClause(DefinitionExpression, before, after) },
    { use: 'time', fields: time && !carriedTime(time, before, after) ? timeFields.filter(isOther) : [] },
    { use: 'displayField', fields: [DisplayField].filter(isGone) },
    { use: 'hyperlink', fields: [presentation.hyperlinkField].filter(isOther) },
    { use: 'subtypes', fields: [presentation.subtypes?.field].filter(isOther) },
    {
      use: 'popup',
      fields: [...new Set([...template.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name))].filter(isGone),
    },
    ...relationships
      .filter((one) => !isStillRelated(one, id, before, after))
      .map((one) => ({ use: 'relation' as const, fields: [one.originId === id ? one.originKey : one.destinationKey] })),
  ];
  return all.filter(({ fields }) => fields.length > 0);
}
