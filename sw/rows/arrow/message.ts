import { Fault, wrongValue } from '../../contract/index.ts';

/** Header of one encapsulated Arrow message. Positions are offsets in the bytes that `readMessage` reads. */
export interface ArrowMessage {
  readonly kind: 'schema' | 'record-batch' | 'other';
  /** Position of the first byte after the header; buffer offsets count from here. */
  readonly bodyOffset: number;
  readonly bodyLength: number;
  /** Bytes of header and body together. */
  readonly length: number;
  /** Rows, nodes and buffers are only set for record batches. */
  readonly rowCount: number;
  /** [length, null count] of every column and nested column, depth first. */
  readonly nodes: readonly (readonly [number, number])[];
  /** [offset, length] of every buffer from `bodyOffset`, depth first. */
  readonly buffers: readonly (readonly [number, number])[];
}

const continuation = 0xffffffff;
const kinds = ['other', 'schema', 'other', 'record-batch'] as const;

/**
 * Read the header of the Arrow message that starts at `offset`. Supports only the FlatBuffers tables that uncompressed
 * record batches need. The whole apache-arrow library would be forty times as large in the worker script.
 *
 * @returns undefined at the end-of-stream mark
 * @throws {Fault} `bad-package` if the bytes aren't a message of this kind
 * @see https://arrow.apache.org/docs/format/Columnar.html#encapsulated-message-format
 */
export function readMessage(bytes: Uint8Array, offset = 0): ArrowMessage | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readHeader(view, offset);
  } catch (error) {
    if (error instanceof RangeError) throw new Fault('bad-package', `Arrow message at byte ${offset} is cut off.`);
    throw error;
  }
}

function readHeader(view: DataView, offset: number): ArrowMessage | undefined {
  const mark = view.getUint32(offset, true);
  if (mark !== continuation) {
    throw wrongValue('bad-package', `Arrow message at byte ${offset}`, 'the marker ffffffff', `${mark.toString(16)}`);
  }
  const headerLength = view.getInt32(offset + 4, true);
  if (headerLength === 0) return undefined;
  const start = offset + 8;
  const bodyOffset = start + headerLength;
  const message = start + view.getUint32(start, true);
  const kindField = fieldOffset(view, message, 1);
  const kind = kinds[kindField ? view.getUint8(kindField) : 0] ?? 'other';
  const lengthField = fieldOffset(view, message, 3);
  const bodyLength = lengthField ? readLong(view, lengthField) : 0;
  if (headerLength < 0 || bodyLength < 0)
    throw wrongValue(
      'bad-package',
      `Arrow message at byte ${offset}`,
      'lengths ≥ 0',
      `header ${headerLength}, body ${bodyLength}`,
    );
  const common = { kind, bodyOffset, bodyLength, length: bodyOffset + bodyLength - offset };
  const headerField = fieldOffset(view, message, 2);
  if (kind !== 'record-batch' || !headerField) return { ...common, rowCount: 0, nodes: [], buffers: [] };
  const batch = headerField + view.getUint32(headerField, true);
  if (fieldOffset(view, batch, 3))
    throw new Fault('bad-package', `Arrow message at byte ${offset}: compressed buffers aren't supported.`);
  const rowsField = fieldOffset(view, batch, 0);
  return {
    ...common,
    rowCount: rowsField ? readLong(view, rowsField) : 0,
    nodes: readPairs(view, fieldOffset(view, batch, 1)),
    buffers: readPairs(view, fieldOffset(view, batch, 2)),
  };
}

/** Return the position of field `index` of a FlatBuffers table, 0 if it has its default. */
function fieldOffset(view: DataView, table: number, index: number): number {
  const vtable = table - view.getInt32(table, true);
  const slot = 4 + 2 * index;
  if (slot >= view.getUint16(vtable, true)) return 0;
  const relative = view.getUint16(vtable + slot, true);
  return relative && table + relative;
}

/** Read a vector of structs of two 64-bit integers. */
function readPairs(view: DataView, field: number): [number, number][] {
  if (!field) return [];
  const vector = field + view.getUint32(field, true);
  const count = view.getUint32(vector, true);
  const pairs: [number, number][] = [];
  for (let i = 0, offset = vector + 4; i < count; i++, offset += 16)
    pairs.push([readLong(view, offset), readLong(view, offset + 8)]);
  return pairs;
}

function readLong(view: DataView, offset: number): number {
  return view.getUint32(offset, true) + view.getInt32(offset + 4, true) * 0x1_0000_0000;
}
