import { type Fault, type Value, wrongValue } from '../../contract/index.ts';
import { arcVertices, bezierVertices } from '../../geometry/curve.ts';
import { type SingleGeometry, singleGeometry } from '../../geometry/single-geometry.ts';
import type { Steps } from '../../scheduler.ts';

/** The geometry of a request, with its spatial reference. */
export interface InputGeometry extends SingleGeometry {
  readonly spatialReference?: Value<'SpatialReference'>;
}

/** Maximum vertices, and segments or rings, read between two yields. */
const verticesAtOnce = 16_384;
const partsAtOnce = 256;

/**
 * Read a geometry value of the contract into flat arrays. An envelope becomes a polygon, or a line or point if it has
 * no width or height. Arcs and curves become chords. Rings are closed. Yields regularly.
 *
 * @param path name of the geometry in faults
 * @throws {Fault} `bad-geometry` for coordinates that aren't finite, rings of fewer than three points, single-point
 *   paths and invalid curves, `bad-extent` for an envelope with minimum above maximum, `not-supported` for binary forms
 *   and surfaces
 */
export function* geometryFromValue(value: Value<'Geometry'>, path = 'FilterGeometry'): Steps<InputGeometry> {
  switch (value.type) {
    case 'EnvelopeN':
      return { ...fromEnvelope(value, path), ...readReference(value) };
    case 'PointN':
      return { ...singleGeometry('point', [pointXY(value, path)]), ...readReference(value) };
    case 'MultipointN': {
      const xy = new Float64Array(yield* pointsXY(value.PointArray, `${path}.PointArray`));
      const partOffsets = new Int32Array(xy.length / 2 + 1).map((_, i) => i);
      return { kind: 'multipoint', xy, partOffsets, ...readReference(value) };
    }
    case 'PolylineN': {
      const paths = yield* pathsXY(value.PathArray, `${path}.PathArray`);
      return { ...polyline(paths, `${path}.PathArray`), ...readReference(value) };
    }
    case 'PolygonN': {
      const rings = yield* pathsXY(value.RingArray, `${path}.RingArray`);
      return { ...polygon(rings, `${path}.RingArray`), ...readReference(value) };
    }
    case 'Path':
      return polyline([yield* pathXY(value, path)], path);
    case 'Ring':
      return polygon([yield* pathXY(value, path)], path);
    case 'Line':
    case 'CircularArc':
    case 'EllipticArc':
    case 'BezierCurve':
      return polyline([[...pointXY(value.FromPoint, `${path}.FromPoint`), ...segmentXY(value, path)]], path);
    default:
      throw unsupportedFault(value.type, path);
  }
}

const unsupportedFault = (type: string, path: string): Fault =>
  type.endsWith('B')
    ? wrongValue('not-supported', path, `${type.slice(0, -1)}N`, `${type} (binary)`)
    : wrongValue('not-supported', path, 'an envelope, point, multipoint, polyline or polygon', type);

const readReference = (value: {
  SpatialReference?: Value<'SpatialReference'>;
}): Pick<InputGeometry, 'spatialReference'> =>
  value.SpatialReference ? { spatialReference: value.SpatialReference } : {};

function fromEnvelope(value: Value<'Envelope'> & { type: 'EnvelopeN' }, path: string): SingleGeometry {
  const { XMin, YMin, XMax, YMax } = value;
  checkFinite(path, XMin, YMin, XMax, YMax);
  if (XMin > XMax || YMin > YMax) {
    const actual = `XMin ${XMin}, YMin ${YMin}, XMax ${XMax}, YMax ${YMax}`;
    throw wrongValue('bad-extent', path, 'XMin ≤ XMax and YMin ≤ YMax', actual);
  }
  if (XMin === XMax && YMin === YMax) return singleGeometry('point', [[XMin, YMin]]);
  if (XMin === XMax || YMin === YMax) return singleGeometry('polyline', [[XMin, YMin, XMax, YMax]]);
  return singleGeometry('polygon', [[XMin, YMin, XMin, YMax, XMax, YMax, XMax, YMin, XMin, YMin]]);
}

function checkFinite(path: string, ...coordinates: number[]): void {
  for (const coordinate of coordinates) {
    if (!Number.isFinite(coordinate)) {
      throw wrongValue('bad-geometry', path, 'finite coordinates', `${coordinate}`);
    }
  }
}

function pointXY(point: Value<'Point'>, path: string): [number, number] {
  if (point.type !== 'PointN') throw unsupportedFault(point.type, path);
  if (!Number.isFinite(point.X) || !Number.isFinite(point.Y)) checkFinite(path, point.X, point.Y);
  return [point.X, point.Y];
}

function* pathsXY(lines: readonly Value<'Path'>[], path: string): Steps<number[][]> {
  const parts: number[][] = [];
  for (const [i, line] of lines.entries()) {
    if (i % partsAtOnce === 0) yield;
    parts.push(yield* pathXY(line, `${path}[${i}]`));
  }
  return parts;
}

