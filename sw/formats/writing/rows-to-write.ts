import type { Value } from '../../contract/index.ts';
import type { FlatGeometry } from '../../geometry/flat-geometry.ts';
import type { SpatialReference } from '../../geometry/spatial-reference.ts';
import type { GeometryKind } from '../../rows/manifest.ts';

export type Field = Value<'Field'>;
/** Value of a cell; dates are epoch milliseconds. */
export type Cell = string | number | null;

/** Consecutive rows, column by column. */
export interface RowBatch {
  readonly rowCount: number;
  /** One column for each field, in the same order. */
  readonly columns: readonly (readonly Cell[])[];
  /** A row without geometry has no parts. Exterior rings are clockwise, holes counter-clockwise. */
  readonly geometry?: FlatGeometry;
}

/** A table to write to a file. It is read once, batch by batch. */
export interface RowsToWrite {
  /** Display name. */
  readonly name: string;
  /** Includes the object ID; excludes geometries, rasters and binary fields. */
  readonly fields: readonly Field[];
  readonly idField: string;
  /** Absent for a plain table. */
  readonly geometry?: GeometryKind;
  /** CRS of the coordinates, with the WKT for the file (`withText`); absent if unknown. */
  readonly reference?: SpatialReference;
  readonly batches: AsyncIterable<RowBatch>;
}

export type ValueKind = 'short' | 'int' | 'double' | 'date' | 'text';

const valueKinds: Partial<Record<Field['Type'], ValueKind>> = {
  gisFieldTypeOID: 'int',
  gisFieldTypeInteger: 'int',
  gisFieldTypeSmallInteger: 'short',
  gisFieldTypeDouble: 'double',
  gisFieldTypeSingle: 'double',
  gisFieldTypeDate: 'date',
  gisFieldTypeString: 'text',
  gisFieldTypeGUID: 'text',
  gisFieldTypeGlobalID: 'text',
  gisFieldTypeXML: 'text',
};

/** Return the kind of a field's values in a file; undefined for geometries, rasters and binary fields. */
export const getValueKind = ({ Type }: Field): ValueKind | undefined => valueKinds[Type];

/** Reserve and return an unused name, with a numbered suffix if necessary. Case is ignored. */
export function freeName(name: string, used: Set<string>, maxLength = Number.POSITIVE_INFINITY): string {
  let free = name.slice(0, maxLength);
  for (let n = 1; used.has(free.toLowerCase()); n++) {
    const end = `_${n}`;
    free = name.slice(0, maxLength - end.length) + end;
  }
  used.add(free.toLowerCase());
  return free;
}
