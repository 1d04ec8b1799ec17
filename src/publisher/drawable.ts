import { columnKind } from '../../sw/rows/column-kind.ts';
import type { TableManifest } from '../../sw/rows/manifest.ts';
import { readCondition } from '../../sw/rows/where/bind.ts';
import type { LayerDefinition } from '../../sw/service/definition.ts';
import { readReduction } from '../../sw/service/feature-reduction.ts';
import { readSizes } from '../../sw/service/size-by-value.ts';

/** Whether the drawing of a layer fits new data: the same kind of shape, and every field that it draws by. */
export function isDrawable(was: LayerDefinition, part: LayerDefinition, table: TableManifest): boolean {
  const has = (name: string): boolean => table.fields.some(({ Name }) => Name === name);
  const [old, fresh] = [was.drawing, part.drawing].map((drawing) => symbolTypes(drawing));
  if (old === undefined || old !== fresh) return false;
  const renderer = (was.drawing?.FeatureRenderer ?? {}) as Readonly<Record<string, unknown>>;
  const labels = was.drawing?.LabelingDescription?.LabelClassDescriptions ?? [];
  const names = labels.flatMap(({ LabelExpression }) =>
    [...(LabelExpression ?? '').matchAll(/\[([^\]]+)\]/g)].map(([, name]) => name!),
  );
  const named = rendererFields.map((element) => renderer[element] as string | undefined);
  return (
    [...named, ...names].every((name) => !name || has(name)) &&
    amountFields(was).every((name) => !name || isNumber(name, table)) &&
    labels.every(({ WhereClause }) => canBeQueried(WhereClause ?? '', table.fields))
  );
}

/** The fields whose numbers become densities and sizes. */
function amountFields({ drawing }: LayerDefinition): (string | undefined)[] {
  const { FeatureReduction: density, VisualVariables: sizes } = drawing ?? {};
  const reduction = density && readReduction(density, 'FeatureReduction');
  return [
    reduction && 'field' in reduction ? reduction.field : undefined,
    sizes && readSizes(sizes, 'VisualVariables').field,
  ];
}

const isNumber = (name: string, { fields }: TableManifest): boolean =>
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
