import type { GeometryKind } from './manifest.ts';

/**
 * The geometry of a range of rows, laid out like the Arrow file: nothing is copied per feature.
 *
 * Row r has the parts featureOffsets[r] .. featureOffsets[r + 1], part p the vertices partOffsets[p] .. partOffsets[p +
 * 1], vertex v the coordinates xy[2v], xy[2v + 1]. A part is a point of a (multi)point, a path of a polyline or a
 * closed ring of a polygon. Exterior rings are clockwise, holes counter-clockwise; all rings of a multipart polygon are
 * in one list, as in RingArray. A row without geometry has no parts. For points and multipoints every part has one
 * vertex.
 */
export interface GeometryBatch {
  readonly kind: GeometryKind;
  /** Index of the first row in the table. */
  readonly firstRow: number;
  readonly rowCount: number;
  readonly xy: Float64Array;
  readonly partOffsets: Int32Array;
  readonly featureOffsets: Int32Array;
}

/** A column of a range of rows. `nulls` flags null values (1 = null); it is absent if the column has none. */
export type Column =
  | { readonly kind: 'int'; readonly values: Int32Array; readonly nulls?: Uint8Array }
  | {
      readonly kind: 'double';
      readonly values: Float64Array;
      readonly nulls?: Uint8Array;
      /** Some values are rounded from integers above 2^53, so conditions can't tell them apart. */
      readonly isRounded?: true;
    }
  /** Epoch milliseconds. */
  | { readonly kind: 'date'; readonly values: Float64Array; readonly nulls?: Uint8Array }
  | { readonly kind: 'string'; readonly values: readonly string[]; readonly nulls?: Uint8Array };

export interface AttributeBatch {
  readonly firstRow: number;
  readonly rowCount: number;
  /** By field name, as in the manifest. A Map, because field names are user data. */
  readonly columns: ReadonlyMap<string, Column>;
}
