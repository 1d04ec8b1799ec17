import type { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import { Fault } from '../../contract/index.ts';
import type { FlatGeobufColumn } from './header.ts';

export type FlatGeobufValue = string | number | Uint8Array;

const decoder = new TextDecoder();
const widths: Partial<Record<FlatGeobufColumn['type'], number>> = {
  byte: 1,
  ubyte: 1,
  bool: 1,
  short: 2,
  ushort: 2,
  int: 4,
  uint: 4,
  long: 8,
  ulong: 8,
  float: 4,
  double: 8,
};

/**
 * Read the values of a feature; a number that a 64-bit integer has too many digits for is the nearest.
 *
 * @param byteCount of the feature
 * @throws {Fault} `bad-package`
 */
export function readFlatGeobufValues(
  feature: Feature,
  columns: readonly FlatGeobufColumn[],
  byteCount: number,
  set: (column: number, value: FlatGeobufValue) => void,
): void {
  const length = feature.propertiesLength();
  if (length === 0) return;
  if (length > byteCount) throw new Fault('bad-package', `values within ${byteCount} bytes expected, ${length} found`);
  const bytes = feature.propertiesArray()!;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const need = (count: number): void => {
    if (at + count > length) throw new Fault('bad-package', `${count} bytes of values expected, ${length - at} left`);
  };
  while (at < length) {
    need(2);
    const number = view.getUint16(at, true);
    at += 2;
    const column = columns[number];
    if (!column) throw new Fault('bad-package', `one of ${columns.length} columns expected, number ${number} found`);
    const width = widths[column.type];
    if (width !== undefined) {
      need(width);
      set(number, numberAt(view, at, column.type));
      at += width;
      continue;
    }
    need(4);
    const size = view.getUint32(at, true);
    at += 4;
    need(size);
    const value = bytes.subarray(at, at + size);
    set(number, column.type === 'binary' ? value : decoder.decode(value));
    at += size;
  }
}

/** A number; of those of 64 bits the nearest double, booleans as 0 and 1. */
function numberAt(view: DataView, at: number, type: FlatGeobufColumn['type']): number {
  switch (type) {
    case 'byte':
      return view.getInt8(at);
    case 'short':
      return view.getInt16(at, true);
    case 'ushort':
      return view.getUint16(at, true);
    case 'int':
      return view.getInt32(at, true);
    case 'uint':
      return view.getUint32(at, true);
    case 'long':
      return Number(view.getBigInt64(at, true));
    case 'ulong':
      return Number(view.getBigUint64(at, true));
    case 'float':
      return view.getFloat32(at, true);
    case 'double':
      return view.getFloat64(at, true);
    default:
      return view.getUint8(at);
  }
}
