/**
 * Writes one protobuf message, field by field (https://protobuf.dev/programming-guides/encoding). Fields with their
 * default value are also written; the caller may omit them.
 */
export interface ProtobufWriter {
  /** Write an integer from 0 to 2^53 - 1: uint32, uint64, an enumeration. */
  uint(field: number, value: number): void;
  /** Write an integer between -2^52 and 2^52, as sint32 or sint64. */
  sint(field: number, value: number): void;
  bool(field: number, value: boolean): void;
  float(field: number, value: number): void;
  double(field: number, value: number): void;
  text(field: number, value: string): void;
  /** Write bytes unchanged, such as a finished message. */
  data(field: number, value: Uint8Array): void;
  /** Write a nested message, which `write` writes into the same writer. */
  message(field: number, write: () => void): void;
  /** Write a packed list of integers from 0 to 2^53 - 1, the first `count` of `values` (default all); nothing for an empty list. */
  uints(field: number, values: ArrayLike<number>, count?: number): void;
  /** Write a packed list of integers between -2^52 and 2^52, as sint32 or sint64; nothing for an empty list. */
  sints(field: number, values: ArrayLike<number>): void;
  /** Return a copy of the bytes so far. */
  bytes(): Uint8Array<ArrayBuffer>;
}

/** Wire types of fields. */
const [varintType, fixed64Type, lengthType, fixed32Type] = [0, 1, 2, 5];
const maxVarintBytes = 10;
const maxManualTextLength = 128;

/** Start a protobuf message. */
export function createProtobufWriter(): ProtobufWriter {
  let buffer = new Uint8Array(1024);
  let view = new DataView(buffer.buffer);
  let end = 0;
  const encoder = new TextEncoder();

  function reserve(count: number): void {
    if (end + count <= buffer.length) return;
    const larger = new Uint8Array(Math.max(end + count, 2 * buffer.length));
    larger.set(buffer);
    buffer = larger;
    view = new DataView(buffer.buffer);
  }

  /** Write a varint into bytes that the caller has reserved. */
  function varint(input: number): void {
    let value = input;
    // Bitwise operators use only 32 bits.
    while (value > 0x7fff_ffff) {
      buffer[end++] = (value % 128) | 128;
      value = Math.floor(value / 128);
    }
    while (value > 127) {
      buffer[end++] = (value & 127) | 128;
      value >>>= 7;
    }
    buffer[end++] = value;
  }

  function tag(field: number, type: number, count: number): void {
    reserve(maxVarintBytes + count);
    varint(field * 8 + type);
  }

  /** Write a value with its length in front, which is known only afterwards. */
  function withLength(field: number, write: () => void): void {
    tag(field, lengthType, 1);
    // Leave one byte for the length, because most values are short.
    const start = ++end;
    write();
    const length = end - start;
    let more = 0;
    for (let rest = length >>> 7; rest > 0; rest >>>= 7) more++;
    if (more > 0) {
      reserve(more);
      buffer.copyWithin(start + more, start, end);
    }
    end = start - 1;
    varint(length);
    end += length;
  }

  function packed(field: number, values: ArrayLike<number>, count: number, write: (value: number) => void): void {
    if (count === 0) return;
    withLength(field, () => {
      reserve(maxVarintBytes * count);
      for (let i = 0; i < count; i++) write(values[i]!);
    });
  }

  /** Write short ASCII text faster than the encoder. @returns false, with nothing written, for any other text */
  function shortText(value: string): boolean {
    if (value.length > maxManualTextLength) return false;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code > 127) return false;
      buffer[end + i] = code;
    }
    end += value.length;
    return true;
  }

  return {
    uint(field, value) {
      tag(field, varintType, maxVarintBytes);
      varint(value);
    },
    sint(field, value) {
      tag(field, varintType, maxVarintBytes);
      varint(zigzag(value));
    },
    bool(field, value) {
      tag(field, varintType, 1);
      varint(value ? 1 : 0);
    },
    float(field, value) {
      tag(field, fixed32Type, 4);
      view.setFloat32(end, value, true);
      end += 4;
    },
    double(field, value) {
      tag(field, fixed64Type, 8);
      view.setFloat64(end, value, true);
      end += 8;
    },
    text(field, value) {
      withLength(field, () => {
        // A UTF-16 unit takes at most three bytes in UTF-8.
        reserve(3 * value.length);
        if (!shortText(value)) end += encoder.encodeInto(value, buffer.subarray(end)).written;
      });
    },
    data(field, value) {
      withLength(field, () => {
        reserve(value.length);
        buffer.set(value, end);
        end += value.length;
      });
    },
    message: withLength,
    uints: (field, values, count = values.length) => packed(field, values, count, varint),
    sints: (field, values) => packed(field, values, values.length, (value) => varint(zigzag(value))),
    bytes: () => buffer.slice(0, end),
  };
}

/** Map 0, -1, 1, -2, … to 0, 1, 2, 3, …, so that small negative numbers are short. */
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
