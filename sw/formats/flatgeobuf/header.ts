import type { Budget } from '../../contract/budget.ts';
import { Fault, reasonOf, type Value, wrongValue } from '../../contract/index.ts';
import type { ByteSource } from '../reading/range-reader.ts';
import {
  type FlatTable,
  readInt32,
  readList,
  readString,
  readTable,
  readTableList,
  readUint8,
  readUint16,
  readUint64,
  rootTable,
} from './flat-buffer.ts';
import { computePackedTree } from './packed-tree.ts';

/** Column types by their number in the file. */
const columnTypes = [
  ...['byte', 'ubyte', 'bool', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'float', 'double', 'string', 'json'],
  ...['datetime', 'binary'],
] as const;

export type FlatGeobufType = (typeof columnTypes)[number];

export interface FlatGeobufColumn {
  readonly name: string;
  /** Title for users; empty if the file has none. */
  readonly title: string;
  readonly type: FlatGeobufType;
}

/** Header of a FlatGeobuf file. Missing strings are empty. */
export interface FlatGeobufHeader {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Code of `GeometryType`; 0 if each feature has its own. */
  readonly geometryType: number;
  readonly columns: readonly FlatGeobufColumn[];
  /** 0 if the writer didn't know the count; inexact above 2^53. */
  readonly featureCount: number;
  /** Children of an index node; 0 without an index. */
  readonly nodeSize: number;
  readonly crs?: { readonly org: string; readonly code: number; readonly codeText: string; readonly wkt: string };
  /** Offset of the index in the file; without an index, the offset of the first feature. */
  readonly indexStart: number;
  /** Offset of the first feature in the file. */
  readonly featuresStart: number;
}

/** Bytes of the magic number and the header length. */
const startBytes = 12;
/** Maximum bytes of a header. Real headers have a few kilobytes, or a megabyte with a thousand titled columns. */
const maxHeaderBytes = 10 * 2 ** 20;

/**
 * Read the header of a FlatGeobuf file of version 3.
 *
 * @param budget charged for columns and characters
 * @throws {Fault} `bad-package` when the file isn't FlatGeobuf (with the reason `format`), is damaged or ends early;
 *   `too-large` when the budget is used up
 * @see https://github.com/flatgeobuf/flatgeobuf/blob/master/src/fbs/header.fbs
 */
export async function readFlatGeobufHeader(source: ByteSource, budget: Budget): Promise<FlatGeobufHeader> {
  const start = await source.read(0, Math.min(startBytes, source.sizeBytes));
  if (start.length < startBytes || start[0] !== 0x66 || start[1] !== 0x67 || start[2] !== 0x62) {
    const hex = [...start.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    throw formatFault(`expected a file that begins with "fgb", found bytes ${hex}.`);
  }
  if (start[3] !== 3) throw formatFault(`expected version 3, found version ${start[3]}.`);
  const length = new DataView(start.buffer).getUint32(8, true);
  if (length < 8 || length > maxHeaderBytes)
    throw wrongValue('bad-package', 'FlatGeobuf', `a header of 8 to ${maxHeaderBytes} bytes`, `${length}`);
  const end = startBytes + length;
  if (source.sizeBytes < end)
    throw wrongValue('bad-package', 'FlatGeobuf', `at least ${end} bytes`, `${source.sizeBytes}`);
  const bytes = await source.read(startBytes, length);
  try {
    return decodeHeader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), budget);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Fault('bad-package', `FlatGeobuf header is damaged: ${reasonOf(error)}.`);
  }
}

const formatFault = (message: string): Fault =>
  new Fault('bad-package', `FlatGeobuf: ${message}`, { reason: 'format' });

function decodeHeader(view: DataView, budget: Budget): FlatGeobufHeader {
  const head = rootTable(view, 0);
  const text = (table: FlatTable, field: number): string => {
    // Count every reference, because fields of a damaged header may share one string.
    budget.take('letters', readList(table, field, 1)?.count ?? 0);
    return readString(table, field) ?? '';
  };
  budget.take('columns', readList(head, 7, 4)?.count ?? 0);
  const crs = readTable(head, 10);
  const featureCount = readUint64(head, 8);
  const nodeSize = featureCount > 0 ? readUint16(head, 9, 16) : 0;
  const indexStart = startBytes + view.byteLength;
  return {
    name: text(head, 0),
    title: text(head, 11),
    description: text(head, 12),
    geometryType: readUint8(head, 2, 0),
    columns: readTableList(head, 7).map((column, i) => {
      const type = columnTypes[readUint8(column, 1, 0)];
      if (!type)
        throw wrongValue('bad-package', `FlatGeobuf, column ${i}`, 'a known column type', `${readUint8(column, 1, 0)}`);
      return { name: text(column, 0) || `column ${i + 1}`, title: text(column, 2), type };
    }),
    featureCount,
    nodeSize,
    crs: crs && { org: text(crs, 0), code: readInt32(crs, 1, 0), codeText: text(crs, 5), wkt: text(crs, 4) },
    indexStart,
    featuresStart: indexStart + (nodeSize === 0 ? 0 : computePackedTree(featureCount, Math.max(nodeSize, 2)).bytes),
  };
}

/** Return the field type for a column of a remote file; undefined if the column is skipped. */
export function getFlatGeobufFieldType({ type }: FlatGeobufColumn): Value<'Field'>['Type'] | undefined {
  switch (type) {
    case 'byte':
    case 'ubyte':
    case 'bool':
    case 'short':
      return 'gisFieldTypeSmallInteger';
    case 'ushort':
    case 'int':
      return 'gisFieldTypeInteger';
    case 'float':
      return 'gisFieldTypeSingle';
    // Doubles hold 64-bit integers exactly up to 2^53.
    case 'uint':
    case 'long':
    case 'ulong':
    case 'double':
      return 'gisFieldTypeDouble';
    case 'string':
    case 'json':
      return 'gisFieldTypeString';
    case 'datetime':
      return 'gisFieldTypeDate';
    default:
      return undefined;
  }
}
