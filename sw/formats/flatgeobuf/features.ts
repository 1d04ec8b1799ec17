import type { Budget } from '../../contract/budget.ts';
import { Fault } from '../../contract/index.ts';
import { type Family, familyOfCode, unreadableKinds } from '../../rows/geometry/geometry-codes.ts';
import type { GeometryBuilder } from '../reading/geometry-builder.ts';
import { arcStringChords } from '../reading/shapes/chords.ts';
import { GeometryFault, type Shape } from '../reading/shapes/shape.ts';
import { type FlatTable, listOf, rootTable, tableOf, tablesOf, textAt, uint8Of } from './flat-buffer.ts';
import type { FlatGeobufColumn, FlatGeobufType } from './header.ts';

/**
 * Find a feature, which begins with its length.
 *
 * @throws {RangeError} when it does not end within the bytes
 */
export function featureAt(bytes: Uint8Array, at: number): FlatTable {
  const length = 4 + new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0, true);
  if (at + length > bytes.length) throw new RangeError('a feature is cut off');
  return rootTable(new DataView(bytes.buffer, bytes.byteOffset + at, length), 4);
}

/** How geometries are read. */
interface ShapeOptions {
  /** Of the header; 0 where features say their own. */
  readonly geometryType: number;
  /** How far chords may be off their arcs. */
  readonly tolerance: number;
  /** Vertices are taken of it as they are drawn. */
  readonly budget: Budget;
}

/** Codes of `GeometryType`, as those of well-known binary. */
const [point, line, polygon, points, lines, polygons, collection] = [1, 2, 3, 4, 5, 6, 7];
const [arcs, compound, curvePolygon, curves, surfaces] = [8, 9, 10, 11, 12];
/** What the members of a geometry are that do not say it. */
const memberOf: Readonly<Record<number, number>> = {
  [points]: point,
  [lines]: line,
  [polygons]: polygon,
  [curves]: line,
  [surfaces]: polygon,
};
const maxDepth = 16;
/** Fields of a geometry. */
const [endsField, xyField, zField, mField, typeField, partsField] = [0, 1, 2, 3, 6, 7];

/** The type that the geometry of a feature says of itself; 0 when it says none. */
export function geometryTypeOf(feature: FlatTable): number {
  const geometry = tableOf(feature, 0);
  return geometry ? uint8Of(geometry, typeField, 0) : 0;
}

/**
 * Look over the geometry of a feature. Arcs become chords.
 *
 * @returns undefined for a feature without geometry, or with an empty one
 * @throws {GeometryFault} when it is damaged; `draw` also `too-large`
 */
export function shapeOf(feature: FlatTable, options: ShapeOptions): Shape | undefined {
  const walk = (builderOf?: (family: Family) => GeometryBuilder): Walk | undefined => {
    // Member by member: objects that are spread together are slow, and there are two for each feature.
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
  /** Of the feature. */
  readonly byteCount: number;
  /** Absent while the geometry is only looked over. */
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
  /** Of the first in the view. */
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
  // Parts of a damaged file may point to each other.
  if (4 * walk.partCount > walk.byteCount)
    throw new RangeError(`${walk.partCount} parts within ${walk.byteCount} bytes`);
  return { xy: list && list.count > 1 ? { at: list.at, vertexCount: list.count >> 1 } : undefined, parts };
}

/** The vertices of a line, a string of arcs or several of them that follow each other, flat; empty while only looked over. */
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
  /** Its ends count. */
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
      throw new RangeError(`part ${part} that ends at vertex ${vertex} to ${vertexCount} expected, ${end} found`);
    for (; vertex < end; vertex++) {
      const x = view.getFloat64(at + 16 * vertex, true);
      const y = view.getFloat64(at + 16 * vertex + 8, true);
      // A point of no location is empty.
      if (family === 'points' && Number.isNaN(x) && Number.isNaN(y)) continue;
      if (!Number.isFinite(x) || !Number.isFinite(y)) throw new GeometryFault('finiteExpected', `${x} ${y}`);
      builder.addVertex(x, y);
      if (family === 'points') builder.endPart();
    }
    if (family === 'lines') builder.endPart();
    else if (family === 'polygons' && !builder.endRing(part === 0 ? 'exterior' : 'hole')) walk.droppedRings++;
  }
}

/** A bigint for a whole number beyond 2^53, a number else; booleans are 0 and 1. */
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
 * Read the values that a feature has; a column that is not set is null.
 *
 * @param set gets the number of the column
 * @throws {Fault} `bad-package` or {RangeError} when they are damaged
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
    if (at + count > end) throw new Fault('bad-package', `${count} bytes of values expected, ${end - at} left`);
  };
  for (let at = list.at; at < end; ) {
    need(2, at);
    const number = view.getUint16(at, true);
    at += 2;
    const column = columns[number];
    if (!column) throw new Fault('bad-package', `one of ${columns.length} columns expected, number ${number} found`);
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
