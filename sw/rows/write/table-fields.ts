import { duplicate, type Value, wrongValue } from '../../contract/index.ts';
import type { Cell } from '../arrow/encode-attributes.ts';
import { columnKind } from '../column-kind.ts';
import type { GeometryKind } from '../manifest.ts';
import type { TableInput } from './table-input.ts';

const geometryTypes = {
  point: 'gisGeometryPoint',
  multipoint: 'gisGeometryMultipoint',
  polyline: 'gisGeometryPolyline',
  polygon: 'gisGeometryPolygon',
} as const satisfies Record<GeometryKind, Value<'gisGeometryType'>>;

/**
 * Fields of a stored table in the order of responses, and the cells of each field. The cells of geometry and raster
 * fields are undefined.
 */
interface TableFields {
  readonly fields: Value<'Field'>[];
  readonly columns: (readonly Cell[] | undefined)[];
  readonly idField: string;
  readonly shapeField?: string;
}

/**
 * Return the fields in stored order: the OID field (added if missing), the shape field, then the other fields in input
 * order.
 *
 * @throws {Fault} `bad-value` if names are empty or repeated, or object IDs aren't distinct integers
 */
export function tableFields(input: TableInput): TableFields {
  const names = new Set<string>();
  for (const field of input.fields) checkField(field, names);
  const idIndex = input.fields.findIndex((field) => field.Type === 'gisFieldTypeOID');
  const id =
    idIndex >= 0
      ? { field: input.fields[idIndex]!, cells: checkIds(input.fields[idIndex]!, input.columns[idIndex]!) }
      : {
          field: idFieldNamed(freeName('OBJECTID', names)),
          cells: Array.from({ length: input.rowCount }, (_, row) => row + 1),
        };
  const shape = input.geometry && shapeFieldNamed(freeName('Shape', names), input);
  const rest = input.fields.flatMap((field, i) => (i === idIndex ? [] : [{ field, cells: input.columns[i] }]));
  const images = (input.rasterFields ?? []).map(({ name, alias }) => {
    const field = rasterFieldNamed(name, alias ?? name);
    checkName(field.Name, names);
    return { field, cells: undefined };
  });
  const all = [id, ...(shape ? [{ field: shape, cells: undefined }] : []), ...rest, ...images];
  return {
    fields: all.map(({ field }) => field),
    columns: all.map(({ cells }) => cells),
    idField: id.field.Name,
    shapeField: shape?.Name,
  };
}

function checkField(field: Value<'Field'>, names: Set<string>): void {
  if (columnKind(field) === undefined)
    throw wrongValue('bad-value', `Field "${field.Name}"`, 'an attribute type', `${field.Type}`);
  checkName(field.Name, names);
}

function checkName(name: string, names: Set<string>): void {
  if (name === '') throw wrongValue('bad-value', 'Field name', 'at least one character', 'nothing');
  // Field lookup ignores case.
  if (names.has(name.toLowerCase())) throw duplicate('Fields', 'name', name);
  names.add(name.toLowerCase());
}

function checkIds(field: Value<'Field'>, cells: readonly Cell[]): readonly Cell[] {
  const seen = new Set<Cell>();
  cells.forEach((cell, row) => {
    const path = `Row ${row + 1}, field "${field.Name}"`;
    if (cell === null) throw wrongValue('bad-value', path, 'an object ID', 'null');
    if (seen.has(cell)) throw duplicate(path, 'object ID', cell);
    seen.add(cell);
  });
  return cells;
}

function freeName(preferred: string, names: Set<string>): string {
  let name = preferred;
  for (let i = 1; names.has(name.toLowerCase()); i++) name = `${preferred}_${i}`;
  names.add(name.toLowerCase());
  return name;
}

const idFieldNamed = (Name: string): Value<'Field'> => ({
  Name,
  Type: 'gisFieldTypeOID',
  IsNullable: false,
  Length: 4,
  Precision: 0,
  Scale: 0,
  Required: true,
  Editable: false,
  AliasName: Name,
  ModelName: Name,
});

const rasterFieldNamed = (Name: string, AliasName: string): Value<'Field'> => ({
  Name,
  Type: 'gisFieldTypeRaster',
  IsNullable: true,
  Length: 0,
  Precision: 0,
  Scale: 0,
  Editable: false,
  AliasName,
  ModelName: Name,
  RasterDef: { Description: AliasName, IsByRef: false, IsInline: true },
});

function shapeFieldNamed(Name: string, input: TableInput): Value<'Field'> {
  return {
    Name,
    Type: 'gisFieldTypeGeometry',
    IsNullable: true,
    Length: 0,
    Precision: 0,
    Scale: 0,
    Required: true,
    GeometryDef: {
      AvgNumPoints: 0,
      GeometryType: geometryTypes[input.geometry!.kind],
      HasM: false,
      HasZ: false,
      SpatialReference: input.spatialReference ?? { type: 'UnknownCoordinateSystem' },
    },
    AliasName: Name,
    ModelName: Name,
  };
}
