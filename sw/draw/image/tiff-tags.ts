/** Field of a TIFF directory. A rational has two values; text has one character code per value. */
export interface Tag {
  readonly id: number;
  readonly kind: keyof typeof kinds;
  readonly values: readonly number[];
}

const kinds = {
  ascii: { code: 2, bytes: 1, perValue: 1 },
  short: { code: 3, bytes: 2, perValue: 1 },
  long: { code: 4, bytes: 4, perValue: 1 },
  rational: { code: 5, bytes: 4, perValue: 2 },
  double: { code: 12, bytes: 8, perValue: 1 },
} as const;

/**
 * Write a directory of fields in little-endian order, followed by the values that don't fit into it (TIFF 6.0, section
 * 2).
 *
 * @param tags  ascending by ID
 * @param start offset of the directory in the file
 */
export function writeTiffDirectory(tags: readonly Tag[], start: number): Uint8Array {
  const directoryBytes = 2 + 12 * tags.length + 4;
  const sizes = tags.map(({ kind, values }) => kinds[kind].bytes * values.length);
  const total = sizes.reduce((sum, size) => sum + (size > 4 ? size + (size & 1) : 0), directoryBytes);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, tags.length, true);
  let valueAt = directoryBytes;
  for (const [i, { id, kind, values }] of tags.entries()) {
    const field = 2 + 12 * i;
    view.setUint16(field, id, true);
    view.setUint16(field + 2, kinds[kind].code, true);
    view.setUint32(field + 4, values.length / kinds[kind].perValue, true);
    let offset = field + 8;
    if (sizes[i]! > 4) {
      view.setUint32(offset, start + valueAt, true);
      offset = valueAt;
      valueAt += sizes[i]! + (sizes[i]! & 1);
    }
    for (const value of values) {
      if (kind === 'double') view.setFloat64(offset, value, true);
      else if (kind === 'short') view.setUint16(offset, value, true);
      else if (kind === 'ascii') view.setUint8(offset, value);
      else view.setUint32(offset, value, true);
      offset += kinds[kind].bytes;
    }
  }
  return bytes;
}
