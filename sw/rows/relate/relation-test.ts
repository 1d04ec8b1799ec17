import { badValue, type Value } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import { extentOfVertices, type SingleGeometry } from '../../geometry/single-geometry.ts';
import type { Steps } from '../../scheduler.ts';
import type { GeometryBatch } from '../batch.ts';
import type { GeometryKind } from '../manifest.ts';
import type { ExactTest } from '../scan.ts';
import { locateInRings, type PointLocation } from './edge-crossing.ts';
import { envelopeTest } from './envelope-test.ts';
import { withoutCrossings } from './even-odd.ts';
import { nearTest } from './near-test.ts';
import { pointsWhere } from './points-where.ts';
import { relateMatrix } from './relate.ts';
import { dimensions, prepareSide, type Side } from './side.ts';

/** The spatial part of a `Question` for `scan`. */
interface SpatialQuestion {
  readonly extent: Extent;
  readonly exactTest?: ExactTest;
}

/**
 * Return the part of a `Question` that selects features with a relation to a query geometry: "query <relation>
 * feature". If rings of a polygon cross, the inside follows the even-odd rule. Yields regularly.
 *
 * @param query in the spatial reference of the features
 * @param description nine characters for `gisSpatialRelRelation`
 * @param path name of the query geometry in faults
 * @returns undefined if the query geometry is empty, because nothing can be related to it
 * @throws {Fault} `bad-value` for an invalid description; `too-complex` for a query polygon that crosses itself too
 *   often
 */
export function* relationQuestion(
  query: SingleGeometry,
  featureKind: GeometryKind,
  relation: Relation,
  description = '',
  path = 'SpatialFilter',
): Steps<SpatialQuestion | undefined> {
  const holds = matrixTest(
    relation,
    dimensions[query.kind],
    dimensions[featureKind],
    description,
    `${path}.SpatialRelDescription`,
  );
  const extent = extentOfVertices(query.xy);
  if (!extent) return undefined;
  if (!holds) return { extent };
  const disjoint = disjointMatrices(dimensions[query.kind], dimensions[featureKind]).some(holds);
  // A mask may match features far away, so the extent can't limit the search.
  const everywhere: Extent = [
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ];
  const searched = disjoint ? everywhere : extent;
  if (relation === 'gisSpatialRelIntersects' || relation === 'gisSpatialRelUndefined') {
    return { extent, exactTest: isBox(query, extent) ? envelopeTest(extent) : yield* nearTest(query, 0) };
  }
  return { extent: searched, exactTest: matrixRows(query, holds, path) };
}

function matrixRows(query: SingleGeometry, holds: MatrixTest, path: string): ExactTest {
  const results = new Map<string, boolean>();
  const passes = (matrix: string): boolean => {
    const answer = results.get(matrix) ?? holds(matrix);
    results.set(matrix, answer);
    return answer;
  };
  let prepared: Side | undefined;
  return { test: keep };

  function* keep(geometry: GeometryBatch, rows: Uint32Array): Steps<Uint32Array> {
    prepared ??= yield* prepareSide(query.kind === 'polygon' ? yield* withoutCrossings(query, path) : query);
    if (query.kind === 'polygon' && geometry.kind === 'point') {
      return yield* pointsWhere(prepared.tree, geometry, rows, (side) => passes(featurePoint[side]));
    }
    const selected = new Uint32Array(rows.length);
    let end = 0;
    for (const row of rows) {
      const inBatch = row - geometry.firstRow;
      if (geometry.featureOffsets[inBatch] === geometry.featureOffsets[inBatch + 1]) continue;
      yield;
      if (passes(yield* computeMatrix(prepared, geometry, inBatch, path))) selected[end++] = row;
    }
    return selected.subarray(0, end);
  }
}

const isBox = ({ kind, xy, partOffsets }: SingleGeometry, [xmin, ymin, xmax, ymax]: Extent): boolean => {
  if (kind !== 'polygon' || partOffsets.length !== 2 || xy.length !== 10) return false;
  for (let i = 0; i < 8; i += 2) {
    if ((xy[i] !== xmin && xy[i] !== xmax) || (xy[i + 1] !== ymin && xy[i + 1] !== ymax)) return false;
    // Every edge must go along one side.
    if ((xy[i] === xy[i + 2]) === (xy[i + 1] === xy[i + 3])) return false;
  }
  return true;
};

