import { quoteValue, type Value, wrongValue } from '../../contract/index.ts';
import { defaultRamp, rampColors } from '../../draw/renderer/color-ramp.ts';
import { valueText } from '../../draw/renderer/unique-values.ts';
import { polygonArea } from '../../geometry/measure.ts';
import { classBreaks } from '../../rows/classify/class-breaks.ts';
import { columnKind } from '../../rows/column-kind.ts';
import { findField } from '../../rows/field-list.ts';
import type { GeometryKind } from '../../rows/manifest.ts';
import { comparePositions, readValues } from '../../rows/order-rows.ts';
import { forEachBatch } from '../../rows/read-rows.ts';
import { scan } from '../../rows/scan.ts';
import type { Table } from '../../rows/table.ts';
import { getColumn } from '../../rows/where/row-value.ts';
import { runSteps, type Scheduler } from '../../scheduler.ts';
import type { Call, Handler } from '../call.ts';
import { getPublishedMap } from '../published.ts';
import { openRequestedTable } from '../query/requested-table.ts';

const path = 'GenerateDataClasses.DataClassificationDef';

/** Maximum number of unique values. A renderer with more classes would be useless. */
const maxUniqueValues = 5000;

/**
 * Divide all rows of a layer or table into classes and return a renderer for them. Rows aren't sampled.
 *
 * @throws {Fault} `unknown-field` for a field that the table lacks; `bad-value` for an invalid classification or a
 *   field of the wrong type; `too-complex` for more than 5,000 different values
 */
export const GenerateDataClasses: Handler<'GenerateDataClasses'> = async (call, request) => {
  const map = getPublishedMap(call.service, request.MapName);
  const { table, where } = await openRequestedTable(call, map, request.MapTableDescription, 'GenerateDataClasses');
  const rows = await scan(table, { where }, call.scheduler);
  const definition = request.DataClassificationDef;
  return {
    Result:
      definition.type === 'ClassBreaksDef'
        ? await classBreaksRenderer(call, table, rows, definition)
        : await uniqueValueRenderer(call, table, rows, definition),
  };
};

async function classBreaksRenderer(
  { scheduler }: Call,
  table: Table,
  rows: Uint32Array,
  definition: Value<'ClassBreaksDef'>,
): Promise<Value<'ClassBreaksRenderer'>> {
  const { sorted, total } = await classValues(table, rows, definition, path, scheduler);
  const classes = classBreaks(sorted, {
    method: definition.ClassificationMethod,
    count: definition.BreakCount ?? 5,
    deviationInterval: definition.StandardDeviationInterval ?? 1,
  });
  const breaks = await runSteps(classes, scheduler);
  const symbols = classSymbols(definition, table.manifest.geometry, breaks.length);
  const minimum = sorted[0] ?? 0;
  return {
    type: 'ClassBreaksRenderer',
    Field: findField(table.manifest.fields, definition.ClassificationField)!.Name,
    MinimumValue: minimum,
    ClassBreakInfos: breaks.map((maximum, index) => {
      const from = index === 0 ? minimum : breaks[index - 1]!;
      return {
        ClassMaximumValue: maximum,
        Label: `${formatLimit(from)} - ${formatLimit(maximum)}`,
        Description: '',
        // The schema requires a symbol. Standalone tables without a symbol send nil.
        Symbol: symbols[index] ?? (null as never),
        ClassMinimumValue: from,
      };
    }),
    NormalizationField: definition.NormalizationField || undefined,
    NormalizationType: definition.NormalizationType,
    NormalizationTotal: total,
  };
}

/** Format a class limit. Six significant digits are enough to distinguish classes, and still readable. */
const formatLimit = (value: number): string =>
  new Intl.NumberFormat('en-US', {
    maximumSignificantDigits: Math.abs(value) >= 1e6 ? 15 : 6,
    maximumFractionDigits: 6,
  }).format(Math.abs(value) >= 1e6 ? Math.round(value) : value);

