import { ByteBuffer } from 'flatbuffers';
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import type { Geometry } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js';
import { Fault } from '../../contract/index.ts';
import { type Family, familyOfCode, unreadableKinds } from '../../rows/geometry/geometry-codes.ts';
import type { FlatGeobufColumn } from './header.ts';
import { type FlatGeobufValue, readFlatGeobufValues } from './values.ts';

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
  /** Strings of arcs in it, which are drawn as chords. */
  readonly curveCount: number;
  /** The first kind in it that is a solid surface; the rest was not looked at. */
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
const maximumDepth = 16;

/** Makes the vertices, flat, of a string of arcs of three points each, which share their ends. */
type ArcChords = (xy: readonly number[]) => readonly number[];

/**
 * Read one feature.
 *
 * @param bytes with the four bytes of its length in front
 * @param geometryType that of the header; 0 where features say their own
 * @param chordsOf     draws arcs
 * @throws {Fault} `bad-geometry` when the geometry is damaged; `bad-package` from `readValues` when the values are
 */
export function readFlatGeobufFeature(
  bytes: Uint8Array,
  geometryType: number,
  columns: readonly FlatGeobufColumn[],
  chordsOf: ArcChords,
): FlatGeobufFeature {
  const feature = Feature.getSizePrefixedRootAsFeature(new ByteBuffer(bytes));
  const geometry = feature.geometry();
  const shape = geometry ? shapeOf(geometry, geometryType, bytes.length, chordsOf) : undefined;
  return {
    shape: shape && (shape.families.size > 0 || shape.unreadable) ? shape : undefined,
    readValues: (set) => readFlatGeobufValues(feature, columns, bytes.length, set),
  };
}

interface Walk {
  readonly byteCount: number;
  readonly chordsOf: ArcChords;
  readonly sinkOf?: (family: Family) => ShapeSink;
  readonly families: Set<Family>;
  hasHeights: boolean;
  hasMeasures: boolean;
  unreadable?: string;
  droppedRings: number;
  partCount: number;
  curveCount: number;
}

function shapeOf(geometry: Geometry, geometryType: number, byteCount: number, chordsOf: ArcChords): FlatGeobufShape {
  const walk = (sinkOf?: (family: Family) => ShapeSink): Walk => {
    const begun: Walk = {
      byteCount,
      chordsOf,
      ...(sinkOf ? { sinkOf } : {}),
      families: new Set(),
      hasHeights: false,
      hasMeasures: false,
      droppedRings: 0,
      partCount: 0,
      curveCount: 0,
    };
    step(begun, geometry, geometryType || geometry.type(), 0);
    return begun;
  };
  const { families, hasHeights, hasMeasures, unreadable, curveCount } = walk();
  return {
    families,
    hasHeights,
    hasMeasures,
    curveCount,
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
  const family = familyOfCode[type];
  if ((!family && type !== collection) || depth > maximumDepth)
    throw new Fault('bad-geometry', `geometry type expected, ${type ?? 'nothing'} found`);
  const { coordinateCount, partCount, endCount } = counted(walk, geometry);
  if (type === arcs || type === compound) {
    if (partCount === 0 && coordinateCount < 2) return;
    walk.families.add('lines');
    const sink = walk.sinkOf?.('lines');
    addPath(sink, curvePath(walk, geometry, type, depth));
    sink?.endPart();
    return;
  }
  if (type === curvePolygon) {
    if (partCount > 0) walk.families.add('polygons');
    const sink = walk.sinkOf?.('polygons');
    for (const [i, ring] of partsOf(geometry, partCount).entries()) {
      addPath(sink, curvePath(walk, ring, ring.type() || line, depth + 1));
      if (sink && !sink.endRing(i === 0 ? 'exterior' : 'hole')) walk.droppedRings++;
    }
    return;
  }
  if (partCount > 0) {
    for (const part of partsOf(geometry, partCount)) {
      if (walk.unreadable) return;
      step(walk, part, part.type() || (memberOf[type] ?? 0), depth + 1);
    }
    return;
  }
  if (coordinateCount < 2 || !family) return;
  walk.families.add(family);
  if (walk.sinkOf)
    draw(walk, walk.sinkOf(family), { geometry, family, isSplit: type !== line, coordinateCount, endCount });
}

function counted(walk: Walk, geometry: Geometry) {
  const coordinateCount = checked(walk, geometry.xyLength(), 8);
  const partCount = checked(walk, geometry.partsLength(), 4);
  // Parts of a damaged file may point to each other.
  walk.partCount = checked(walk, walk.partCount + partCount, 4);
  const endCount = checked(walk, geometry.endsLength(), 4);
  walk.hasHeights ||= geometry.zLength() > 0;
  walk.hasMeasures ||= geometry.mLength() > 0;
  return { coordinateCount, partCount, endCount };
}

const partsOf = (geometry: Geometry, count: number): Geometry[] =>
  Array.from({ length: count }, (_, i) => geometry.parts(i)).filter((part) => part !== null);

/** The vertices of a line, a string of arcs or several of them that follow each other, flat; empty while only looked over. */
function curvePath(walk: Walk, geometry: Geometry, type: number, depth: number): readonly number[] {
  if ((type !== line && type !== arcs && type !== compound) || depth > maximumDepth)
    throw new Fault('bad-geometry', `a line or arcs expected, geometry type ${type ?? 'nothing'} found`);
  const { coordinateCount, partCount } = counted(walk, geometry);
  if (type === compound) {
    const whole: number[] = [];
    for (const part of partsOf(geometry, partCount)) {
      const path = curvePath(walk, part, part.type() || line, depth + 1);
      for (let at = whole.length > 0 ? 2 : 0; at < path.length; at++) whole.push(path[at]!);
    }
    return whole;
  }
  if (type === arcs) walk.curveCount++;
  if (!walk.sinkOf) return [];
  const xy = Array.from({ length: coordinateCount & ~1 }, (_, i) => geometry.xy(i)!);
  const broken = xy.find((value) => !Number.isFinite(value));
  if (broken !== undefined) throw new Fault('bad-geometry', `finite coordinates expected, ${broken} found`);
  return type === arcs ? walk.chordsOf(xy) : xy;
}

function addPath(sink: ShapeSink | undefined, path: readonly number[]): void {
  if (sink) for (let at = 0; at < path.length; at += 2) sink.addVertex(path[at]!, path[at + 1]!);
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
