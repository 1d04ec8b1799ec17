import type { Budget } from '../../../contract/budget.ts';
import { type Family, familyOfCode, kindOfCode, unreadableKinds } from '../../../rows/geometry/geometry-codes.ts';
import type { GeometryKind } from '../../../rows/manifest.ts';
import type { GeometryBuilder } from '../geometry-builder.ts';
import { arcStringChords, chordTolerance } from './chords.ts';
import { GeometryFault, type Shape } from './shape.ts';

interface WkbOptions {
  /** Position of the geometry's first byte; 0 if absent. */
  readonly start?: number;
  /** Maximum distance between a chord and its arc; 0.05 m if absent. */
  readonly tolerance?: number;
  /** Budget for the vertices that `draw` creates, including those of arcs. */
  readonly budget?: Budget | undefined;
}

/** Type codes of ISO 13249-3; 1000 is added for heights, and 2000 for measures. */
const [point, line, circularString, compoundCurve, curvePolygon] = [1, 2, 8, 9, 10];
const collections = new Set([4, 5, 6, 7, 11, 12]);
const maxDepth = 16;

interface Walk {
  readonly tolerance: number;
  readonly budget: Budget | undefined;
  readonly view: DataView;
  offset: number;
  /** Absent while the geometry is only inspected. */
  readonly getBuilder: ((family: Family) => GeometryBuilder) | undefined;
  readonly families: Set<Family>;
  hasHeights: boolean;
  hasMeasures: boolean;
  unreadable: string | undefined;
  droppedRings: number;
  curveCount: number;
}

const begin = (view: DataView, options: WkbOptions, getBuilder?: (family: Family) => GeometryBuilder): Walk => ({
  tolerance: options.tolerance ?? chordTolerance(undefined),
  budget: options.budget,
  view,
  offset: options.start ?? 0,
  getBuilder,
  families: new Set(),
  hasHeights: false,
  hasMeasures: false,
  unreadable: undefined,
  droppedRings: 0,
  curveCount: 0,
});

/**
 * Inspect a geometry in well-known binary, either with the ISO type codes or EWKB. Arcs become chords. The inspection
 * ends at the first solid or unsupported curve.
 *
 * @throws {GeometryFault} if it ends early or has an unknown type
 * @throws {Fault} from `draw`: a `GeometryFault` if a coordinate isn't finite, `too-large` if the budget is exceeded
 */
export function readWkb({ buffer, byteOffset, byteLength }: Uint8Array, options: WkbOptions = {}): Shape {
  const view = new DataView(buffer, byteOffset, byteLength);
  const { families, hasHeights, hasMeasures, unreadable, curveCount } = runWalk(begin(view, options));
  return {
    families,
    hasHeights,
    hasMeasures,
    curveCount,
    unreadable,
    draw: (getBuilder) => runWalk(begin(view, options, getBuilder)).droppedRings,
  };
}

/** Return the kind of a geometry from its header; undefined for collections, curves and truncated data. */
export function wkbKind({ buffer, byteOffset, length, 0: order }: Uint8Array): GeometryKind | undefined {
  if (length < 5) return undefined;
  const code = new DataView(buffer, byteOffset).getUint32(1, order === 1);
  return kindOfCode((code & 0xfff_ffff) % 1000);
}

function runWalk(walk: Walk): Walk {
  geometry(walk, 0);
  return walk;
}

function need(walk: Walk, bytes: number): void {
  const remaining = walk.view.byteLength - walk.offset;
  if (bytes > remaining) throw new GeometryFault('bytesLeft', bytes, remaining);
}

function count(walk: Walk, isLittle: boolean): number {
  need(walk, 4);
  walk.offset += 4;
  return walk.view.getUint32(walk.offset - 4, isLittle);
}

/** Header of a geometry. */
interface Head {
  readonly kind: number;
  readonly isLittle: boolean;
  /** Bytes per vertex. */
  readonly width: number;
}

