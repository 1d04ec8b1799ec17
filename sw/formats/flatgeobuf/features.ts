import type { Budget } from '../../contract/budget.ts';
import { Fault } from '../../contract/index.ts';
import { type Family, familyOfCode, unreadableKinds } from '../../rows/geometry/geometry-codes.ts';
import type { GeometryBuilder } from '../reading/geometry-builder.ts';
import { arcStringChords } from '../reading/shapes/chords.ts';
import { GeometryFault, type Shape } from '../reading/shapes/shape.ts';
import { type FlatTable, listOf, rootTable, tableOf, tablesOf, textAt, uint8Of } from './flat-buffer.ts';
import type { FlatGeobufColumn, FlatGeobufType } from './header.ts';

/** Find the feature at an offset; it begins with its length. @throws {RangeError} when it extends beyond the bytes */
export function featureAt(bytes: Uint8Array, at: number): FlatTable {
  const length = 4 + new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0, true);
  if (at + length > bytes.length) throw new RangeError('a feature is cut off');
  return rootTable(new DataView(bytes.buffer, bytes.byteOffset + at, length), 4);
}

/** Options for reading geometries. */
interface ShapeOptions {
  /** Geometry type of the header; 0 if each feature has its own. */
  readonly geometryType: number;
  /** Maximum distance of chords from their arc. */
  readonly tolerance: number;
  /** Charged for vertices while they're drawn. */
  readonly budget: Budget;
}

/** Codes of `GeometryType`, the same as in WKB. */
const [point, line, polygon, points, lines, polygons, collection] = [1, 2, 3, 4, 5, 6, 7];
const [arcs, compound, curvePolygon, curves, surfaces] = [8, 9, 10, 11, 12];
/** Default type of the members of a geometry. */
const memberOf: Readonly<Record<number, number>> = {
  [points]: point,
  [lines]: line,
  [polygons]: polygon,
  [curves]: line,
  [surfaces]: polygon,
};
const maxDepth = 16;
/** Field numbers of a geometry. */
const [endsField, xyField, zField, mField, typeField, partsField] = [0, 1, 2, 3, 6, 7];

/** Return the geometry type that a feature declares; 0 if it declares none. */
export function geometryTypeOf(feature: FlatTable): number {
  const geometry = tableOf(feature, 0);
  return geometry ? uint8Of(geometry, typeField, 0) : 0;
}

/**
 * Examine the geometry of a feature. Arcs become chords.
 *
 * @returns undefined for a feature with no geometry or an empty one
 * @throws {GeometryFault} when it's damaged; `draw` also `too-large`
 */
export function shapeOf(feature: FlatTable, options: ShapeOptions): Shape | undefined {
  const walk = (builderOf?: (family: Family) => GeometryBuilder): Walk | undefined => {
    // List the members, because spreading objects is slow and each feature needs two.
    const begun: Walk = {
      tolerance: options.tolerance,
      budget: options.budget,
      byteCount: feature.view.byteLength,
      builderOf,
      families: new Set(),
      hasHeights: false,
      hasMeasures: false,
      unreadable: undefined,
      droppedRings: 0,
      partCount: 0,
      curveCount: 0,
    };
    try {
      const geometry = tableOf(feature, 0);
      if (!geometry) return undefined;
      step(begun, geometry, options.geometryType || uint8Of(geometry, typeField, 0), 0);
      return begun;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new GeometryFault('damaged', error.message);
    }
  };
  const found = walk();
  if (!found || (found.families.size === 0 && !found.unreadable)) return undefined;
  const { families, hasHeights, hasMeasures, unreadable, curveCount } = found;
  return {
    families,
    hasHeights,
    hasMeasures,
    curveCount,
    unreadable,
    draw: (builderOf) => walk(builderOf)!.droppedRings,
  };
}

interface Walk extends Pick<ShapeOptions, 'tolerance' | 'budget'> {
  /** Bytes of the feature. */
  readonly byteCount: number;
  /** Absent while the geometry is only examined. */
  readonly builderOf: ((family: Family) => GeometryBuilder) | undefined;
  readonly families: Set<Family>;
  hasHeights: boolean;
  hasMeasures: boolean;
  unreadable: string | undefined;
  droppedRings: number;
  partCount: number;
  curveCount: number;
}