function* pointsXY(points: readonly Value<'Point'>[] = [], path: string): Steps<number[]> {
  const xy: number[] = [];
  for (let i = 0; i < points.length; i++) {
    if ((i + 1) % verticesAtOnce === 0) yield;
    const point = points[i]!;
    // `pointXY` only throws the fault here: calling it for every vertex would be slow.
    if (point.type !== 'PointN' || !Number.isFinite(point.X) || !Number.isFinite(point.Y)) {
      pointXY(point, `${path}[${i}]`);
    } else xy.push(point.X, point.Y);
  }
  return xy;
}

function* pathXY(line: Value<'Path'>, path: string): Steps<number[]> {
  const xy = yield* pointsXY(line.PointArray, `${path}.PointArray`);
  for (const [i, segment] of (line.SegmentArray ?? []).entries()) {
    if ((i + 1) % partsAtOnce === 0) yield;
    const segmentPath = `${path}.SegmentArray[${i}]`;
    const [x, y] = pointXY(segment.FromPoint, `${segmentPath}.FromPoint`);
    if (xy.length === 0 || xy.at(-2) !== x || xy.at(-1) !== y) xy.push(x, y);
    for (const coordinate of segmentXY(segment, segmentPath)) xy.push(coordinate);
  }
  return xy;
}

/** Return the vertices of a segment after its first point. */
function segmentXY(segment: Value<'Segment'>, path: string): number[] {
  const from = pointXY(segment.FromPoint, `${path}.FromPoint`);
  const to = pointXY(segment.ToPoint, `${path}.ToPoint`);
  switch (segment.type) {
    case 'Line':
      return to;
    case 'CircularArc': {
      if (segment.IsLine) return to;
      const center = pointXY(segment.CenterPoint, `${path}.CenterPoint`);
      return arcVertices({ from, to, center, rotation: 0, ratio: 1, isCounterClockwise: segment.IsCounterClockwise });
    }
    case 'EllipticArc': {
      const { Rotation: rotation, MinorMajorRatio: ratio } = segment;
      checkFinite(`${path}.Rotation`, rotation);
      if (!(ratio > 0 && ratio < 1e9)) {
        throw wrongValue('bad-geometry', `${path}.MinorMajorRatio`, 'a number > 0', `${ratio}`);
      }
      const center = pointXY(segment.CenterPoint, `${path}.CenterPoint`);
      return arcVertices({ from, to, center, rotation, ratio, isCounterClockwise: segment.IsCounterClockwise });
    }
    case 'BezierCurve':
      return bezierVertices(controlPoints(segment, from, to, path));
  }
}

/** Some writers repeat the end points among the control points, others don't. */
function controlPoints(
  segment: Value<'Segment'> & { type: 'BezierCurve' },
  from: [number, number],
  to: [number, number],
  path: string,
): number[] {
  const { Degree, ControlPointArray } = segment;
  const count = ControlPointArray.length;
  if (!(Degree >= 1 && Degree <= 10))
    throw wrongValue('bad-geometry', `${path}.Degree`, 'a number from 1 to 10', `${Degree}`);
  if (count !== Degree + 1 && count !== Degree - 1) {
    const expected = `${Degree - 1} or ${Degree + 1} points`;
    throw wrongValue('bad-geometry', `${path}.ControlPointArray`, expected, `${count}`);
  }
  const points = ControlPointArray.map((point, i) => pointXY(point, `${path}.ControlPointArray[${i}]`));
  if (count === Degree - 1) return [from, ...points, to].flat();
  for (const [name, end, control] of [
    ['FromPoint', from, points[0]!],
    ['ToPoint', to, points.at(-1)!],
  ] as const) {
    if (end[0] === control[0] && end[1] === control[1]) continue;
    const expected = `(${control.join(', ')}) as in ControlPointArray`;
    throw wrongValue('bad-geometry', `${path}.${name}`, expected, `(${end.join(', ')})`);
  }
  return points.flat();
}

function polyline(paths: readonly number[][], path: string): SingleGeometry {
  paths.forEach((line, i) => {
    if (line.length === 2) {
      throw wrongValue('bad-geometry', itemPath(path, i), 'at least 2 points per path', '1');
    }
  });
  return singleGeometry('polyline', paths.filter(isThere));
}

function polygon(rings: readonly number[][], path: string): SingleGeometry {
  rings.forEach((ring, i) => {
    if (ring.length === 0) return;
    const isClosed = ring.length > 2 && ring[0] === ring.at(-2) && ring[1] === ring.at(-1);
    if (!isClosed) ring.push(ring[0]!, ring[1]!);
    if (ring.length < 8) {
      throw wrongValue('bad-geometry', itemPath(path, i), 'at least 3 points per ring', `${ring.length / 2 - 1}`);
    }
  });
  return singleGeometry('polygon', rings.filter(isThere));
}

const isThere = (part: readonly number[]): boolean => part.length > 0;
/** A single path or ring has no index. */
const itemPath = (path: string, index: number): string => (path.endsWith('Array') ? `${path}[${index}]` : path);
