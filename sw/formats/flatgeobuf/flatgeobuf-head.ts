import type { Extent } from '../../geometry/extent.ts';
import { int32Of, listOf, rootTable, tableOf, tablesOf, textOf, uint8Of, uint16Of, uint64Of } from './flat-buffer.ts';

/** Types of columns by their number in a file. */
export const columnTypes = [
  ...['byte', 'ubyte', 'bool', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'float', 'double', 'string', 'json'],
  ...['datetime', 'binary'],
] as const;

/** What the head of a FlatGeobuf file says, as it says it. Texts that it leaves out are empty. */
export interface FlatGeobufHead {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A code of `GeometryType`; 0 when each feature says its own. */
  readonly geometryType: number;
  readonly hasHeights: boolean;
  readonly hasMeasures: boolean;
  /** `type` is the number in `columnTypes`. */
  readonly columns: readonly { readonly name: string; readonly title: string; readonly type: number }[];
  /** 0 when the writer did not know it; inexact above 2^53. */
  readonly featureCount: number;
  /** Children of a node of the index; 0 without an index. */
  readonly nodeSize: number;
  /** Absent when it is not known. */
  readonly extent?: Extent;
  readonly crs?: { readonly org: string; readonly code: number; readonly codeText: string; readonly wkt: string };
}

/**
 * Decode the head of a FlatGeobuf file.
 *
 * @param bytes the table alone, without magic bytes and length
 * @throws {RangeError} when it is damaged
 */
export function decodeHead(bytes: Uint8Array): FlatGeobufHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = rootTable(view, 0);
  const box = listOf(head, 1, 8);
  const extent = box && box.count >= 4 ? [0, 1, 2, 3].map((i) => view.getFloat64(box.at + 8 * i, true)) : undefined;
  const crs = tableOf(head, 10);
  const text = (table: typeof head, field: number) => textOf(table, field) ?? '';
  return {
    name: text(head, 0),
    title: text(head, 11),
    description: text(head, 12),
    geometryType: uint8Of(head, 2, 0),
    hasHeights: uint8Of(head, 3, 0) !== 0,
    hasMeasures: uint8Of(head, 4, 0) !== 0,
    columns: tablesOf(head, 7).map((column) => ({
      ...{ name: text(column, 0), title: text(column, 2) },
      type: uint8Of(column, 1, 0),
    })),
    featureCount: uint64Of(head, 8),
    nodeSize: uint16Of(head, 9, 16),
    ...(extent?.every(Number.isFinite) ? { extent: extent as unknown as Extent } : {}),
    ...(crs ? { crs: { org: text(crs, 0), code: int32Of(crs, 1, 0), codeText: text(crs, 5), wkt: text(crs, 4) } } : {}),
  };
}
