import { growArray } from '../../geometry/grow-array.ts';

/**
 * Encode a value in Action Message Format 3: null, booleans, numbers, strings, Dates, lists and objects.
 *
 * Repeated strings are written as references to the first occurrence.
 *
 * @see Adobe: Action Message Format AMF 3, January 2013
 */
export function encodeAmf(value: unknown): Uint8Array<ArrayBuffer> {
  const out = byteSink();
  const strings = new Map<string, number>();
  const text = new TextEncoder();

  const writeString = (string: string): void => {
    // AMF never writes the empty string as a reference.
    if (string === '') {
      out.u29(1);
      return;
    }
    const index = strings.get(string);
    if (index !== undefined) {
      out.u29(index << 1);
      return;
    }
    strings.set(string, strings.size);
    const bytes = text.encode(string);
    out.u29((bytes.length << 1) | 1);
    out.bytes(bytes);
  };
  const write = (item: unknown): void => {
    if (item === null || item === undefined) out.byte(1);
    else if (typeof item === 'boolean') out.byte(item ? 3 : 2);
    else if (typeof item === 'number') writeNumber(item);
    else if (typeof item === 'string') {
      out.byte(6);
      writeString(item);
    } else if (item instanceof Date) {
      out.byte(8);
      out.u29(1);
      out.double(item.getTime());
    } else if (Array.isArray(item)) {
      out.byte(9);
      out.u29((item.length << 1) | 1);
      // An empty name ends the named members, of which there are none.
      writeString('');
      for (const member of item) write(member);
    } else writeObject(item as Record<string, unknown>);
  };
  const writeNumber = (number: number): void => {
    if (Number.isInteger(number) && number >= -(2 ** 28) && number < 2 ** 28 && !Object.is(number, -0)) {
      out.byte(4);
      out.u29(number & 0x1fffffff);
    } else {
      out.byte(5);
      out.double(number);
    }
  };
  let hasTraits = false;
  const writeObject = (object: Record<string, unknown>): void => {
    out.byte(10);
    if (hasTraits) {
      // Reference to the first traits.
      out.u29(1);
    } else {
      // Traits without a class, with dynamic members.
      out.u29(0b1011);
      writeString('');
      hasTraits = true;
    }
    for (const key of Object.keys(object)) {
      // An empty name would end the object.
      if (key === '') continue;
      writeString(key);
      write(object[key]);
    }
    writeString('');
  };
  write(value);
  return out.finish();
}

function byteSink() {
  let buffer = new Uint8Array(4096);
  let view = new DataView(buffer.buffer);
  let length = 0;
  const reserve = (count: number): void => {
    if (length + count <= buffer.length) return;
    buffer = growArray(buffer, Math.max(2 * buffer.length, length + count));
    view = new DataView(buffer.buffer);
  };
  const byte = (value: number): void => {
    reserve(1);
    buffer[length++] = value;
  };
  return {
    byte,
    bytes(values: Uint8Array): void {
      reserve(values.length);
      buffer.set(values, length);
      length += values.length;
    },
    double(value: number): void {
      reserve(8);
      view.setFloat64(length, value);
      length += 8;
    },
    /**
     * Write a 29-bit number: 7 bits a byte, with the high bit set if more bytes follow. A fourth byte has 8 bits of the
     * number.
     */
    u29(value: number): void {
      if (value < 0x80) byte(value);
      else if (value < 0x4000) {
        byte((value >> 7) | 0x80);
        byte(value & 0x7f);
      } else if (value < 0x200000) {
        byte((value >> 14) | 0x80);
        byte(((value >> 7) & 0x7f) | 0x80);
        byte(value & 0x7f);
      } else {
        byte((value >> 22) | 0x80);
        byte(((value >> 15) & 0x7f) | 0x80);
        byte(((value >> 8) & 0x7f) | 0x80);
        byte(value & 0xff);
      }
    },
    finish: (): Uint8Array<ArrayBuffer> => buffer.slice(0, length),
  };
}
