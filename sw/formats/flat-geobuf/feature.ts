import { ByteBuffer } from 'flatbuffers';
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import { Geometry } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js';
import { Fault } from '../../contract/index.ts';
import type { FlatGeobufColumn } from './header.ts';

export type FlatGeobufValue = string | number | Uint8Array;

type Family = 'points' | 'lines' | 'polygons';

/** What a geometry is drawn into. */
interface ShapeSink {
  addVertex(x: number, y: number): void;
  endPart(): void;
  /** @returns false when the ring has fewer than three different corners and was dropped */
  endRing(role: 'exterior' | 'hole'): boolean;
}

/** A geometry of a feature, looked over. */
interface FlatGeobufShape {
  readonly families: ReadonlySet<Family>;
  readonly hasHeights: boolean;
  readonly hasMeasures: boolean;
  /** The first kind in it that has curves or is a solid surface; the rest was not looked at. */
  readonly unreadable?: string;
  /**
   * Draw it without heights and measures; a sink gets the members of its family.
   *
   * @returns the number of rings that were dropped
   * @throws {Fault} `bad-geometry` when it is damaged
   */
  draw(sinkOf: (family: Family) => ShapeSink): number;
}

interface FlatGeobufFeature {
  /** Undefined for a feature without geometry, or with an empty one. */
  readonly shape: FlatGeobufShape | undefined;
  /** Set the values that the feature has, by the number of their column; a column that is not set is null. */
  readValues(set: (column: number, value: FlatGeobufValue) => void): void;
}

/** Codes of `GeometryType`, as those of well-known binary. */
const [point, line, polygon, points, lines, polygons, collection, triangle] = [1, 2, 3, 4, 5, 6, 7, 17];
const familyOf: Readonly<Record<number, Family>> = {
  [point]: 'points',
  [points]: 'points',
  [line]: 'lines',
  [lines]: 'lines',
  [polygon]: 'polygons',
  [polygons]: 'polygons',
  [triangle]: 'polygons',
};
const unreadableKinds: Readonly<Record<number, string>> = {
  8: 'CIRCULARSTRING',
  9: 'COMPOUNDCURVE',
  10: 'CURVEPOLYGON',
  11: 'MULTICURVE',
  12: 'MULTISURFACE',
  13: 'CURVE',
  14: 'SURFACE',
  15: 'POLYHEDRALSURFACE',
  16: 'TIN',
};
const maximumDepth = 16;

/**
 * Read one feature.
 *
 * @param bytes with the four bytes of its length in front
 * @param geometryType that of the header; 0 where features say their own
 * @throws {Fault} `bad-geometry` when the geometry is damaged; `bad-package` from `readValues` when the values are
 */
export function readFlatGeobufFeature(
  bytes: Uint8Array,
  geometryType: number,
  columns: readonly FlatGeobufColumn[],
): FlatGeobufFeature {
  const feature = Feature.getSizePrefixedRootAsFeature(new ByteBuffer(bytes));
  const geometry = feature.geometry();
  const shape = geometry ? shapeOf(geometry, geometryType, bytes.length) : undefined;
  return {
    shape: shape && (shape.families.size > 0 || shape.unreadable) ? shape : undefined,
    readValues: (set) => readValues(feature, columns, bytes.length, set),
  };
}

interface Walk {
  readonly byteCount: number;
  readonly sinkOf?: (family: Family) => ShapeSink;
  readonly families: Set<Family>;
  hasHeights: boolean;
  hasMeasures: boolean;
  unreadable?: string;
  droppedRings: number;
  partCount: number;
}

function shapeOf(geometry: Geometry, geometryType: number, byteCount: number): FlatGeobufShape {
  const walk = (sinkOf?: (family: Family) => ShapeSink): Walk => {
    const begun: Walk = {
      byteCount,
      ...(sinkOf ? { sinkOf } : {}),
      families: new Set(),
      hasHeights: false,
      hasMeasures: false,
      droppedRings: 0,
      partCount: 0,
    };
    step(begun, geometry, geometryType || geometry.type(), 0);
    return begun;
  };
  const { families, hasHeights, hasMeasures, unreadable } = walk();
  return {
    families,
    hasHeights,
    hasMeasures,
    ...(unreadable ? { unreadable } : {}),
    draw: (sinkOf) => walk(sinkOf).droppedRings,
  };
}

function step(walk: Walk, geometry: Geometry, type: number, depth: number): void {
  const kind = unreadableKinds[type];
  if (kind) {
    walk.unreadable ??= kind;
    return;
  }
  const family = familyOf[type];
  if ((!family && type !== collection) || depth > maximumDepth)
    throw new Fault('bad-geometry', `geometry type expected, ${type} found`);
  const coordinateCount = checked(walk, geometry.xyLength(), 8);
  const partCount = checked(walk, geometry.partsLength(), 4);
  // Parts of a damaged file may point to each other.
  walk.partCount = checked(walk, walk.partCount + partCount, 4);
  const endCount = checked(walk, geometry.endsLength(), 4);
  walk.hasHeights ||= geometry.zLength() > 0;
  walk.hasMeasures ||= geometry.mLength() > 0;
  if (partCount > 0) {
    const member = new Geometry();
    for (let i = 0; i < partCount && !walk.unreadable; i++) {
      const part = geometry.parts(i, member);
      if (!part) continue;
      // Members of a collection say what they are, those of a multipolygon need not.
      step(walk, part, part.type() || (type === collection ? 0 : type - 3), depth + 1);
    }
    return;
  }
  if (coordinateCount < 2 || !family) return;
  walk.families.add(family);
  if (walk.sinkOf)
    draw(walk, walk.sinkOf(family), { geometry, family, isSplit: type !== line, coordinateCount, endCount });
}

interface Path {
  readonly geometry: Geometry;
  readonly family: Family;
  readonly isSplit: boolean;
  readonly coordinateCount: number;
  readonly endCount: number;
}

function draw(walk: Walk, sink: ShapeSink, { geometry, family, isSplit, coordinateCount, endCount }: Path): void {
  const vertexCount = coordinateCount >> 1;
  let vertex = 0;
  const partCount = isSplit && endCount > 0 ? endCount : 1;
  for (let part = 0; part < partCount; part++) {
    const end = isSplit && endCount > 0 ? geometry.ends(part)! : vertexCount;
    if (end < vertex || end > vertexCount)
      throw new Fault(
        'bad-geometry',
        `part ${part} that ends at vertex ${vertex} to ${vertexCount} expected, ${end} found`,
      );
    for (; vertex < end; vertex++) {
      const x = geometry.xy(2 * vertex)!;
      const y = geometry.xy(2 * vertex + 1)!;
      // A point of no location is empty.
      if (family === 'points' && Number.isNaN(x) && Number.isNaN(y)) continue;
      if (!Number.isFinite(x) || !Number.isFinite(y))
        throw new Fault('bad-geometry', `finite coordinates expected, ${x} ${y} found`);
      sink.addVertex(x, y);
      if (family === 'points') sink.endPart();
    }
    if (family === 'lines') sink.endPart();
    else if (family === 'polygons' && !sink.endRing(part === 0 ? 'exterior' : 'hole')) walk.droppedRings++;
  }
}

/** A count of items that lie in the feature. */
function checked(walk: Walk, count: number, itemBytes: number): number {
  if (count < 0 || count * itemBytes > walk.byteCount)
    throw new Fault(
      'bad-geometry',
      `a geometry within the ${walk.byteCount} bytes of its feature expected, ${count} numbers found`,
    );
  return count;
}

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

function readValues(
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
