import { Fault, type Value } from '../../contract/index.ts';
import { arcVertices, bezierVertices } from '../../geometry/curve.ts';
import { type OneGeometry, oneGeometry } from '../../geometry/one-geometry.ts';

/** A geometry of a request, with the reference it names. */
export interface GivenGeometry extends OneGeometry {
  readonly spatialReference?: Value<'SpatialReference'>;
}

/**
 * Read the contract's value of a geometry into flat arrays. An envelope becomes a polygon, one without width or height a
 * line or point; arcs and curves become chords; rings are closed.
 *
 * @param place what the geometry is called in messages
 * @throws {Fault} `bad-geometry` for coordinates that are not finite, rings of fewer than three points and paths of fewer than two,
 *   `bad-extent` for an envelope with minimum above maximum, `not-supported` for binary forms and surfaces
 */
export function geometryFromValue(value: Value<'Geometry'>, place = 'FilterGeometry'): GivenGeometry {
  switch (value.type) {
    case 'EnvelopeN':
      return { ...fromEnvelope(value, place), ...referenceOf(value) };
    case 'PointN':
      return { ...oneGeometry('point', [pointXY(value, place)]), ...referenceOf(value) };
    case 'MultipointN': {
      const points = value.PointArray ?? [];
      const parts = points.map((point, i) => pointXY(point, `${place}.PointArray[${i}]`));
      return { ...oneGeometry('multipoint', parts), ...referenceOf(value) };
    }
    case 'PolylineN': {
      const paths = value.PathArray.map((path, i) => pathXY(path, `${place}.PathArray[${i}]`));
      return { ...polyline(paths, `${place}.PathArray`), ...referenceOf(value) };
    }
    case 'PolygonN': {
      const rings = value.RingArray.map((ring, i) => pathXY(ring, `${place}.RingArray[${i}]`));
      return { ...polygon(rings, `${place}.RingArray`), ...referenceOf(value) };
    }
    case 'Path':
      return polyline([pathXY(value, place)], place);
    case 'Ring':
      return polygon([pathXY(value, place)], place);
    case 'Line':
    case 'CircularArc':
    case 'EllipticArc':
    case 'BezierCurve':
      return polyline([[...pointXY(value.FromPoint, `${place}.FromPoint`), ...segmentXY(value, place)]], place);
    default:
      throw unsupported(value.type, place);
  }
}

const unsupported = (type: string, place: string): Fault =>
  new Fault(
    'not-supported',
    type.endsWith('B')
      ? `${place}: ${type.slice(0, -1)}N with coordinates expected, the binary form ${type} found.`
      : `${place}: an envelope, point, multipoint, polyline or polygon expected, ${type} found.`,
  );

const referenceOf = (value: {
  SpatialReference?: Value<'SpatialReference'>;
}): Pick<GivenGeometry, 'spatialReference'> =>
  value.SpatialReference ? { spatialReference: value.SpatialReference } : {};

function fromEnvelope(value: Value<'Envelope'> & { type: 'EnvelopeN' }, place: string): OneGeometry {
  const { XMin, YMin, XMax, YMax } = value;
  checkFinite(place, XMin, YMin, XMax, YMax);
  if (XMin > XMax || YMin > YMax) {
    throw new Fault('bad-extent', `${place}: minimum below maximum expected, ${XMin} ${YMin} ${XMax} ${YMax} found.`);
  }
  if (XMin === XMax && YMin === YMax) return oneGeometry('point', [[XMin, YMin]]);
  if (XMin === XMax || YMin === YMax) return oneGeometry('polyline', [[XMin, YMin, XMax, YMax]]);
  return oneGeometry('polygon', [[XMin, YMin, XMin, YMax, XMax, YMax, XMax, YMin, XMin, YMin]]);
}

function checkFinite(place: string, ...coordinates: number[]): void {
  for (const coordinate of coordinates) {
    if (!Number.isFinite(coordinate)) {
      throw new Fault('bad-geometry', `${place}: finite coordinates expected, ${coordinate} found.`);
    }
  }
}

function pointXY(point: Value<'Point'>, place: string): [number, number] {
  if (point.type !== 'PointN') throw unsupported(point.type, place);
  if (!Number.isFinite(point.X) || !Number.isFinite(point.Y)) checkFinite(place, point.X, point.Y);
  return [point.X, point.Y];
}