/** Return a symbol for each class; undefined symbols for a standalone table without a base symbol. */
function classSymbols(
  { BaseSymbol, ColorRamp }: Value<'DataClassificationDef'>,
  kind: GeometryKind | undefined,
  count: number,
): (Value<'Symbol'> | undefined)[] {
  const colors = count > 0 ? rampColors(ColorRamp ?? defaultRamp, count) : [];
  return colors.map((color) => {
    if (BaseSymbol) return recolorSymbol(BaseSymbol, color);
    return kind && defaultSymbol(kind, color);
  });
}

async function uniqueValueRenderer(
  { scheduler }: Call,
  table: Table,
  rows: Uint32Array,
  definition: Value<'UniqueValuesDef'>,
): Promise<Value<'UniqueValueRenderer'>> {
  const names = definition.Fields ?? [];
  if (names.length < 1 || names.length > 3) {
    throw wrongValue('bad-value', `${path}.Fields`, 'one to three fields', `${names.length}`);
  }
  const fields = names.map((name) => {
    const field = findField(table.manifest.fields, name);
    if (field && field.Type !== 'gisFieldTypeGeometry') return field;
    throw wrongValue('unknown-field', `${path}.Fields`, 'an attribute field of the table', quoteValue(name));
  });
  const delimiter = definition.FieldDelimiter || ', ';
  const first = new Map<string, number>();
  const needs = { fields: fields.map(({ Name }) => Name), shapes: false };
  await forEachBatch(table, rows, scheduler, needs, async (index, positions) => {
    const batch = await table.attributes(index, needs.fields);
    const columns = fields.map(({ Name }) => getColumn(batch, Name));
    for (const position of positions) {
      const row = rows[position]! - batch.firstRow;
      const text = columns.map((column) => valueText(column, row)).join(delimiter);
      if (first.has(text)) continue;
      first.set(text, rows[position]!);
      if (first.size > maxUniqueValues) {
        throw wrongValue('too-complex', path, `at most ${maxUniqueValues} unique values`, 'more');
      }
    }
  });
  const texts = await inValueOrder(table, fields, first);
  const { geometry } = table.manifest;
  const symbols = classSymbols(definition, geometry, texts.length);
  const [Field1, Field2, Field3] = fields.map(({ Name }) => Name) as [string, string?, string?];
  return {
    type: 'UniqueValueRenderer',
    Field1,
    Field2,
    Field3,
    FieldDelimiter: delimiter,
    DefaultSymbol: definition.BaseSymbol ?? (geometry && defaultSymbol(geometry, gray)),
    DefaultLabel: '<all other values>',
    UniqueValueInfos: texts.map((text, index) => ({
      Value: text,
      Label: text,
      Description: '',
      Symbol: symbols[index],
    })),
  };
}

const gray: Value<'Color'> = { type: 'RgbColor', AlphaValue: 255, Red: 170, Green: 170, Blue: 170 };

/** Sort the labels by their values, so that 9 comes before 10. */
async function inValueOrder(
  table: Table,
  fields: readonly Value<'Field'>[],
  first: ReadonlyMap<string, number>,
): Promise<string[]> {
  const texts = [...first.keys()];
  const columns = await readValues(
    table,
    Uint32Array.from(first.values()),
    fields.map(({ Name }) => ({ kind: 'column' as const, type: 'string' as const, name: Name })),
  );
  const order = fields.map(() => ({ descending: false, nullsFirst: true }));
  return texts
    .map((_, index) => index)
    .sort(comparePositions(columns, order))
    .map((index) => texts[index]!);
}

/** Values to divide into classes, and their sum for percentages. */
interface ClassValues {
  /** Ascending, finite. */
  readonly sorted: Float64Array;
  readonly total?: number;
}

/**
 * Read and normalize the values to classify.
 *
 * Nulls, divisions by zero and logarithms of values at or below 0 are left out.
 *
 * @throws {Fault} `unknown-field`, or `bad-value` for a field that isn't numeric, or areas of a table without polygons
 */
