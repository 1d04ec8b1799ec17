import { Fault } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import { extentOfVertices, type OneGeometry } from '../../geometry/one-geometry.ts';
import type { GeometryBatch } from '../batch.ts';
import type { GeometryKind } from '../definition.ts';
import { envelopeTest } from '../envelope-test.ts';
import type { ExactTest } from '../scan.ts';
import { withoutCrossings } from './even-odd.ts';
import { relateMatrix } from './jts.ts';
import { type MatrixTest, matrixTest, type Relation } from './matrix.ts';
import { locateInRings, type Place, type SlabIndex, slabIndex } from './slab-index.ts';
import { toJts } from './to-jts.ts';

/** The spatial part of a question, as `scan` takes it. */
export interface SpatialQuestion {
  readonly extent: Extent;
  readonly exactTest?: ExactTest;
}

/** Of two geometries whose edges meet: their matrix takes two seconds then, and cannot be interrupted. */
const mostVertices = 100_000;

const dimensions: Readonly<Record<GeometryKind, number>> = { point: 0, multipoint: 0, polyline: 1, polygon: 2 };

/**
 * Make the question for features that stand in a relation to a query geometry: "query <relation> feature". Of polygons whose
 * rings cross, the inside is what lies within an odd number of them.
 *
 * @param query       in the spatial reference of the features
 * @param description nine characters for `gisSpatialRelRelation`
 * @param place       what the query geometry is called in messages
 * @returns undefined when the query geometry is empty: nothing can be related to it
 * @throws {Fault} `bad-value` for a wrong description; `too-complex` for a query polygon that crosses itself too often
 */
export function relationQuestion(
  query: OneGeometry,
  featureKind: GeometryKind,
  relation: Relation,
  description = '',
  place = 'SpatialFilter',
): SpatialQuestion | undefined {
  const holds = matrixTest(
    relation,
    dimensions[query.kind],
    dimensions[featureKind],
    description,
    `${place}.SpatialRelDescription`,
  );
  const extent = extentOfVertices(query.xy);
  if (!extent) return undefined;
  if (!holds) return { extent };
  const disjoint = disjointMatrices(dimensions[query.kind], dimensions[featureKind]).some(holds);
  // A mask may hold for features far away: then there is no extent to keep to.
  const everywhere: Extent = [
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ];
  const searched = disjoint ? everywhere : extent;
  const intersects = relation === 'gisSpatialRelIntersects' || relation === 'gisSpatialRelUndefined';
  if (intersects && isBox(query, extent)) return { extent, exactTest: envelopeTest(extent) };
  const matrixOf = query.kind === 'polygon' ? polygonMatrix(query, intersects, place) : generalMatrix(query, place);
  return { extent: searched, exactTest: testOf(matrixOf, holds, query.xy.length / 2) };
}

/** The matrix of the query against one feature. */
type MatrixOf = (geometry: GeometryBatch, row: number) => string;

function testOf(matrixOf: MatrixOf, holds: MatrixTest, queryVertices: number): ExactTest {
  const known = new Map<string, boolean>();
  return {
    // Some matrices take long, seconds for a query of a million vertices: others get their turn in between.
    rowsAtOnce: Math.max(1, Math.min(256, Math.floor(256_000 / queryVertices))),
    test(geometry, rows) {
      return rows.filter((row) => {
        const inBatch = row - geometry.firstRow;
        if (geometry.featureOffsets[inBatch] === geometry.featureOffsets[inBatch + 1]) return false;
        const matrix = matrixOf(geometry, inBatch);
        let answer = known.get(matrix);
        if (answer === undefined) {
          answer = holds(matrix);
          known.set(matrix, answer);
        }
        return answer;
      });
    },
  };
}

const isBox = ({ kind, xy, partOffsets }: OneGeometry, [xmin, ymin, xmax, ymax]: Extent): boolean => {
  if (kind !== 'polygon' || partOffsets.length !== 2 || xy.length !== 10) return false;
  for (let i = 0; i < 8; i += 2) {
    if ((xy[i] !== xmin && xy[i] !== xmax) || (xy[i + 1] !== ymin && xy[i + 1] !== ymax)) return false;
    // Every edge goes along one side.
    if ((xy[i] === xy[i + 2]) === (xy[i + 1] === xy[i + 3])) return false;
  }
  return true;
};

/** What features far away may give: the boundary of a line is empty when its ends meet. */
function disjointMatrices(query: number, feature: number): string[] {
  const boundaries = [['F'], ['0', 'F'], ['1']];
  return boundaries[query]!.flatMap((own) =>
    boundaries[feature]!.map((other) => `FF${query}FF${own}${feature}${other}2`),
  );
}

function generalMatrix(query: OneGeometry, place: string): MatrixOf {
  const jts = jtsOf(query);
  const isPoint = query.kind !== 'polyline' && query.partOffsets.length === 2;
  const [x = 0, y = 0] = query.xy;
  return (geometry, row) => {
    if (isPoint && geometry.kind === 'polygon') return pointInFeature[placeInFeature(geometry, row, x, y)];
    return relate(jts, query, geometry, row, place);
  };
}

/** A point against an area, by where it is. */
const pointInFeature: Readonly<Record<Place, string>> = {
  inside: '0FFFFF212',
  boundary: 'F0FFFF212',
  outside: 'FF0FFF212',
};

/** An area against a point, by where the point is. */
const featurePoint: Readonly<Record<Place, string>> = {
  inside: '0F2FF1FF2',
  boundary: 'FF20F1FF2',
  outside: 'FF2FF10F2',
};