function pathXY(path: Value<'Path'>, place: string): number[] {
  const xy: number[] = [];
  const points = path.PointArray ?? [];
  for (let i = 0; i < points.length; i++) {
    const point = points[i]!;
    // The long way is for the message: this runs once a vertex.
    if (point.type !== 'PointN' || !Number.isFinite(point.X) || !Number.isFinite(point.Y)) {
      pointXY(point, `${place}.PointArray[${i}]`);
    } else xy.push(point.X, point.Y);
  }
  for (const [i, segment] of (path.SegmentArray ?? []).entries()) {
    const at = `${place}.SegmentArray[${i}]`;
    const [x, y] = pointXY(segment.FromPoint, `${at}.FromPoint`);
    if (xy.length === 0 || xy.at(-2) !== x || xy.at(-1) !== y) xy.push(x, y);
    for (const coordinate of segmentXY(segment, at)) xy.push(coordinate);
  }
  return xy;
}

/** Vertices of a segment after its first point. */
function segmentXY(segment: Value<'Segment'>, place: string): number[] {
  const from = pointXY(segment.FromPoint, `${place}.FromPoint`);
  const to = pointXY(segment.ToPoint, `${place}.ToPoint`);
  switch (segment.type) {
    case 'Line':
      return to;
    case 'CircularArc': {
      if (segment.IsLine) return to;
      const center = pointXY(segment.CenterPoint, `${place}.CenterPoint`);
      return arcVertices({ from, to, center, rotation: 0, ratio: 1, counterClockwise: segment.IsCounterClockwise });
    }
    case 'EllipticArc': {
      const { Rotation: rotation, MinorMajorRatio: ratio } = segment;
      checkFinite(`${place}.Rotation`, rotation);
      if (!(ratio > 0 && ratio < 1e9)) {
        throw new Fault('bad-geometry', `${place}.MinorMajorRatio: a number above 0 expected, ${ratio} found.`);
      }
      const center = pointXY(segment.CenterPoint, `${place}.CenterPoint`);
      return arcVertices({ from, to, center, rotation, ratio, counterClockwise: segment.IsCounterClockwise });
    }
    case 'BezierCurve':
      return bezierVertices(controlPoints(segment, from, to, place));
  }
}

/** Some writers repeat the ends among the control points, some do not. */
function controlPoints(
  segment: Value<'Segment'> & { type: 'BezierCurve' },
  from: [number, number],
  to: [number, number],
  place: string,
): number[] {
  const { Degree, ControlPointArray } = segment;
  const count = ControlPointArray.length;
  if (!(Degree >= 1 && Degree <= 10) || (count !== Degree + 1 && count !== Degree - 1)) {
    const expected = Degree >= 1 && Degree <= 10 ? `${Degree - 1} or ${Degree + 1} points` : 'a degree of 1 to 10';
    throw new Fault('bad-geometry', `${place}.ControlPointArray: ${expected} expected, ${count} points found.`);
  }
  const points = ControlPointArray.map((point, i) => pointXY(point, `${place}.ControlPointArray[${i}]`));
  if (count === Degree - 1) return [from, ...points, to].flat();
  for (const [name, end, control] of [
    ['FromPoint', from, points[0]!],
    ['ToPoint', to, points.at(-1)!],
  ] as const) {
    if (end[0] === control[0] && end[1] === control[1]) continue;
    const expected = `${control.join(', ')} expected, as the control points have it`;
    throw new Fault('bad-geometry', `${place}.${name}: ${expected}, ${end.join(', ')} found.`);
  }
  return points.flat();
}

function polyline(paths: readonly number[][], place: string): OneGeometry {
  paths.forEach((path, i) => {
    if (path.length === 2) {
      throw new Fault('bad-geometry', `${itemOf(place, i)}: two points a path at least expected, one found.`);
    }
  });
  return oneGeometry('polyline', paths.filter(isThere));
}

function polygon(rings: readonly number[][], place: string): OneGeometry {
  rings.forEach((ring, i) => {
    if (ring.length === 0) return;
    const isClosed = ring.length > 2 && ring[0] === ring.at(-2) && ring[1] === ring.at(-1);
    if (!isClosed) ring.push(ring[0]!, ring[1]!);
    if (ring.length < 8) {
      throw new Fault(
        'bad-geometry',
        `${itemOf(place, i)}: three points a ring at least expected, ${ring.length / 2 - 1} found.`,
      );
    }
  });
  return oneGeometry('polygon', rings.filter(isThere));
}

const isThere = (part: readonly number[]): boolean => part.length > 0;
/** A single path or ring stands in no list. */
const itemOf = (place: string, index: number): string => (place.endsWith('Array') ? `${place}[${index}]` : place);
