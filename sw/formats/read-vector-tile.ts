import { clearPaths, endPart, type PathBuffer, reserveVertices } from '../geometry/flat-geometry.ts';

/** A layer of a vector tile; its features are decoded when they are read. */
export interface ReadTileLayer {
  readonly name: string;
  /** Units along the side of the tile. */
  readonly extent: number;
  readonly keys: readonly string[];
  readonly values: readonly (string | number | boolean | null)[];
  readonly features: readonly ReadTileFeature[];
}

export interface ReadTileFeature {
  /** Absent where its author gave it none. */
  readonly id?: number;
  /** As in `shapeTypes`; 0 when it is not known. */
  readonly type: number;
  /** Numbers of keys and values in turn. */
  readonly tags: ArrayLike<number>;
  /** Commands of the format. */
  readonly geometry: Uint8Array;
}

/** More features than this in a tile would not be drawn either. */
const maximumFeatures = 1_000_000;

const [varintType, fixed64Type, lengthType, fixed32Type] = [0, 1, 2, 5];
const [moveTo, lineTo, closePath] = [1, 2, 7];

/**
 * Read a vector tile. A layer without a name is left out, fields that are not known are passed over.
 *
 * @see Mapbox Vector Tile Specification 2.1
 * @throws {RangeError} for bytes that are none
 */
export function readVectorTile(bytes: Uint8Array): ReadTileLayer[] {
  const layers: ReadTileLayer[] = [];
  const reader = messageReader(bytes);
  while (reader.next()) if (reader.field === 3) layers.push(readLayer(reader.data()));
  return layers.filter(({ name }) => name !== '');
}

function readLayer(bytes: Uint8Array): ReadTileLayer {
  let name = '';
  let extent = 4096;
  const keys: string[] = [];
  const values: ReadTileLayer['values'][number][] = [];
  const features: ReadTileFeature[] = [];
  const reader = messageReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) name = reader.text();
    else if (reader.field === 2) features.push(readFeature(reader.data()));
    else if (reader.field === 3) keys.push(reader.text());
    else if (reader.field === 4) values.push(readValue(reader.data()));
    else if (reader.field === 5) extent = reader.uint();
    if (features.length > maximumFeatures) throw new RangeError(`more than ${maximumFeatures} features in a layer`);
  }
  if (!(extent >= 1 && extent <= 2 ** 24)) throw new RangeError(`a layer of ${extent} units`);
  return { name, extent, keys, values, features };
}

const none: Uint8Array = new Uint8Array(0);

function readFeature(bytes: Uint8Array): ReadTileFeature {
  let id: number | undefined;
  let type = 0;
  let tags: number[] = [];
  let geometry: Uint8Array = none;
  const reader = messageReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) id = reader.uint();
    else if (reader.field === 2) tags = unpacked(reader.data());
    else if (reader.field === 3) type = reader.uint();
    else if (reader.field === 4) geometry = reader.data();
  }
  return { ...(id === undefined ? {} : { id }), type, tags, geometry };
}

function readValue(bytes: Uint8Array): string | number | boolean | null {
  let value: string | number | boolean | null = null;
  const reader = messageReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) value = reader.text();
    else if (reader.field === 2 || reader.field === 3) value = reader.float();
    else if (reader.field === 4) value = reader.int();
    else if (reader.field === 5) value = reader.uint();
    else if (reader.field === 6) value = reader.sint();
    else if (reader.field === 7) value = reader.uint() !== 0;
  }
  return value;
}

function unpacked(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  const reader = messageReader(bytes);
  while (!reader.isAtEnd()) numbers.push(reader.varint());
  return numbers;
}

/**
 * Decode the shape of a feature and append it: every point, path or ring as a part, in units of the tile, y downwards. Rings are
 * closed.
 *
 * @throws {RangeError} for commands that are none
 */
export function readTileShape({ type, geometry }: Pick<ReadTileFeature, 'type' | 'geometry'>, out: PathBuffer): void {
  clearPaths(out);
  const reader = messageReader(geometry);
  const step = (): number => {
    const value = reader.varint();
    return (value >>> 1) ^ -(value & 1);
  };
  let [x, y, start] = [0, 0, 0];
  const add = (): void => {
    out.xy[2 * out.vertexCount] = x;
    out.xy[2 * out.vertexCount + 1] = y;
    out.vertexCount++;
  };
  const end = (isClosed: boolean): void => {
    // A ring that nobody closed is none.
    if (type === 3 && !isClosed) out.vertexCount = start;
    else if (out.vertexCount > start) endPart(out);
    start = out.vertexCount;
  };
  while (!reader.isAtEnd()) {
    const command = reader.varint();
    const count = command >>> 3;
    const kind = command & 7;
    if (kind === closePath) {
      if (out.vertexCount === start) continue;
      reserveVertices(out, 1);
      out.xy.copyWithin(2 * out.vertexCount, 2 * start, 2 * start + 2);
      out.vertexCount++;
      end(true);
      continue;
    }
    if (kind !== moveTo && kind !== lineTo) throw new RangeError(`command ${kind} of a geometry`);
    // Each step takes a byte at least.
    if (2 * count > reader.bytesLeft()) throw new RangeError('a geometry is cut off');
    reserveVertices(out, count);
    for (let i = 0; i < count; i++) {
      if (kind === moveTo) end(false);
      x += step();
      y += step();
      add();
    }
  }
  end(false);
}

/** Reads one protobuf message, field after field. Bytes are views of what is read. */
function messageReader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let type = varintType;
  /** Where the value of the field begins. */
  let start = 0;
  const take = (count: number): number => {
    const from = at;
    if (!(count >= 0 && from + count <= bytes.length)) throw new RangeError('a message is cut off');
    at += count;
    return from;
  };
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; scale < 2 ** 70; scale *= 128) {
      const byte = bytes[take(1)]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw new RangeError('a number of more than ten bytes');
  };
  /** As a number of 64 bits: above 2^53 the last digits are lost. */
  const long = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[take(1)]!;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new RangeError('a number of more than ten bytes');
  };
  const expect = (expected: number): void => {
    if (type !== expected) throw new RangeError(`field ${reader.field} is written otherwise`);
  };
  const reader = {
    field: 0,
    /** Go on to the next field; false at the end. */
    next(): boolean {
      // What was not read is passed over.
      at = start > at ? start : at;
      if (at >= bytes.length) return false;
      const tag = varint();
      reader.field = tag >>> 3;
      type = tag & 7;
      const before = at;
      if (type === varintType) varint();
      else if (type === fixed64Type) take(8);
      else if (type === fixed32Type) take(4);
      else if (type === lengthType) take(varint());
      else throw new RangeError(`wire type ${type}`);
      start = at;
      at = before;
      return true;
    },
    isAtEnd: () => at >= bytes.length,
    bytesLeft: () => bytes.length - at,
    varint,
    uint(): number {
      expect(varintType);
      return varint();
    },
    int(): number {
      expect(varintType);
      return Number(BigInt.asIntN(64, long()));
    },
    sint(): number {
      expect(varintType);
      const value = long();
      return Number(value & 1n ? -(value >> 1n) - 1n : value >> 1n);
    },
    float(): number {
      if (type === fixed32Type) return view.getFloat32(take(4), true);
      expect(fixed64Type);
      return view.getFloat64(take(8), true);
    },
    data(): Uint8Array {
      expect(lengthType);
      const length = varint();
      const from = take(length);
      return bytes.subarray(from, from + length);
    },
    text: (): string => decoder.decode(reader.data()),
  };
  return reader;
}

const decoder = new TextDecoder();
