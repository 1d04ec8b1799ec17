import { columnKind } from '../../../sw/rows/column-kind.ts';
import type { TableManifest, TimeDefinition } from '../../../sw/rows/manifest.ts';
import { textsAndFields, unbracketField } from '../../../sw/rows/text/field-in-brackets.ts';
import { readCondition } from '../../../sw/rows/where/bind.ts';
import type {
  LayerDefinition,
  RelationshipDefinition,
  StandaloneTableDefinition,
} from '../../../sw/service/definition.ts';
import { readReduction } from '../../../sw/service/feature-reduction.ts';
import { isStillRelated } from '../../../sw/service/layers/still-related.ts';
import { readSizes } from '../../../sw/service/size-by-value.ts';

/** A setting of a layer that the new data has no fields for. */
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
  /** The fields that are missing or have a different type. */
  readonly fields: readonly string[];
}

type WithFields = Pick<TableManifest, 'fields'>;

/**
 * List the settings that `carryOver` drops when a layer or table gets new data, and the relationships that are removed.
 */
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
    { use: 'time', fields: time && !carryTime(time, before, after) ? timeFields.filter(isOther) : [] },
    { use: 'displayField', fields: [DisplayField].filter(isGone) },
    { use: 'hyperlink', fields: [presentation.hyperlinkField].filter(isOther) },
    { use: 'subtypes', fields: [presentation.subtypes?.field].filter(isOther) },
    {
      use: 'popup',
      fields: [...new Set([...template.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name))].filter(isGone),
    },
    ...relationships
      .filter((relation) => !isStillRelated(relation, id, before, after))
      .map((relation) => ({
        use: 'relation' as const,
        fields: [relation.originId === id ? relation.originKey : relation.destinationKey],
      })),
  ];
  return all.filter(({ fields }) => fields.length > 0);
}

/**
 * Return the time settings if their fields still exist with the same kind of values; otherwise undefined. The server
 * reads the new time extent.
 */
export function carryTime(time: TimeDefinition, was: WithFields, table: WithFields): TimeDefinition | undefined {
  const names = [time.StartTimeFieldName, time.EndTimeFieldName, time.TrackIDFieldName].filter((name) => name);
  const kinds = ({ fields }: WithFields): (string | undefined)[] =>
    names.map((name) => fields.find(({ Name }) => Name === name)).map((field) => field && columnKind(field));
  const [old, now] = [kinds(was), kinds(table)];
  if (now.some((kind, i) => kind === undefined || kind !== old[i])) return undefined;
  const { fullTimeExtent: _, ...rest } = time;
  return rest;
}

/**
 * Check whether a layer's drawing, except its labels, fits new data: same geometry type, and every field of the drawing
 * exists.
 */
export function isDrawable(was: LayerDefinition, part: LayerDefinition, table: WithFields): boolean {
  const [old, fresh] = [was.drawing, part.drawing].map((drawing) => symbolTypes(drawing));
  return old !== undefined && old === fresh && missingForStyle(was, table).length === 0;
}

/** List the fields of a layer's drawing that a table lacks, or that must be numeric and aren't. */
function missingForStyle(was: LayerDefinition, table: WithFields): string[] {
  const renderer = (was.drawing?.FeatureRenderer ?? {}) as Readonly<Record<string, unknown>>;
  const named = rendererFields.map((element) => renderer[element] as string | undefined);
  const numbers = amountFields(was).filter((name) => name && !isNumber(name, table));
  return distinct([...named.filter((name) => name && !hasField(table, name)), ...numbers]);
}

/** List the fields of a layer's labels that a table lacks. */
export function missingForLabels(was: LayerDefinition, before: WithFields, table: WithFields): string[] {
  const labels = was.drawing?.LabelingDescription?.LabelClassDescriptions ?? [];
  return distinct(
    labels.flatMap(({ LabelExpression, WhereClause }) => [
      ...((LabelExpression ?? '').match(textsAndFields) ?? [])
        .filter((text) => text.startsWith('['))
        .map(unbracketField)
        .filter((name) => !hasField(table, name)),
      ...missingForClause(WhereClause ?? '', before, table),
    ]),
  );
}

/** List the fields of a condition that a table lacks or has with other values; empty if the condition is valid. */
function missingForClause(clause: string, before: WithFields, { fields }: WithFields): string[] {
  if (canBeQueried(clause, fields)) return [];
  const names = new Set(clause.replaceAll(/'(?:[^']|'')*'/g, '').match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []);
  const used = before.fields.filter(({ Name }) => names.has(Name));
  const findKind = (name: string): string | undefined => {
    const field = fields.find(({ Name }) => Name === name);
    return field && columnKind(field);
  };
  const others = used.filter((field) => findKind(field.Name) !== columnKind(field));
  return (others.length > 0 ? others : used).map(({ Name }) => Name);
}

const hasField = ({ fields }: WithFields, name: string): boolean => fields.some(({ Name }) => Name === name);
const distinct = (names: readonly (string | undefined)[]): string[] =>
  [...new Set(names.filter((name) => !!name))] as string[];

/** List the fields whose numbers determine densities and sizes. */
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

/** Members of renderers that name a field. */
const rendererFields = [
  'Field',
  'Field1',
  'Field2',
  'Field3',
  'NormalizationField',
  'RotationField',
  'TransparencyField',
];

/** Check whether a condition is valid for the rows of a table. */
export function canBeQueried(clause: string, fields: TableManifest['fields']): boolean {
  try {
    readCondition(clause, fields);
    return true;
  } catch {
    return false;
  }
}

/** Return the symbol type of a drawing: `Marker`, `Line` or `Fill`; undefined if it has no symbol. */
function symbolTypes(drawing: unknown): string | undefined {
  return /"type":"\w*?(Marker|Line|Fill)Symbol"/.exec(JSON.stringify(drawing ?? null))?.[1];
}
