import { columnKind } from '../../../sw/rows/column-kind.ts';
import type { TableManifest, TimeDefinition } from '../../../sw/rows/manifest.ts';
import { textsAndFields, unbracketed } from '../../../sw/rows/text/field-in-brackets.ts';
import { readCondition } from '../../../sw/rows/where/bind.ts';
import type {
  LayerDefinition,
  RelationshipDefinition,
  StandaloneTableDefinition,
} from '../../../sw/service/definition.ts';
import { readReduction } from '../../../sw/service/feature-reduction.ts';
import { isStillRelated } from '../../../sw/service/layers/still-related.ts';
import { readSizes } from '../../../sw/service/size-by-value.ts';

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

/** The time of rows by fields that are there again with the same kind of values; the server reads how far the new ones reach. */
export function carriedTime(time: TimeDefinition, was: WithFields, table: WithFields): TimeDefinition | undefined {
  const names = [time.StartTimeFieldName, time.EndTimeFieldName, time.TrackIDFieldName].filter((name) => name);
  const kinds = ({ fields }: WithFields): (string | undefined)[] =>
    names.map((name) => fields.find(({ Name }) => Name === name)).map((field) => field && columnKind(field));
  const [old, now] = [kinds(was), kinds(table)];
  if (now.some((kind, i) => kind === undefined || kind !== old[i])) return undefined;
  const { fullTimeExtent: _, ...rest } = time;
  return rest;
}

/** Whether the drawing of a layer fits new data, but for its labels: the same kind of shape, and every field that it draws by. */
export function isDrawable(was: LayerDefinition, part: LayerDefinition, table: WithFields): boolean {
  const [old, fresh] = [was.drawing, part.drawing].map((drawing) => symbolTypes(drawing));
  return old !== undefined && old === fresh && missingForStyle(was, table).length === 0;
}

/** The fields that a layer is drawn by and that a table has not, or not as numbers where these are needed. */
function missingForStyle(was: LayerDefinition, table: WithFields): string[] {
  const renderer = (was.drawing?.FeatureRenderer ?? {}) as Readonly<Record<string, unknown>>;
  const named = rendererFields.map((element) => renderer[element] as string | undefined);
  const numbers = amountFields(was).filter((name) => name && !isNumber(name, table));
  return distinct([...named.filter((name) => name && !hasField(table, name)), ...numbers]);
}

/** The fields that the labels of a layer name and that a table has not. */
export function missingForLabels(was: LayerDefinition, before: WithFields, table: WithFields): string[] {
  const labels = was.drawing?.LabelingDescription?.LabelClassDescriptions ?? [];
  return distinct(
    labels.flatMap(({ LabelExpression, WhereClause }) => [
      ...((LabelExpression ?? '').match(textsAndFields) ?? [])
        .filter((text) => text.startsWith('['))
        .map(unbracketed)
        .filter((name) => !hasField(table, name)),
      ...missingForClause(WhereClause ?? '', before, table),
    ]),
  );
}

/** The fields of a condition that a table has not, or with other values; empty when it can be queried by it. */
function missingForClause(clause: string, before: WithFields, { fields }: WithFields): string[] {
  if (canBeQueried(clause, fields)) return [];
  const names = new Set(clause.replaceAll(/'(?:[^']|'')*'/g, '').match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []);
  const used = before.fields.filter(({ Name }) => names.has(Name));
  const kindOf = (name: string): string | undefined => {
    const field = fields.find(({ Name }) => Name === name);
    return field && columnKind(field);
  };
  const others = used.filter((field) => kindOf(field.Name) !== columnKind(field));
  return (others.length > 0 ? others : used).map(({ Name }) => Name);
}

const hasField = ({ fields }: WithFields, name: string): boolean => fields.some(({ Name }) => Name === name);
const distinct = (names: readonly (string | undefined)[]): string[] =>
  [...new Set(names.filter((name) => !!name))] as string[];

/** The fields whose numbers become densities and sizes. */
function amountFields({ drawing }: LayerDefinition): (string | undefined)[] {
  const { FeatureReduction: density, VisualVariables: sizes } = drawing ?? {};
  const reduction = density && readReduction(density, 'FeatureReduction');
  return [
    reduction && 'field' in reduction ? reduction.field : undefined,
    sizes && readSizes(sizes, 'VisualVariables').field,
  ];
}

const isNumber = (name: string, { fields }: WithFields): boolean =>
  fields.some((field) => field.Name === name && /^(int|double)$/.test(columnKind(field) ?? ''));

/** The elements of renderers that name a field. */
const rendererFields = [
  'Field',
  'Field1',
  'Field2',
  'Field3',
  'NormalizationField',
  'RotationField',
  'TransparencyField',
];

/** Whether the rows of a table can be filtered by a condition. */
export function canBeQueried(clause: string, fields: TableManifest['fields']): boolean {
  try {
    readCondition(clause, fields);
    return true;
  } catch {
    return false;
  }
}

/** The kind of shape that symbols are for: `Marker`, `Line` or `Fill`. */
function symbolTypes(drawing: unknown): string | undefined {
  return /"type":"\w*?(Marker|Line|Fill)Symbol"/.exec(JSON.stringify(drawing ?? null))?.[1];
}