function step(walk: Walk, geometry: FlatTable, type: number, depth: number): void {
  const kind = unreadableKinds[type];
  if (kind) {
    walk.unreadable ??= kind;
    return;
  }
  const family = familyOfCode[type];
  if ((!family && type !== collection) || depth > maxDepth) throw new GeometryFault('geometryTypeExpected', type);
  const { xy, parts } = contents(walk, geometry);
  if (type === arcs || type === compound) {
    if (parts.length === 0 && !xy) return;
    walk.families.add('lines');
    const builder = walk.builderOf?.('lines');
    addPath(builder, curvePath(walk, geometry, type, depth));
    builder?.endPart();
  } else if (type === curvePolygon) {
    if (parts.length > 0) walk.families.add('polygons');
    const builder = walk.builderOf?.('polygons');
    for (const [i, ring] of parts.entries()) {
      addPath(builder, curvePath(walk, ring, uint8Of(ring, typeField, 0) || line, depth + 1));
      if (builder && !builder.endRing(i === 0 ? 'exterior' : 'hole')) walk.droppedRings++;
    }
  } else if (parts.length > 0) {
    for (const part of parts) {
      if (walk.unreadable) return;
      step(walk, part, uint8Of(part, typeField, 0) || (memberOf[type] ?? 0), depth + 1);
    }
  } else if (xy && family) {
    walk.families.add(family);
    const builder = walk.builderOf?.(family);
    if (builder) draw(walk, builder, { ...xy, geometry, family, isSplit: type !== line });
  }
}

interface Vertices {
  /** Offset of the first vertex in the view. */
  readonly at: number;
  /** At least 1. */
  readonly vertexCount: number;
}

function contents(
  walk: Walk,
  geometry: FlatTable,
): { readonly xy: Vertices | undefined; readonly parts: readonly FlatTable[] } {
  const list = listOf(geometry, xyField, 8);
  walk.hasHeights ||= (listOf(geometry, zField, 8)?.count ?? 0) > 0;
  walk.hasMeasures ||= (listOf(geometry, mField, 8)?.count ?? 0) > 0;
  const parts = tablesOf(geometry, partsField);
  walk.partCount += parts.length;
  // In a damaged file, parts may refer to each other.
  if (4 * walk.partCount > walk.byteCount)
    throw new RangeError(`${walk.partCount} parts within ${walk.byteCount} bytes`);
  return { xy: list && list.count > 1 ? { at: list.at, vertexCount: list.count >> 1 } : undefined, parts };
}

/** Return the flat vertices of a line, an arc string or a compound curve; empty while the geometry is only examined. */
function curvePath(walk: Walk, geometry: FlatTable, type: number, depth: number): readonly number[] {
  if ((type !== line && type !== arcs && type !== compound) || depth > maxDepth)
    throw new GeometryFault('geometryTypeExpected', type);
  const { xy, parts } = contents(walk, geometry);
  if (type === compound) {
    const whole: number[] = [];
    for (const part of parts) {
      const path = curvePath(walk, part, uint8Of(part, typeField, 0) || line, depth + 1);
      for (let at = whole.length > 0 ? 2 : 0; at < path.length; at++) whole.push(path[at]!);
    }
    return whole;
  }
  if (type === arcs) walk.curveCount++;
  if (!walk.builderOf || !xy) return [];
  walk.budget.take('vertices', xy.vertexCount);
  const path = Array.from({ length: 2 * xy.vertexCount }, (_, i) => geometry.view.getFloat64(xy.at + 8 * i, true));
  const broken = path.find((value) => !Number.isFinite(value));
  if (broken !== undefined) throw new GeometryFault('finiteExpected', broken);
  if (type === line) return path;
  const chords = arcStringChords(path, walk.tolerance);
  walk.budget.take('vertices', chords.length >> 1);
  return chords;
}

