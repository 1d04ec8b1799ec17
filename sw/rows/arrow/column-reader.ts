import { Fault, wrongValue } from '../../contract/index.ts';
import { type ArrowMessage, readMessage } from './message.ts';

/** A column or nested column: its length and, if any row is null, a null flag per row (1 = null). */
interface ArrowNode {
  readonly length: number;
  readonly nulls?: Uint8Array;
}

/**
 * Reads the buffers of one record batch in file order, depth first. For each column, call `node()`, then read its data
 * buffers. Typed arrays are views of the batch's bytes.
 */
export interface ColumnReader {
  readonly rowCount: number;
  node(): ArrowNode;
  int32(count: number): Int32Array;
  /** The `length + 1` offsets of a list or string column. */
  offsets(length: number): Int32Array;
  float64(count: number): Float64Array;
  bytes(): Uint8Array;
  /** Check that all columns and buffers were read. @throws {Fault} `bad-package` if columns or buffers are left over */
  end(): void;
}

/**
 * Start reading a record batch message.
 *
 * @param buffer the message, header and body, from byte 0 (so that buffers are aligned)
 * @param path   file and batch, for faults
 * @throws {Fault} `bad-package` here and in every method if the bytes are invalid
 */
export function columnReader(buffer: ArrayBuffer, path: string): ColumnReader {
  const fail = (problem: string): never => {
    throw new Fault('bad-package', `${path}: ${problem}.`);
  };
  const message: ArrowMessage =
    readMessage(new Uint8Array(buffer)) ?? fail('expected a record batch, found the end of the stream');
  if (message.kind !== 'record-batch') fail(`expected a record batch, found ${message.kind}`);
  if (message.length > buffer.byteLength) fail(`expected ${message.length} bytes, found ${buffer.byteLength}`);
  let nodeIndex = 0;
  let bufferIndex = 0;

  const next = (minimumBytes: number): readonly [number, number] => {
    const bufferRange = message.buffers[bufferIndex++] ?? fail(`expected buffer ${bufferIndex - 1}, found nothing`);
    const [offset, length] = bufferRange;
    if (length < minimumBytes) fail(`expected buffer ${bufferIndex - 1} of ${minimumBytes} bytes, found ${length}`);
    if (offset < 0 || offset % 8 !== 0 || offset + length > message.bodyLength) {
      fail(`buffer ${bufferIndex - 1} is outside the message`);
    }
    return [message.bodyOffset + offset, length];
  };
  return {
    rowCount: message.rowCount,
    node() {
      const [length, nullCount] = message.nodes[nodeIndex++] ?? fail(`expected column ${nodeIndex - 1}, found nothing`);
      if (length < 0) fail(`expected a column length ≥ 0, found ${length}`);
      const [offset] = next(nullCount > 0 ? (length + 7) >> 3 : 0);
      return nullCount > 0 ? { length, nulls: readNulls(new Uint8Array(buffer, offset), length) } : { length };
    },
    int32: (count) => new Int32Array(buffer, next(count * 4)[0], count),
    offsets(length) {
      // A column without rows may have no offsets.
      const [offset, byteLength] = next(length === 0 ? 0 : 4 * (length + 1));
      return byteLength === 0 ? new Int32Array(1) : new Int32Array(buffer, offset, length + 1);
    },
    float64: (count) => new Float64Array(buffer, next(count * 8)[0], count),
    bytes: () => new Uint8Array(buffer, ...next(0)),
    end() {
      if (nodeIndex !== message.nodes.length || bufferIndex !== message.buffers.length) {
        fail(`expected ${nodeIndex} columns, found ${message.nodes.length}`);
      }
    },
  };
}

/** Convert Arrow's validity bits (1 = valid) to one byte per row (1 = null). */
function readNulls(bits: Uint8Array, length: number): Uint8Array {
  const nulls = new Uint8Array(length);
  for (let i = 0; i < length; i++) nulls[i] = ((bits[i >> 3]! >> (i & 7)) & 1) ^ 1;
  return nulls;
}

/**
 * Check that offsets start at 0, never decrease, and end inside the child.
 *
 * @throws {Fault} `bad-package` if they don't
 */
export function checkOffsets(offsets: Int32Array, end: number, path: string): void {
  let previous = 0;
  for (let i = 0; i < offsets.length; i++) {
    const offset = offsets[i]!;
    if (offset < previous || (i === 0 && offset !== 0)) {
      throw new Fault(
        'bad-package',
        `${path}: expected ascending offsets, found ${offset} after ${previous} at index ${i}.`,
      );
    }
    previous = offset;
  }
  if (previous > end) throw wrongValue('bad-package', path, `offsets up to ${end}`, `${previous}`);
}
