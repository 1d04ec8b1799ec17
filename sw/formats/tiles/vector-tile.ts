import { createProtobufWriter } from '../protobuf.ts';

/** Units along the side of a tile. */
export const tileUnits = 4096;

/** Geometry types by their number in the format. */
export const shapeTypes = { point: 1, line: 2, polygon: 3 } as const;
type ShapeType = (typeof shapeTypes)[keyof typeof shapeTypes];

/** Writer of one layer. Features share its buffers, so writing many creates little garbage. */
export interface TileLayer {
  /** Return the index of a key; add it if it's new. */
  addKey(key: string): number;
  /** Return the index of a value; add it if it's new. */
  addValue(value: string | number): number;
  /**
   * Write a feature.
   *
   * @param id 0 or more
   * @param tags indexes of keys and values, alternating
   */
  add(id: number, type: ShapeType, tags: NumberList, geometry: NumberList): void;
  /** Return the layer message; undefined if it has no features. */
  bytes(): Uint8Array | undefined;
}

/** Growable list of integers with a reusable buffer. */
export interface NumberList {
  values: Int32Array;
  count: number;
}

export const numberList = (): NumberList => ({ values: new Int32Array(256), count: 0 });

/** Append one or two numbers. */
export function push(list: NumberList, first: number, second?: number): void {
  if (list.count + 2 > list.values.length) {
    const larger = new Int32Array(2 * list.values.length);
    larger.set(list.values);
    list.values = larger;
  }
  list.values[list.count++] = first;
  if (second !== undefined) list.values[list.count++] = second;
}

const version = 2;
const maxInteger = 2 ** 52;

/** Create the writer of a layer. @see Mapbox Vector Tile Specification 2.1 */
export function tileLayer(name: string): TileLayer {
  const writer = createProtobufWriter();
  writer.text(1, name);
  let featureCount = 0;
  const keyNumbers = new Map<string, number>();
  const textNumbers = new Map<string, number>();
  const numbers = numberTable();
  const values: (string | number)[] = [];
  return {
    addKey(key) {
      const index = keyNumbers.get(key);
      if (index !== undefined) return index;
      keyNumbers.set(key, keyNumbers.size);
      return keyNumbers.size - 1;
    },
    addValue(value) {
      const index = typeof value === 'number' ? numbers.getOrAdd(value, values.length) : textNumbers.get(value);
      if (index !== undefined && index < values.length) return index;
      if (typeof value === 'string') textNumbers.set(value, values.length);
      return values.push(value) - 1;
    },
    add(id, type, tags, geometry) {
      featureCount++;
      writer.message(2, () => {
        writer.uint(1, id);
        writer.uints(2, tags.values, tags.count);
        writer.uint(3, type);
        writer.uints(4, geometry.values, geometry.count);
      });
    },
    bytes() {
      if (featureCount === 0) return undefined;
      for (const key of keyNumbers.keys()) writer.text(3, key);
      for (const value of values)
        writer.message(4, () => {
          if (typeof value === 'string') writer.text(1, value);
          else if (!Number.isInteger(value) || Math.abs(value) >= maxInteger) writer.double(3, value);
          else if (value >= 0) writer.uint(5, value);
          else writer.sint(6, value);
        });
      writer.uint(5, tileUnits);
      writer.uint(15, version);
      return writer.bytes();
    },
  };
}

/**
 * Create a hash table from numbers to numbers with open addressing. A `Map` takes several times as long for keys that
 * aren't small integers.
 */
function numberTable() {
  let size = 1024;
  let keys = new Float64Array(size);
  let slots = new Int32Array(size);
  let count = 0;
  const key = new Float64Array(1);
  const bits = new Int32Array(key.buffer);
  /** Return the slot of a key, or the free slot for it. */
  const findSlot = (value: number): number => {
    key[0] = value;
    let hash = Math.imul(bits[0]!, 0x9e3779b1) ^ Math.imul(bits[1]!, 0x85ebca6b);
    // Mix in the high bits, because the low bits of a number with few digits are 0.
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash ^= hash >>> 12;
    let slot = hash & (size - 1);
    while (slots[slot] !== 0 && keys[slot] !== value) slot = (slot + 1) & (size - 1);
    return slot;
  };
  const grow = (): void => {
    const [oldKeys, oldSlots] = [keys, slots];
    size *= 2;
    keys = new Float64Array(size);
    slots = new Int32Array(size);
    for (let i = 0; i < oldSlots.length; i++) {
      if (oldSlots[i] === 0) continue;
      const slot = findSlot(oldKeys[i]!);
      keys[slot] = oldKeys[i]!;
      slots[slot] = oldSlots[i]!;
    }
  };
  return {
    /** Return the number of a key; store `next` for a new one. */
    getOrAdd(value: number, next: number): number {
      // Adding 0 turns -0 into 0.
      const normalized = value + 0;
      const slot = findSlot(normalized);
      if (slots[slot] !== 0) return slots[slot]! - 1;
      keys[slot] = normalized;
      slots[slot] = next + 1;
      if (++count * 2 > size) grow();
      return next;
    },
  };
}

/** Write a tile without its empty layers. */
export function encodeVectorTile(layers: readonly TileLayer[]): Uint8Array<ArrayBuffer> {
  const writer = createProtobufWriter();
  for (const layer of layers) {
    const bytes = layer.bytes();
    if (bytes) writer.data(3, bytes);
  }
  return writer.bytes();
}

/** Encoder of geometries, one feature after the other, in tile units, y down. */
export interface GeometryCommands {
  /** Write points as one command. */
  points(xy: ArrayLike<number>, from: number, to: number): void;
  /** Write a line or a ring from vertex `from` up to but excluding `to`; a ring doesn't repeat its first vertex. */
  path(xy: ArrayLike<number>, from: number, to: number, isClosed: boolean): void;
  /** Start the next feature. */
  clear(): void;
  /** Commands of the feature. */
  readonly commands: NumberList;
}

const [moveTo, lineTo, closePath] = [1, 2, 7];

export function geometryCommands(): GeometryCommands {
  const commands = numberList();
  let lastX = 0;
  let lastY = 0;
  const step = (x: number, y: number): void => {
    const dx = x - lastX;
    const dy = y - lastY;
    push(commands, (dx << 1) ^ (dx >> 31), (dy << 1) ^ (dy >> 31));
    lastX = x;
    lastY = y;
  };
  return {
    commands,
    points(xy, from, to) {
      push(commands, ((to - from) << 3) | moveTo);
      for (let i = from; i < to; i++) step(xy[2 * i]!, xy[2 * i + 1]!);
    },
    path(xy, from, to, isClosed) {
      push(commands, (1 << 3) | moveTo);
      step(xy[2 * from]!, xy[2 * from + 1]!);
      push(commands, ((to - from - 1) << 3) | lineTo);
      for (let i = from + 1; i < to; i++) step(xy[2 * i]!, xy[2 * i + 1]!);
      if (isClosed) push(commands, (1 << 3) | closePath);
    },
    clear() {
      commands.count = 0;
      lastX = 0;
      lastY = 0;
    },
  };
}
