import type { Value } from '../../contract/index.ts';
import type { Cell } from '../arrow/encode-attributes.ts';
import type { GeometryBatch } from '../batch.ts';

/** A file that belongs to a row. */
export interface RowFileInput {
  /** Row number in the input, from 0. */
  readonly row: number;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A table read from a file, with all rows in memory. */
export interface TableInput {
  /** Letters, digits, `_`, `-`, spaces and inner dots. File names start with it. */
  readonly name: string;
  /** Attribute fields, without the shape field. An OID field is added if missing. */
  readonly fields: readonly Value<'Field'>[];
  /** One array of cells for each of `fields`, in the same order. Dates are epoch milliseconds. */
  readonly columns: readonly (readonly Cell[])[];
  readonly rowCount: number;
  /** All rows as one batch from row 0; absent for a table without geometry. */
  readonly geometry?: GeometryBatch;
  readonly spatialReference?: Value<'SpatialReference'>;
  /** Generalized copies of `geometry` with the same rows in the same order. */
  readonly levels?: readonly { readonly resolution: number; readonly geometry: GeometryBatch }[];
  /** Attachments; a row may have any number. */
  readonly attachments?: readonly RowFileInput[];
  /** Images in raster fields, at most one per row and field. */
  readonly rasterFields?: readonly {
    readonly name: string;
    readonly alias?: string;
    readonly files: readonly RowFileInput[];
  }[];
}
