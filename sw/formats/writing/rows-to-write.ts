import type { Value } from '../../contract/index.ts';
import type { FlatGeometry } from '../../geometry/flat-geometry.ts';
import type { SpatialReference } from '../../geometry/spatial-reference.ts';
import type { GeometryKind } from '../../rows/manifest.ts';

export type Field = Value<'Field'>;
/** Dates are epoch milliseconds. */
export type Cell = string | number | null;

/** A run of rows, column by column. */
export interface RowBatch {
  readonly rowCount: number;
  /** One for each field, in their order. */
  readonly columns: readonly (readonly Cell[])[];
  /** A row without shape has no parts. Exterior rings run clockwise, holes counter-clockwise. */
  readonly geometry?: FlatGeometry;
}

/** A table on its way into a file. It is read once, batch by batch. */
export interface RowsToWrite {
  /** What people call it. */
  readonly name: string;
  /** The object id among them; without shapes, pictures and bytes. */
  readonly fields: readonly Field[];
  readonly idField: string;
  /** Absent for a plain table. */
  readonly geometry?: GeometryKind;
  /** Of the coordinates, with the text that the file has of it (`withText`); absent where nobody knows. */
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

/** What the values of a field are in a file; undefined for shapes, pictures and bytes, which are not written as values. */
export const valueKindOf = ({ Type }: Field): ValueKind | undefined => valueKinds[Type];

/** Find a name that is not in use, and use it: numbers are put behind one that is. Capitals make no difference. */
export function freeName(name: string, used: Set<string>, longest = Number.POSITIVE_INFINITY): string {
  let free = name.slice(0, longest);
  for (let n = 1; used.has(free.toLowerCase()); n++) {
    const end = `_${n}`;
    free = name.slice(0, longest - end.length) + end;
  }
  used.add(free.toLowerCase());
  return free;
}
