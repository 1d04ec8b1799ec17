import type { Value } from '../../contract/index.ts';
import { extentOfVertices } from '../../geometry/single-geometry.ts';
import type { GeometryBatch } from '../batch.ts';

type Reference = Value<'SpatialReference'>;
type PointN = Value<'Point'> & { type: 'PointN' };

export function envelopeValue(
  extent: readonly [number, number, number, number],
  reference?: Reference,
): Value<'Envelope'> & { type: 'EnvelopeN' } {
  const [XMin, YMin, XMax, YMax] = extent;
  return { type: 'EnvelopeN', XMin, YMin, XMax, YMax, SpatialReference: reference };
}

/**
 * Return one row's geometry as a value of the contract: parts, rings and vertices in stored order.
 *
 * @param reference written into the geometry and its extent, if defined
 * @returns null for a row without geometry
 */
export function toGeometryValue(
  batch: GeometryBatch,
  rowInBatch: number,
  reference?: Reference,
): (Value<'Geometry'> & { type: 'PointN' | 'MultipointN' | 'PolylineN' | 'PolygonN' }) | null {
  const { xy, partOffsets, featureOffsets } = batch;
  const firstPart = featureOffsets[rowInBatch]!;
  const endPart = featureOffsets[rowInBatch + 1]!;
  if (firstPart === endPart) return null;
  const first = partOffsets[firstPart]!;
  const end = partOffsets[endPart]!;
  if (batch.kind === 'point') return { ...pointAt(xy, first), SpatialReference: reference };
  const extent = extentOfVertices(xy, first, end);
  const common = {
    HasID: false,
    HasZ: false,
    HasM: false,
    Extent: extent && envelopeValue(extent, reference),
    SpatialReference: reference,
  };
  if (batch.kind === 'multipoint') return { type: 'MultipointN', ...common, PointArray: pointsFrom(xy, first, end) };
  const parts: PointN[][] = [];
  for (let part = firstPart; part < endPart; part++) {
    parts.push(pointsFrom(xy, partOffsets[part]!, partOffsets[part + 1]!));
  }
  if (batch.kind === 'polyline') {
    return { type: 'PolylineN', ...common, PathArray: parts.map((PointArray) => ({ type: 'Path', PointArray })) };
  }
  return { type: 'PolygonN', ...common, RingArray: parts.map((PointArray) => ({ type: 'Ring', PointArray })) };
}

const pointAt = (xy: Float64Array, vertex: number): PointN => ({
  type: 'PointN',
  X: xy[2 * vertex]!,
  Y: xy[2 * vertex + 1]!,
});

function pointsFrom(xy: Float64Array, first: number, end: number): PointN[] {
  const points = new Array<PointN>(end - first);
  for (let vertex = first; vertex < end; vertex++) points[vertex - first] = pointAt(xy, vertex);
  return points;
}
