import type { Budget } from '../../contract/budget.ts';
import { Fault } from '../../contract/index.ts';
import { type Family, familyOfCode, unreadableKinds } from '../../rows/geometry/geometry-codes.ts';
import type { GeometryBuilder } from '../reading/geometry-builder.ts';
import { arcStringChords } from '../reading/shapes/chords.ts';
import { GeometryFault, type Shape } from '../reading/shapes/shape.ts';
import { type FlatTable, readList, readTable, readTableList, readUint8, rootTable, textAt } from './flat-buffer.ts';
import type { FlatGeobufColumn, FlatGeobufType } from './header.ts';

/** Find the feature at an offset; it begins with its length. @throws {RangeError} when it extends beyond the bytes */
export function featureAt(bytes: Uint8Array, offset: number): FlatTable {
  const length = 4 + new DataView(bytes.buffer, bytes.byteOffset + offset).getUint32(0, true);
  if (offset + length > bytes.length) throw new RangeError('a feature is cut off');
  return rootTable(new DataView(bytes.buffer, bytes.byteOffset + offset, length), 4);
}

/** Options for reading geometries. */
interface ShapeOptions {
  /** Geometry type of the header; 0 if each feature has its own. */
  readonly geometryType: number;
  /** Maximum distance of chords from their arc. */
  readonly tolerance: number;
  /** Charged for each vertex as geometries are decoded. */
  readonly budget: Budget;
}

/** Codes of `GeometryType`, the same as in WKB. */
const [point, line, polygon, points, lines, polygons, collection] = [1, 2, 3, 4, 5, 6, 7];
const [arcs, compound, curvePolygon, curves, surfaces] = [8, 9, 10, 11, 12];
/** Default type of the members of a geometry. */
const defaultMemberTypes: Readonly<Record<number, number>> = {
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
export function readGeometryType(feature: FlatTable): number {
  const geometry = readTable(feature, 0);
  return geometry ? readUint8(geometry, typeField, 0) : 0;
}

/**
 * Examine the geometry of a feature. Arcs become chords.
 *
 * @returns undefined for a feature without geometry or with an empty geometry
 * @throws {GeometryFault} when the geometry is damaged; `draw` also throws `too-large` when the budget is used up
 */
export function readFlatGeobufShape(feature: FlatTable, options: ShapeOptions): Shape | undefined {
  const walk = (getBuilder?: (family: Family) => GeometryBuilder): Walk | undefined => {
    // List the members, because spreading objects is slow and each feature needs two.
    const state: Walk = {
      tolerance: options.tolerance,
      budget: options.budget,
      byteCount: feature.view.byteLength,
      getBuilder,
      families: new Set(),
      hasHeights: false,
      hasMeasures: false,
      unreadable: undefined,
      droppedRings: 0,
      partCount: 0,
      curveCount: 0,
    };
    try {
      const geometry = readTable(feature, 0);
      if (!geometry) return undefined;
      step(state, geometry, options.geometryType || readUint8(geometry, typeField, 0), 0);
      return state;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new GeometryFault('damaged', error.message);
    }
  };
  const result = walk();
  if (!result || (result.families.size === 0 && !result.unreadable)) return undefined;
  const { families, hasHeights, hasMeasures, unreadable, curveCount } = result;
  return {
    families,
    hasHeights,
    hasMeasures,
    curveCount,
    unreadable,
    draw: (getBuilder) => walk(getBuilder)!.droppedRings,
  };
}

interface Walk extends Pick<ShapeOptions, 'tolerance' | 'budget'> {
  /** Bytes of the feature. */
  readonly byteCount: number;
  /** Absent while the geometry is only examined. */
  readonly getBuilder: ((family: Family) => GeometryBuilder) | undefined;
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
    const builder = walk.getBuilder?.('lines');
    addPath(builder, curvePath(walk, geometry, type, depth));
    builder?.endPart();
  } else if (type === curvePolygon) {
    if (parts.length > 0) walk.families.add('polygons');
    const builder = walk.getBuilder?.('polygons');
    for (const [i, ring] of parts.entries()) {
      addPath(builder, curvePath(walk, ring, readUint8(ring, typeField, 0) || line, depth + 1));
      if (builder && !builder.endRing(i === 0 ? 'exterior' : 'hole')) walk.droppedRings++;
    }
  } else if (parts.length > 0) {
    for (const part of parts) {
      if (walk.unreadable) return;
      step(walk, part, readUint8(part, typeField, 0) || (defaultMemberTypes[type] ?? 0), depth + 1);
    }
  } else if (xy && family) {
    walk.families.add(family);
    const builder = walk.getBuilder?.(family);
    if (builder) draw(walk, builder, { ...xy, geometry, family, isSplit: type !== line });
  }
}

interface Vertices {
  /** Offset of the first vertex in the view. */
  readonly offset: number;
  /** At least 1. */
  readonly vertexCount: number;
}

function contents(
  walk: Walk,
  geometry: FlatTable,
): { readonly xy: Vertices | undefined; readonly parts: readonly FlatTable[] } {
  const list = readList(geometry, xyField, 8);
  walk.hasHeights ||= (readList(geometry, zField, 8)?.count ?? 0) > 0;
  walk.hasMeasures ||= (readList(geometry, mField, 8)?.count ?? 0) > 0;
  const parts = readTableList(geometry, partsField);
  walk.partCount += parts.length;
  // In a damaged file, parts may refer to each other.
  if (4 * walk.partCount > walk.byteCount)
    throw new RangeError(`${walk.partCount} parts within ${walk.byteCount} bytes`);
  return { xy: list && list.count > 1 ? { offset: list.offset, vertexCount: list.count >> 1 } : undefined, parts };
}