async function classValues(
  table: Table,
  rows: Uint32Array,
  definition: Value<'ClassBreaksDef'>,
  path: string,
  scheduler: Scheduler,
): Promise<ClassValues> {
  const { manifest } = table;
  const field = numberField(manifest.fields, definition.ClassificationField, `${path}.ClassificationField`);
  const type =
    definition.NormalizationType ?? (definition.NormalizationField ? 'gisNormalizeByField' : 'gisNormalizeByNothing');
  const divisor =
    type === 'gisNormalizeByField'
      ? numberField(manifest.fields, definition.NormalizationField ?? '', `${path}.NormalizationField`)
      : undefined;
  if (type === 'gisNormalizeByArea' && manifest.geometry !== 'polygon') {
    const actualKind = manifest.geometry ? `a ${manifest.geometry} layer` : 'a table';
    throw wrongValue('bad-value', `${path}.NormalizationType`, 'a polygon layer for gisNormalizeByArea', actualKind);
  }
  const values = new Float64Array(rows.length);
  let count = 0;
  const needs = {
    fields: [field.Name, ...(divisor ? [divisor.Name] : [])],
    shapes: type === 'gisNormalizeByArea',
  };
  await forEachBatch(table, rows, scheduler, needs, async (index, positions) => {
    const batch = await table.attributes(index, needs.fields);
    const geometry = type === 'gisNormalizeByArea' ? await table.geometry(0, index) : undefined;
    const read = reader(getColumn(batch, field.Name));
    const divide = divisor && reader(getColumn(batch, divisor.Name));
    for (const position of positions) {
      const row = rows[position]! - batch.firstRow;
      let value = read(row);
      if (divide) value /= divide(row) || Number.NaN;
      else if (type === 'gisNormalizeByLog') value = value > 0 ? Math.log10(value) : Number.NaN;
      else if (geometry) {
        const { xy, partOffsets, featureOffsets } = geometry;
        value /= polygonArea(xy, partOffsets, featureOffsets[row]!, featureOffsets[row + 1]!) || Number.NaN;
      }
      if (Number.isFinite(value)) values[count++] = value;
    }
  });
  const sorted = values.subarray(0, count).sort();
  if (type !== 'gisNormalizeByPercentOfTotal') return { sorted };
  const total = sorted.reduce((sum, value) => sum + value, 0);
  if (total === 0) throw wrongValue('bad-value', path, 'values with a sum other than 0', 'a sum of 0');
  return { sorted: sorted.map((value) => (100 * value) / total).sort(), total };
}

function numberField(fields: readonly Value<'Field'>[], name: string, path: string): Value<'Field'> {
  const field = findField(fields, name);
  if (!field) throw wrongValue('unknown-field', path, 'a field of the table', quoteValue(name || undefined));
  const kind = columnKind(field);
  if (kind === 'int' || kind === 'double') return field;
  throw wrongValue('bad-value', path, 'a numeric field', `"${field.Name}" of type ${field.Type}`);
}

type NumberColumn = { readonly values: ArrayLike<number>; readonly nulls?: Uint8Array };

function reader(column: unknown): (row: number) => number {
  const { values, nulls } = column as NumberColumn;
  return (row) => (nulls?.[row] ? Number.NaN : values[row]!);
}

const outline: Value<'SimpleLineSymbol'> = {
  type: 'SimpleLineSymbol',
  Color: { type: 'RgbColor', AlphaValue: 255, Red: 110, Green: 110, Blue: 110 },
  Width: 0.4,
  Style: 'gisSLSSolid',
};

/** Make a plain symbol for a kind of geometry, for classes and layers without a symbol. */
function defaultSymbol(kind: GeometryKind, color: Value<'Color'>): Value<'Symbol'> {
  switch (kind) {
    case 'point':
    case 'multipoint':
      return {
        type: 'SimpleMarkerSymbol',
        Angle: 0,
        Color: color,
        Size: 6,
        XOffset: 0,
        YOffset: 0,
        Outline: true,
        OutlineSize: 0.5,
        OutlineColor: outline.Color!,
        Style: 'gisSMSCircle',
      };
    case 'polyline':
      return { ...outline, Color: color, Width: 1 };
    case 'polygon':
      return { type: 'SimpleFillSymbol', Color: color, Outline: outline, Style: 'gisSFSSolid' };
  }
}

/** Return a symbol with another color. */
function recolorSymbol(symbol: Value<'Symbol'>, color: Value<'Color'>): Value<'Symbol'> {
  return { ...symbol, Color: color } as Value<'Symbol'>;
}