function placeInFeature({ xy, partOffsets, featureOffsets }: GeometryBatch, row: number, x: number, y: number): Place {
  return locateInRings(xy, partOffsets, featureOffsets[row]!, featureOffsets[row + 1]!, x, y);
}

function polygonMatrix(given: OneGeometry, intersectsOnly: boolean, place: string): MatrixOf {
  // To have a point in common takes no rings that are in order.
  const query = intersectsOnly ? given : withoutCrossings(given, place);
  const index = slabIndex(query);
  let jts: object | undefined;
  return (geometry, row) => {
    const { xy, partOffsets, featureOffsets } = geometry;
    const firstPart = featureOffsets[row]!;
    const endPart = featureOffsets[row + 1]!;
    if (geometry.kind === 'point' || (geometry.kind === 'multipoint' && endPart - firstPart === 1)) {
      const vertex = 2 * partOffsets[firstPart]!;
      return featurePoint[index.locate(xy[vertex]!, xy[vertex + 1]!)];
    }
    const known =
      geometry.kind === 'multipoint' ? undefined : untouchedMatrix(query, index, geometry, row, intersectsOnly);
    if (known !== undefined) return known;
    jts ??= jtsOf(intersectsOnly ? withoutCrossings(query, place) : query);
    return relate(jts, query, geometry, row, place);
  };
}

const jtsOf = (geometry: OneGeometry): object =>
  toJts({ ...geometry, firstPart: 0, endPart: geometry.partOffsets.length - 1 });

/**
 * Most features have no point in common with an edge of the query polygon. They lie wholly inside or outside, and one
 * vertex a part tells which; undefined when it is not so simple.
 */
function untouchedMatrix(
  query: OneGeometry,
  index: SlabIndex,
  geometry: GeometryBatch,
  row: number,
  intersectsOnly: boolean,
): string | undefined {
  const { xy, partOffsets, featureOffsets, kind } = geometry;
  let inside: boolean | undefined;
  // Ends that meet are no boundary, and only one path with different ends is sure to have one.
  if (kind === 'polyline' && !intersectsOnly && !isOpenPath(geometry, row)) return undefined;
  for (let part = featureOffsets[row]!; part < featureOffsets[row + 1]!; part++) {
    const first = 2 * partOffsets[part]!;
    const here = index.locate(xy[first]!, xy[first + 1]!) !== 'outside';
    // Any matrix with a common point will do when that is the question.
    if (intersectsOnly && here) return 'T********';
    if (inside !== undefined && inside !== here) return undefined;
    inside = here;
    const last = 2 * partOffsets[part + 1]! - 2;
    for (let i = first; i < last; i += 2) {
      if (index.touches(xy[i]!, xy[i + 1]!, xy[i + 2]!, xy[i + 3]!)) return intersectsOnly ? 'T********' : undefined;
    }
  }
  if (kind === 'polyline') return inside ? '102FF1FF2' : 'FF2FF1102';
  const extent = extentOfVertices(xy, partOffsets[featureOffsets[row]!], partOffsets[featureOffsets[row + 1]!])!;
  // A part of the query inside the feature: then the feature surrounds it, or a hole of the query is in the feature.
  for (let part = 0; part + 1 < query.partOffsets.length; part++) {
    const vertex = 2 * query.partOffsets[part]!;
    const x = query.xy[vertex]!;
    const y = query.xy[vertex + 1]!;
    if (x < extent[0] || x > extent[2] || y < extent[1] || y > extent[3]) continue;
    if (placeInFeature(geometry, row, x, y) !== 'outside') {
      return intersectsOnly ? 'T********' : undefined;
    }
  }
  return inside ? '212FF1FF2' : 'FF2FF1212';
}

function isOpenPath({ xy, partOffsets, featureOffsets }: GeometryBatch, row: number): boolean {
  const part = featureOffsets[row]!;
  const first = 2 * partOffsets[part]!;
  const last = 2 * partOffsets[part + 1]! - 2;
  return featureOffsets[row + 1] === part + 1 && (xy[first] !== xy[last] || xy[first + 1] !== xy[last + 1]);
}

function relate(query: object, given: OneGeometry, geometry: GeometryBatch, row: number, place: string): string {
  const { kind, xy, partOffsets, featureOffsets } = geometry;
  const own = partOffsets[featureOffsets[row + 1]!]! - partOffsets[featureOffsets[row]!]!;
  const vertices = given.xy.length / 2 + own;
  if (vertices > mostVertices) {
    throw new Fault(
      'too-complex',
      `${place}: geometries whose edges meet, of at most ${mostVertices} vertices, expected, ${vertices} found.`,
    );
  }
  try {
    const feature =
      kind === 'polygon'
        ? jtsOf(featurePolygon(geometry, row, place))
        : toJts({ kind, xy, partOffsets, firstPart: featureOffsets[row]!, endPart: featureOffsets[row + 1]! });
    return relateMatrix(query, feature);
  } catch (error) {
    if (error instanceof Fault) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault('bad-geometry', `${place}: geometry that does not cross itself expected: ${reason.slice(0, 120)}.`);
  }
}

/** Published polygons may cross themselves too. */
function featurePolygon({ xy, partOffsets, featureOffsets }: GeometryBatch, row: number, place: string): OneGeometry {
  const offsets = partOffsets.subarray(featureOffsets[row]!, featureOffsets[row + 1]! + 1);
  const first = offsets[0]!;
  const own = xy.subarray(2 * first, 2 * offsets[offsets.length - 1]!);
  return withoutCrossings({ kind: 'polygon', xy: own, partOffsets: offsets.map((offset) => offset - first) }, place);
}