/** Return the possible matrices for disjoint geometries. The boundary of a line is empty if its ends meet. */
function disjointMatrices(query: number, feature: number): string[] {
  const boundaries = [['F'], ['0', 'F'], ['1']];
  return boundaries[query]!.flatMap((queryBoundary) =>
    boundaries[feature]!.map((featureBoundary) => `FF${query}FF${queryBoundary}${feature}${featureBoundary}2`),
  );
}

function* computeMatrix(query: Side, geometry: GeometryBatch, row: number, path: string): Steps<string> {
  const { xy, partOffsets, featureOffsets, kind } = geometry;
  const { kind: queryKind, xy: queryXY } = query.geometry;
  const firstPart = featureOffsets[row]!;
  const isOnePoint = featureOffsets[row + 1] === firstPart + 1 && kind !== 'polyline' && kind !== 'polygon';
  if (queryKind === 'polygon' && isOnePoint) {
    const vertex = 2 * partOffsets[firstPart]!;
    return featurePoint[query.tree.locate(xy[vertex]!, xy[vertex + 1]!)];
  }
  if (kind === 'polygon' && queryKind !== 'polyline' && queryXY.length === 2) {
    return pointInFeature[locationInFeature(geometry, row, queryXY[0]!, queryXY[1]!)];
  }
  const isUntouchable = queryKind === 'polygon' && kind !== 'multipoint';
  const untouched = isUntouchable ? yield* matrixIfUntouched(query, geometry, row) : undefined;
  if (untouched) return untouched;
  const feature = copyFeature(geometry, row);
  return yield* relateMatrix(
    query,
    // Published polygons may cross themselves too.
    yield* prepareSide(kind === 'polygon' ? yield* withoutCrossings(feature, path) : feature),
  );
}

/** Matrices of a point against a polygon, by the location of the point. */
const pointInFeature: Readonly<Record<PointLocation, string>> = {
  inside: '0FFFFF212',
  boundary: 'F0FFFF212',
  outside: 'FF0FFF212',
};

/** Matrices of a polygon against a point, by the location of the point. */
const featurePoint: Readonly<Record<PointLocation, string>> = {
  inside: '0F2FF1FF2',
  boundary: 'FF20F1FF2',
  outside: 'FF2FF10F2',
};

function locationInFeature(
  { xy, partOffsets, featureOffsets }: GeometryBatch,
  row: number,
  x: number,
  y: number,
): PointLocation {
  return locateInRings(xy, partOffsets, featureOffsets[row]!, featureOffsets[row + 1]!, x, y);
}

/**
 * Return the matrix of a feature that has no point in common with the edges of the query polygon, the most common case.
 * Such a feature is completely inside or outside, and one vertex per part decides which. Return undefined in all other
 * cases.
 */
function* matrixIfUntouched({ tree, starts }: Side, geometry: GeometryBatch, row: number): Steps<string | undefined> {
  const { xy, partOffsets, featureOffsets, kind } = geometry;
  let inside: boolean | undefined;
  // Ends that meet aren't a boundary. Only a single path with different ends is sure to have a boundary.
  if (kind === 'polyline' && !isOpenPath(geometry, row)) return undefined;
  for (let part = featureOffsets[row]!; part < featureOffsets[row + 1]!; part++) {
    const first = 2 * partOffsets[part]!;
    const isPartInside = tree.locate(xy[first]!, xy[first + 1]!) !== 'outside';
    if (inside !== undefined && inside !== isPartInside) return undefined;
    inside = isPartInside;
    const last = 2 * partOffsets[part + 1]! - 2;
    for (let i = first; i < last; i += 2) {
      if (tree.touches(xy[i]!, xy[i + 1]!, xy[i + 2]!, xy[i + 3]!)) return undefined;
      if (i % 128 === 0) yield;
    }
  }
  if (kind === 'polyline') return inside ? '102FF1FF2' : 'FF2FF1102';
  const extent = extentOfVertices(xy, partOffsets[featureOffsets[row]!], partOffsets[featureOffsets[row + 1]!])!;
  // A part of the query is inside the feature: the feature surrounds it, or a hole of the query is in the feature.
  if (starts.tree.some(...extent, () => true)) return undefined;
  return inside ? '212FF1FF2' : 'FF2FF1212';
}