/** Return the flat vertices of a line, an arc string or a compound curve; empty while the geometry is only examined. */
function curvePath(walk: Walk, geometry: FlatTable, type: number, depth: number): readonly number[] {
  if ((type !== line && type !== arcs && type !== compound) || depth > maxDepth)
    throw new GeometryFault('geometryTypeExpected', type);
  const { xy, parts } = contents(walk, geometry);
  if (type === compound) {
    const whole: number[] = [];
    for (const part of parts) {
      const path = curvePath(walk, part, readUint8(part, typeField, 0) || line, depth + 1);
      for (let i = whole.length > 0 ? 2 : 0; i < path.length; i++) whole.push(path[i]!);
    }
    return whole;
  }
  if (type === arcs) walk.curveCount++;
  if (!walk.getBuilder || !xy) return [];
  walk.budget.take('vertices', xy.vertexCount);
  const path = Array.from({ length: 2 * xy.vertexCount }, (_, i) => geometry.view.getFloat64(xy.offset + 8 * i, true));
  const broken = path.find((value) => !Number.isFinite(value));
  if (broken !== undefined) throw new GeometryFault('finiteExpected', broken);
  if (type === line) return path;
  const chords = arcStringChords(path, walk.tolerance);
  walk.budget.take('vertices', chords.length >> 1);
  return chords;
}

function addPath(builder: GeometryBuilder | undefined, path: readonly number[]): void {
  if (builder) for (let i = 0; i < path.length; i += 2) builder.addVertex(path[i]!, path[i + 1]!);
}

interface Path extends Vertices {
  readonly geometry: FlatTable;
  readonly family: Family;
  /** Whether `ends` splits the path into parts. */
  readonly isSplit: boolean;
}

function draw(walk: Walk, builder: GeometryBuilder, { geometry, family, isSplit, offset, vertexCount }: Path): void {
  const { view } = geometry;
  walk.budget.take('vertices', vertexCount);
  const ends = isSplit ? readList(geometry, endsField, 4) : undefined;
  let vertex = 0;
  for (let part = 0; part < (ends?.count || 1); part++) {
    const end = ends?.count ? view.getUint32(ends.offset + 4 * part, true) : vertexCount;
    if (end < vertex || end > vertexCount)
      throw new RangeError(`expected part ${part} that ends at vertex ${vertex} to ${vertexCount}, found ${end}`);
    for (; vertex < end; vertex++) {
      const x = view.getFloat64(offset + 16 * vertex, true);
      const y = view.getFloat64(offset + 16 * vertex + 8, true);
      // A point with NaN coordinates is empty.
      if (family === 'points' && Number.isNaN(x) && Number.isNaN(y)) continue;
      if (!Number.isFinite(x) || !Number.isFinite(y)) throw new GeometryFault('finiteExpected', `(${x}, ${y})`);
      builder.addVertex(x, y);
      if (family === 'points') builder.endPart();
    }
    if (family === 'lines') builder.endPart();
    else if (family === 'polygons' && !builder.endRing(part === 0 ? 'exterior' : 'hole')) walk.droppedRings++;
  }
}

/** A bigint is an integer beyond 2^53. Booleans are 0 and 1. */
export type FlatGeobufValue = string | number | bigint | Uint8Array;

const toSafeNumber = (value: bigint): number | bigint => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

const numbers: Partial<Record<FlatGeobufType, readonly [number, (view: DataView, offset: number) => number | bigint]>> =
  {
    byte: [1, (view, offset) => view.getInt8(offset)],
    ubyte: [1, (view, offset) => view.getUint8(offset)],
    bool: [1, (view, offset) => view.getUint8(offset)],
    short: [2, (view, offset) => view.getInt16(offset, true)],
    ushort: [2, (view, offset) => view.getUint16(offset, true)],
    int: [4, (view, offset) => view.getInt32(offset, true)],
    uint: [4, (view, offset) => view.getUint32(offset, true)],
    long: [8, (view, offset) => toSafeNumber(view.getBigInt64(offset, true))],
    ulong: [8, (view, offset) => toSafeNumber(view.getBigUint64(offset, true))],
    float: [4, (view, offset) => view.getFloat32(offset, true)],
    double: [8, (view, offset) => view.getFloat64(offset, true)],
  };

/**
 * Read the values of a feature. Columns without a value aren't reported.
 *
 * @param set receives the column index and the value
 * @throws {Fault} `bad-package` or {RangeError} when the values are damaged
 */
export function readValues(
  feature: FlatTable,
  columns: readonly FlatGeobufColumn[],
  set: (column: number, value: FlatGeobufValue) => void,
): void {
  const list = readList(feature, 1, 1);
  if (!list) return;
  const { view } = feature;
  const end = list.offset + list.count;
  const need = (count: number, offset: number): void => {
    if (offset + count > end)
      throw new Fault('bad-package', `expected ${count} bytes of values, found ${end - offset}.`);
  };
  for (let offset = list.offset; offset < end; ) {
    need(2, offset);
    const number = view.getUint16(offset, true);
    offset += 2;
    const column = columns[number];
    if (!column) throw new Fault('bad-package', `expected a column number below ${columns.length}, found ${number}.`);
    const plain = numbers[column.type];
    if (plain) {
      need(plain[0], offset);
      set(number, plain[1](view, offset));
      offset += plain[0];
      continue;
    }
    need(4, offset);
    const size = view.getUint32(offset, true);
    offset += 4;
    need(size, offset);
    set(
      number,
      column.type === 'binary'
        ? new Uint8Array(view.buffer, view.byteOffset + offset, size)
        : textAt(view, offset, size),
    );
    offset += size;
  }
}