function head(walk: Walk, depth: number): Head | undefined {
  need(walk, 5);
  const order = walk.view.getUint8(walk.offset++);
  if (order > 1) throw new GeometryFault('byteOrderExpected', order);
  const isLittle = order === 1;
  const code = count(walk, isLittle);
  if (code & 0x20000000) count(walk, isLittle);
  const plain = code & 0x0fffffff;
  const kind = plain % 1000;
  const variant = Math.floor(plain / 1000);
  const unreadable = unreadableKinds[kind];
  if (variant > 3 || depth > maxDepth || !(unreadable || familyOfCode[kind] || kind === 7))
    throw new GeometryFault('geometryTypeExpected', String(code));
  if (unreadable) {
    walk.unreadable ??= unreadable;
    return undefined;
  }
  const hasHeights = (code & 0x80000000) !== 0 || variant === 1 || variant === 3;
  const hasMeasures = (code & 0x40000000) !== 0 || variant >= 2;
  walk.hasHeights ||= hasHeights;
  walk.hasMeasures ||= hasMeasures;
  return { kind, isLittle, width: 16 + (hasHeights ? 8 : 0) + (hasMeasures ? 8 : 0) };
}

function geometry(walk: Walk, depth: number): void {
  const geometryHead = head(walk, depth);
  if (!geometryHead) return;
  const { kind, isLittle, width } = geometryHead;
  const family = familyOfCode[kind];
  if (family) walk.families.add(family);
  if (collections.has(kind)) {
    const members = count(walk, isLittle);
    for (let member = 0; member < members && !walk.unreadable; member++) geometry(walk, depth + 1);
    return;
  }
  const builder = walk.getBuilder?.(family!);
  if (kind === point) {
    // A point with NaN coordinates is empty.
    need(walk, width);
    const isEmpty = Number.isNaN(walk.view.getFloat64(walk.offset, isLittle));
    vertices(walk, isEmpty ? undefined : builder, 1, width, isLittle);
    builder?.endPart();
  } else if (kind === line) {
    vertices(walk, builder, count(walk, isLittle), width, isLittle);
    builder?.endPart();
  } else if (kind === circularString || kind === compoundCurve) {
    drawPath(builder, curvePath(walk, geometryHead, depth));
    builder?.endPart();
  } else if (kind === curvePolygon) {
    const rings = count(walk, isLittle);
    for (let ring = 0; ring < rings && !walk.unreadable; ring++) {
      const curve = head(walk, depth + 1);
      if (!curve) return;
      drawPath(builder, curvePath(walk, curve, depth + 1));
      if (builder && !builder.endRing(ring === 0 ? 'exterior' : 'hole')) walk.droppedRings++;
    }
  } else {
    const rings = count(walk, isLittle);
    for (let ring = 0; ring < rings; ring++) {
      vertices(walk, builder, count(walk, isLittle), width, isLittle);
      if (builder && !builder.endRing(ring === 0 ? 'exterior' : 'hole')) walk.droppedRings++;
    }
  }
}

function vertices(
  walk: Walk,
  builder: Pick<GeometryBuilder, 'addVertex'> | undefined,
  number: number,
  width: number,
  isLittle: boolean,
): void {
  need(walk, number * width);
  const end = walk.offset + number * width;
  if (builder) {
    walk.budget?.take('vertices', number);
    for (let offset = walk.offset; offset < end; offset += width) {
      const x = walk.view.getFloat64(offset, isLittle);
      const y = walk.view.getFloat64(offset + 8, isLittle);
      if (!Number.isFinite(x) || !Number.isFinite(y)) throw new GeometryFault('finiteExpected', `(${x}, ${y})`);
      builder.addVertex(x, y);
    }
  }
  walk.offset = end;
}

function drawPath(builder: GeometryBuilder | undefined, path: readonly number[]): void {
  if (builder) for (let i = 0; i < path.length; i += 2) builder.addVertex(path[i]!, path[i + 1]!);
}

/** Return the flat vertices of a line, an arc string or a compound curve; empty while only inspected. */
function curvePath(walk: Walk, { kind, isLittle, width }: Head, depth: number): number[] {
  if (kind === compoundCurve) {
    const members = count(walk, isLittle);
    const whole: number[] = [];
    for (let member = 0; member < members && !walk.unreadable; member++) {
      const curve = head(walk, depth + 1);
      const path = curve ? curvePath(walk, curve, depth + 1) : [];
      for (let i = whole.length > 0 ? 2 : 0; i < path.length; i++) whole.push(path[i]!);
    }
    return whole;
  }
  if (kind !== line && kind !== circularString) throw new GeometryFault('geometryTypeExpected', String(kind));
  const path: number[] = [];
  const collect = { addVertex: (x: number, y: number) => void path.push(x, y) };
  vertices(walk, walk.getBuilder && collect, count(walk, isLittle), width, isLittle);
  if (kind === line) return path;
  walk.curveCount++;
  const chords = arcStringChords(path, walk.tolerance);
  walk.budget?.take('vertices', chords.length >> 1);
  return chords;
}
