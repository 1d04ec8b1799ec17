import type { Value } from '../../contract/index.ts';
import type { Cell } from '../arrow/encode-attributes.ts';
import type { GeometryBatch } from '../batch.ts';

/** A file that belongs to a row. */
export interface RowFileInput {
  /** Number of the row in the input, from 0. */
  readonly row: number;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A table as its reader made it, all rows in memory. */
export interface TableInput {
  /** Letters, digits, `_`, `-`, space and inner dots: the files are named after it. */
  readonly name: string;
  /** Attribute fields; no shape field. Without an OID field one is added. */
  readonly fields: readonly Value<'Field'>[];
  /** One array of cells for each of `fields`, in the same order. Dates are epoch milliseconds. */
  readonly columns: readonly (readonly Cell[])[];
  readonly rowCount: number;
  /** All rows as one batch from row 0; absent for a table without shapes. */
  readonly geometry?: GeometryBatch;
  readonly spatialReference?: Value<'SpatialReference'>;
  /** Generalised copies of `geometry` with the same rows in the same order. */
  readonly levels?: readonly { readonly resolution: number; readonly geometry: GeometryBatch }[];
  /** Files that belong to rows, any number for a row. */
  readonly attachments?: readonly RowFileInput[];
  /** Pictures in fields of their own, at most one for a row in each. */
  readonly rasterFields?: readonly {
    readonly name: string;
    readonly alias?: string;
    readonly files: readonly RowFileInput[];
  }[];
}