function addPath(builder: GeometryBuilder | undefined, path: readonly number[]): void {
  if (builder) for (let at = 0; at < path.length; at += 2) builder.addVertex(path[at]!, path[at + 1]!);
}

interface Path extends Vertices {
  readonly geometry: FlatTable;
  readonly family: Family;
  /** Whether `ends` splits the path into parts. */
  readonly isSplit: boolean;
}

function draw(walk: Walk, builder: GeometryBuilder, { geometry, family, isSplit, at, vertexCount }: Path): void {
  const { view } = geometry;
  walk.budget.take('vertices', vertexCount);
  const ends = isSplit ? listOf(geometry, endsField, 4) : undefined;
  let vertex = 0;
  for (let part = 0; part < (ends?.count || 1); part++) {
    const end = ends?.count ? view.getUint32(ends.at + 4 * part, true) : vertexCount;
    if (end < vertex || end > vertexCount)
      throw new RangeError(`expected part ${part} that ends at vertex ${vertex} to ${vertexCount}, found ${end}`);
    for (; vertex < end; vertex++) {
      const x = view.getFloat64(at + 16 * vertex, true);
      const y = view.getFloat64(at + 16 * vertex + 8, true);
      // A point of NaN coordinates is empty.
      if (family === 'points' && Number.isNaN(x) && Number.isNaN(y)) continue;
      if (!Number.isFinite(x) || !Number.isFinite(y)) throw new GeometryFault('finiteExpected', `${x} ${y}`);
      builder.addVertex(x, y);
      if (family === 'points') builder.endPart();
    }
    if (family === 'lines') builder.endPart();
    else if (family === 'polygons' && !builder.endRing(part === 0 ? 'exterior' : 'hole')) walk.droppedRings++;
  }
}

/** A bigint is an integer beyond 2^53. Booleans are 0 and 1. */
export type FlatGeobufValue = string | number | bigint | Uint8Array;

const wholeOf = (value: bigint): number | bigint => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

const numbers: Partial<Record<FlatGeobufType, readonly [number, (view: DataView, at: number) => number | bigint]>> = {
  byte: [1, (view, at) => view.getInt8(at)],
  ubyte: [1, (view, at) => view.getUint8(at)],
  bool: [1, (view, at) => view.getUint8(at)],
  short: [2, (view, at) => view.getInt16(at, true)],
  ushort: [2, (view, at) => view.getUint16(at, true)],
  int: [4, (view, at) => view.getInt32(at, true)],
  uint: [4, (view, at) => view.getUint32(at, true)],
  long: [8, (view, at) => wholeOf(view.getBigInt64(at, true))],
  ulong: [8, (view, at) => wholeOf(view.getBigUint64(at, true))],
  float: [4, (view, at) => view.getFloat32(at, true)],
  double: [8, (view, at) => view.getFloat64(at, true)],
};

/**
 * Read the values of a feature. Columns without a value aren't reported.
 *
 * @param set receives the column index and the value
 * @throws {Fault} `bad-package` or {RangeError} when they're damaged
 */
export function readValues(
  feature: FlatTable,
  columns: readonly FlatGeobufColumn[],
  set: (column: number, value: FlatGeobufValue) => void,
): void {
  const list = listOf(feature, 1, 1);
  if (!list) return;
  const { view } = feature;
  const end = list.at + list.count;
  const need = (count: number, at: number): void => {
    if (at + count > end) throw new Fault('bad-package', `expected ${count} bytes of values, found ${end - at}.`);
  };
  for (let at = list.at; at < end; ) {
    need(2, at);
    const number = view.getUint16(at, true);
    at += 2;
    const column = columns[number];
    if (!column) throw new Fault('bad-package', `expected one of ${columns.length} columns, found number ${number}.`);
    const plain = numbers[column.type];
    if (plain) {
      need(plain[0], at);
      set(number, plain[1](view, at));
      at += plain[0];
      continue;
    }
    need(4, at);
    const size = view.getUint32(at, true);
    at += 4;
    need(size, at);
    set(
      number,
      column.type === 'binary' ? new Uint8Array(view.buffer, view.byteOffset + at, size) : textAt(view, at, size),
    );
    at += size;
  }
}
