import { createProtobufWriter } from './protobuf.ts';

/** Units along the side of a tile. */
export const tileUnits = 4096;

/** What the geometry of a feature is, by the numbers of the format. */
export const shapeTypes = { point: 1, line: 2, polygon: 3 } as const;
type ShapeType = (typeof shapeTypes)[keyof typeof shapeTypes];

/** Collects the features of a layer of a tile. */
export interface TileLayer {
  readonly name: string;
  readonly features: TileFeature[];
  /** The number of a key, which is added when it is new. */
  keyOf(key: string): number;
  /** The number of a value, which is added when it is new. */
  valueOf(value: string | number): number;
  readonly keys: readonly string[];
  readonly values: readonly (string | number)[];
}

interface TileFeature {
  /** 0 or more. */
  readonly id: number;
  readonly type: ShapeType;
  /** Numbers of keys and values in turn. */
  readonly tags: readonly number[];
  /** Commands and their parameters, from `commands`. */
  readonly geometry: readonly number[];
}

/** Begin a layer. */
export function tileLayer(name: string): TileLayer {
  const keys: string[] = [];
  const values: (string | number)[] = [];
  const keyNumbers = new Map<string, number>();
  const valueNumbers = new Map<string | number, number>();
  const numberOf = <T>(value: T, numbers: Map<T, number>, list: T[]): number => {
    let number = numbers.get(value);
    if (number === undefined) {
      number = list.length;
      numbers.set(value, number);
      list.push(value);
    }
    return number;
  };
  return {
    name,
    features: [],
    keyOf: (key) => numberOf(key, keyNumbers, keys),
    valueOf: (value) => numberOf(value, valueNumbers, values),
    keys,
    values,
  };
}

const version = 2;
const largestInteger = 2 ** 52;

/**
 * Write a tile; layers without features are left out.
 *
 * @see Mapbox Vector Tile Specification 2.1
 */
export function encodeVectorTile(layers: readonly TileLayer[]): Uint8Array<ArrayBuffer> {
  const writer = createProtobufWriter();
  for (const { name, features, keys, values } of layers) {
    if (features.length === 0) continue;
    writer.message(3, () => {
      writer.text(1, name);
      for (const { id, type, tags, geometry } of features)
        writer.message(2, () => {
          writer.uint(1, id);
          writer.uints(2, tags);
          writer.uint(3, type);
          writer.uints(4, geometry);
        });
      for (const key of keys) writer.text(3, key);
      for (const value of values)
        writer.message(4, () => {
          if (typeof value === 'string') writer.text(1, value);
          else if (!Number.isInteger(value) || Math.abs(value) >= largestInteger) writer.double(3, value);
          else if (value >= 0) writer.uint(5, value);
          else writer.sint(6, value);
        });
      writer.uint(5, tileUnits);
      writer.uint(15, version);
    });
  }
  return writer.bytes();
}

/** Writes the geometry of one feature after the other, in units of the tile, y downwards. */
export interface GeometryCommands {
  /** Points, as one command. */
  points(xy: ArrayLike<number>, from: number, to: number): void;
  /** A line, or a ring without its first vertex repeated: vertices `from` to before `to`. */
  path(xy: ArrayLike<number>, from: number, to: number, isClosed: boolean): void;
  /** The commands since the last time; empty when there were none. */
  take(): number[];
}

const [moveTo, lineTo, closePath] = [1, 2, 7];

export function geometryCommands(): GeometryCommands {
  let commands: number[] = [];
  let lastX = 0;
  let lastY = 0;
  const step = (x: number, y: number): void => {
    const dx = x - lastX;
    const dy = y - lastY;
    commands.push((dx << 1) ^ (dx >> 31), (dy << 1) ^ (dy >> 31));
    lastX = x;
    lastY = y;
  };
  return {
    points(xy, from, to) {
      commands.push(((to - from) << 3) | moveTo);
      for (let i = from; i < to; i++) step(xy[2 * i]!, xy[2 * i + 1]!);
    },
    path(xy, from, to, isClosed) {
      commands.push((1 << 3) | moveTo);
      step(xy[2 * from]!, xy[2 * from + 1]!);
      commands.push(((to - from - 1) << 3) | lineTo);
      for (let i = from + 1; i < to; i++) step(xy[2 * i]!, xy[2 * i + 1]!);
      if (isClosed) commands.push((1 << 3) | closePath);
    },
    take() {
      const taken = commands;
      commands = [];
      lastX = 0;
      lastY = 0;
      return taken;
    },
  };
}
