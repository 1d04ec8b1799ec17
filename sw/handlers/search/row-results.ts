import type { AnyValue, Value } from '../../contract/index.ts';
import type { GeometryKind } from '../../rows/manifest.ts';
import { readRows } from '../../rows/read-rows.ts';
import type { Table } from '../../rows/table.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Call } from '../call.ts';
import { propertySet } from '../property-set.ts';
import { getIdField, type PublishedTable } from '../published.ts';
import { rowShape } from '../query/row-shape.ts';
import { transformationBetween } from '../references.ts';
import { readTexts } from '../row-texts.ts';
import type { Search } from './searched-layers.ts';

/** A row in the results of Find and Identify. */
interface RowResult {
  readonly id: number;
  /** Formatted value of the display field; empty if missing. */
  readonly name: string;
  readonly properties: Value<'PropertySet'>;
  readonly shape?: Value<'Geometry'>;
  /** Formatted values by field name. */
  readonly formatField: (field: string) => string | null;
}

/** Property value for a kind of geometry. */
const shapeNames: Readonly<Record<GeometryKind, string>> = {
  point: 'Point',
  multipoint: 'Multipoint',
  polyline: 'Polyline',
  polygon: 'Polygon',
};

/**
 * Read rows for the results of Find and Identify.
 *
 * Values are formatted and keyed by alias unless the options differ. Geometries are in the CRS of the map.
 *
 * @param search without a reference, geometries aren't read
 */
export async function rowResults(
  call: Call,
  table: Table,
  published: PublishedTable,
  rows: Uint32Array,
  options: Value<'LayerResultOptions'>,
  search: Partial<Pick<Search, 'reference' | 'shift'>> & { scheduler: Scheduler },
): Promise<RowResult[]> {
  const { reference, shift, scheduler } = search;
  const { manifest, stored, DisplayField } = published;
  const shownFields = manifest.fields;
  const attributes = shownFields.filter(({ Type }) => Type !== 'gisFieldTypeGeometry' && Type !== 'gisFieldTypeRaster');
  const texts = await readTexts(table, published, rows, attributes, scheduler);
  const withShapes = reference !== undefined && manifest.geometry !== undefined && options.IncludeGeometry !== false;
  const projection = withShapes
    ? await transformationBetween(call, manifest.spatialReference, reference, shift)
    : undefined;
  const readShape = rowShape({
    reference,
    projection,
    toleranceUnits: 0,
    options: options.GeometryResultOptions,
  });
  const shapeField = stored.fields.filter(({ Name }) => Name === manifest.shapeField);
  const isRaw = options.FormatValuesInResults === false;
  const readFields = [getIdField(manifest), ...(isRaw ? attributes : []), ...(withShapes ? shapeField : [])];
  const raw = await readRows(table, rows, readFields, { readShape: withShapes ? readShape : undefined, scheduler });
  const keys = uniqueKeys(shownFields, options.ReturnFieldNamesInResults === true);
  const attributeIndex = new Map(attributes.map(({ Name }, i) => [Name, i]));
  const word = manifest.geometry ? shapeNames[manifest.geometry] : '';
  return texts.map((values, i) => {
    const plain = raw[i]!;
    const pairs = shownFields.map((field, position): [string, AnyValue] => {
      const key = keys[position]!;
      if (field.Type === 'gisFieldTypeGeometry') return [key, word];
      if (field.Type === 'gisFieldTypeRaster') return [key, null];
      const column = attributeIndex.get(field.Name)!;
      return [key, isRaw ? plain[1 + column]! : values[column]!];
    });
    const shape = withShapes ? ((plain.at(-1) as Value<'Geometry'> | null) ?? undefined) : undefined;
    const formatField = (field: string): string | null => values[attributeIndex.get(field) ?? -1] ?? null;
    return {
      id: (plain[0] as { readonly value: number }).value,
      name: DisplayField === undefined ? '' : (formatField(DisplayField) ?? ''),
      properties: propertySet(pairs),
      shape,
      formatField,
    };
  });
}

/**
 * Return a unique property key for each field: its alias, or its name if an earlier field has the same alias or the
 * alias is another field's name.
 *
 * @param byName return the names of all fields
 */
export function uniqueKeys(fields: readonly Pick<Value<'Field'>, 'Name' | 'AliasName'>[], byName: boolean): string[] {
  const names = new Set(fields.map(({ Name }) => Name));
  const used = new Set<string>();
  return fields.map(({ Name, AliasName }) => {
    const isTaken = !AliasName || used.has(AliasName) || names.has(AliasName);
    const key = byName || isTaken ? Name : AliasName;
    used.add(key);
    return key;
  });
}
