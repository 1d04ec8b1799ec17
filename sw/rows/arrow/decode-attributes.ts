import { wrongValue } from '../../contract/index.ts';
import type { AttributeBatch, Column } from '../batch.ts';
import { columnKind } from '../column-kind.ts';
import type { BatchManifest, TableManifest } from '../manifest.ts';
import { type ColumnReader, checkOffsets, columnReader } from './column-reader.ts';

/**
 * Read the attribute columns from one record batch message. Numbers are views of `buffer`, except dates. Strings are
 * decoded when a column's `values` are first read.
 *
 * @throws {Fault} `bad-package` if the batch doesn't match the manifest
 */
export function decodeAttributes(
  buffer: ArrayBuffer,
  manifest: TableManifest,
  batch: BatchManifest,
  path: string,
): AttributeBatch {
  const reader = columnReader(buffer, path);
  if (reader.rowCount !== batch.rowCount) {
    throw wrongValue('bad-package', path, `${batch.rowCount} rows`, `${reader.rowCount}`);
  }
  const columns = new Map<string, Column>();
  for (const field of manifest.fields) {
    const kind = columnKind(field);
    if (kind) columns.set(field.Name, readColumn(reader, kind, batch.rowCount, `${path}, field "${field.Name}"`));
  }
  reader.end();
  return { firstRow: batch.firstRow, rowCount: batch.rowCount, columns };
}

function readColumn(reader: ColumnReader, kind: Column['kind'], rowCount: number, path: string): Column {
  const node = reader.node();
  if (node.length !== rowCount) throw wrongValue('bad-package', path, `${rowCount} rows`, `${node.length}`);
  const nulls = node.nulls ? { nulls: node.nulls } : {};
  switch (kind) {
    case 'int':
      return { kind, values: reader.int32(rowCount), ...nulls };
    case 'double':
      return { kind, values: reader.float64(rowCount), ...nulls };
    case 'date':
      return { kind, values: longsToDoubles(reader.int32(rowCount * 2)), ...nulls };
    case 'string': {
      const offsets = reader.offsets(rowCount);
      const bytes = reader.bytes();
      checkOffsets(offsets, bytes.length, path);
      let values: readonly string[] | undefined;
      return {
        kind,
        get values() {
          values ??= decodeStrings(offsets, bytes);
          return values;
        },
        ...nulls,
      };
    }
  }
}

/** Convert 64-bit integers, stored as pairs of little-endian halves, to doubles. Exact up to 2^53. */
function longsToDoubles(halves: Int32Array): Float64Array {
  const doubles = new Float64Array(halves.length / 2);
  for (let i = 0; i < doubles.length; i++) doubles[i] = (halves[2 * i]! >>> 0) + halves[2 * i + 1]! * 0x1_0000_0000;
  return doubles;
}

/** Decode all strings of a column in one call: a call per value is ten times as slow. */
function decodeStrings(offsets: Int32Array, bytes: Uint8Array): string[] {
  const count = offsets.length - 1;
  const used = bytes.subarray(0, offsets[count]);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(used);
  const strings = new Array<string>(count);
  if (text.length === used.length) {
    for (let i = 0; i < count; i++) strings[i] = text.slice(offsets[i], offsets[i + 1]);
    return strings;
  }
  let byte = 0;
  let unit = 0;
  for (let i = 0; i < count; i++) {
    const start = unit;
    // A byte 1111 0xxx starts two UTF-16 units, any other first byte one unit. A continuation byte 10xx xxxx adds no
    // unit.
    for (const end = offsets[i + 1]!; byte < end; byte++) {
      const value = used[byte]!;
      if (value < 0x80 || value >= 0xc0) unit += value >= 0xf0 ? 2 : 1;
    }
    strings[i] = text.slice(start, unit);
  }
  return strings;
}