function isOpenPath({ xy, partOffsets, featureOffsets }: GeometryBatch, row: number): boolean {
  const part = featureOffsets[row]!;
  const first = 2 * partOffsets[part]!;
  const last = 2 * partOffsets[part + 1]! - 2;
  return featureOffsets[row + 1] === part + 1 && (xy[first] !== xy[last] || xy[first + 1] !== xy[last + 1]);
}

/** Return a row as a single geometry. */
function copyFeature({ kind, xy, partOffsets, featureOffsets }: GeometryBatch, row: number): SingleGeometry {
  const offsets = partOffsets.subarray(featureOffsets[row]!, featureOffsets[row + 1]! + 1);
  const first = offsets[0]!;
  return {
    ...{ kind, xy: xy.subarray(2 * first, 2 * offsets[offsets.length - 1]!) },
    partOffsets: offsets.map((offset) => offset - first),
  };
}

export type Relation = Value<'gisSpatialRelEnum'>;

/** Tests a matrix of nine characters: interior, boundary and exterior of the query against those of the feature. */
type MatrixTest = (matrix: string) => boolean;

/**
 * Return the test of a relation "query geometry <relation> feature".
 *
 * @param queryDimension   0 for points, 1 for lines, 2 for areas
 * @param featureDimension as `queryDimension`
 * @param description      the nine characters of `gisSpatialRelRelation`, only T, F and *
 * @returns undefined for the relations that only compare extents
 * @throws {Fault} `bad-value` for a description of another form
 * @see Clementini & Di Felice 1993; the masks are those of OGC Simple Features
 */
export function matrixTest(
  relation: Relation,
  queryDimension: number,
  featureDimension: number,
  description = '',
  path = 'SpatialRelDescription',
): MatrixTest | undefined {
  const same = queryDimension === featureDimension;
  switch (relation) {
    case 'gisSpatialRelEnvelopeIntersects':
    case 'gisSpatialRelIndexIntersects':
      return undefined;
    case 'gisSpatialRelUndefined':
    case 'gisSpatialRelIntersects':
      return matchesAny('T********', '*T*******', '***T*****', '****T****');
    case 'gisSpatialRelTouches':
      return same && queryDimension === 0 ? matchesAny() : matchesAny('FT*******', 'F**T*****', 'F***T****');
    case 'gisSpatialRelOverlaps':
      return same ? matchesAny(queryDimension === 1 ? '1*T***T**' : 'T*T***T**') : matchesAny();
    case 'gisSpatialRelCrosses':
      if (same) return queryDimension === 1 ? matchesAny('0********') : matchesAny();
      return matchesAny(queryDimension < featureDimension ? 'T*T******' : 'T*****T**');
    case 'gisSpatialRelWithin':
      return matchesAny('T*F**F***');
    case 'gisSpatialRelContains':
      return matchesAny('T*****FF*');
    case 'gisSpatialRelRelation': {
      const mask = description.trim().toUpperCase();
      if (!/^[TF*]{9}$/.test(mask)) {
        throw badValue(path, 'nine characters of T, F and *', description);
      }
      return matchesAny(mask);
    }
  }
}

const matchesAny =
  (...masks: string[]): MatrixTest =>
  (matrix) =>
    masks.some((mask) => matches(mask, matrix));

function matches(mask: string, matrix: string): boolean {
  for (let i = 0; i < 9; i++) {
    const expected = mask[i]!;
    const actual = matrix[i]!;
    if (expected === '*') continue;
    if (expected === 'T' ? actual === 'F' : expected !== actual) return false;
  }
  return true;
}
