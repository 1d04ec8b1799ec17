import type { Extent } from '../../geometry/extent.ts';
import type { FlatGeometry } from '../../geometry/flat-geometry.ts';
import { extentOfVertices } from '../../geometry/single-geometry.ts';
import type { GeometryKind } from '../../rows/manifest.ts';

/** Return the extent of one row's geometry; undefined if it has none. */
export function computeRowExtent({ xy, partOffsets, featureOffsets }: FlatGeometry, row: number): Extent | undefined {
  return extentOfVertices(xy, partOffsets[featureOffsets[row]!], partOffsets[featureOffsets[row + 1]!]);
}

/**
 * Group the rings of one row into polygons.
 *
 * @returns part indexes: for each polygon, the outer ring first, then its holes
 */
export function groupPolygonParts(geometry: FlatGeometry, row: number): number[][] {
  const { featureOffsets } = geometry;
  const [first, end] = [featureOffsets[row]!, featureOffsets[row + 1]!];
  if (end - first === 1) return [[first]];
  const areas = Array.from({ length: end - first }, (_, i) => twiceArea(geometry, first + i));
  const outer = areas
    .flatMap((area, i) => (area <= 0 ? [{ parts: [first + i], size: -area }] : []))
    .sort((a, b) => a.size - b.size);
  const order = new Map(outer.map((polygon) => [polygon.parts[0]!, polygon]));
  const stray: number[][] = [];
  areas.forEach((area, i) => {
    if (area <= 0) return;
    // Use the smallest ring around it, because an island in a lake may have its own lake.
    const container = outer.find((polygon) => polygon.size >= area && isInside(geometry, first + i, polygon.parts[0]!));
    if (container) container.parts.push(first + i);
    else stray.push([first + i]);
  });
  const inOrder = [...order.keys()].sort((a, b) => a - b).map((part) => order.get(part)!.parts);
  return [...inOrder, ...stray];
}

/** Return twice the area of a ring; negative if it is clockwise. */
function twiceArea({ xy, partOffsets }: FlatGeometry, part: number): number {
  let sum = 0;
  const [start, last] = [partOffsets[part]!, partOffsets[part + 1]! - 1];
  const [x0, y0] = [xy[2 * start]!, xy[2 * start + 1]!];
  for (let v = start; v < last; v++)
    sum += (xy[2 * v]! - x0) * (xy[2 * v + 3]! - y0) - (xy[2 * v + 2]! - x0) * (xy[2 * v + 1]! - y0);
  return sum;
}

/** Check whether the first vertex of a part is inside a ring. */
function isInside({ xy, partOffsets }: FlatGeometry, part: number, ring: number): boolean {
  const vertex = partOffsets[part]!;
  const [x, y] = [xy[2 * vertex]!, xy[2 * vertex + 1]!];
  let inside = false;
  for (let v = partOffsets[ring]!; v < partOffsets[ring + 1]! - 1; v++) {
    const [x0, y0, x1, y1] = [xy[2 * v]!, xy[2 * v + 1]!, xy[2 * v + 2]!, xy[2 * v + 3]!];
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
  }
  return inside;
}

/**
 * Return the coordinates of a ring in reverse: outer rings are clockwise here, but counter-clockwise in OGC formats.
 */
export function reverseRing({ xy, partOffsets }: FlatGeometry, part: number): Float64Array {
  const ring = xy.slice(2 * partOffsets[part]!, 2 * partOffsets[part + 1]!);
  for (let i = 0, j = ring.length - 2; i < j; i += 2, j -= 2) {
    [ring[i], ring[j]] = [ring[j]!, ring[i]!];
    [ring[i + 1], ring[j + 1]] = [ring[j + 1]!, ring[i + 1]!];
  }
  return ring;
}

/** OGC names of the geometry kinds. Lines and areas are always multipart, so that a layer has a single type. */
export const typeNames = {
  point: 'Point',
  multipoint: 'MultiPoint',
  polyline: 'MultiLineString',
  polygon: 'MultiPolygon',
} as const satisfies Record<GeometryKind, string>;

const codes = { point: 1, line: 2, polygon: 3, multipoint: 4, polyline: 5, multipolygon: 6 } as const;
const headBytes = 5;

/**
 * Write one row's geometry as well-known binary, little-endian.
 *
 * @param reservedBytes bytes to leave free in front
 * @returns undefined if the row has no geometry
 */
export function wellKnownBinary(
  kind: GeometryKind,
  geometry: FlatGeometry,
  row: number,
  reservedBytes = 0,
): Uint8Array<ArrayBuffer> | undefined {
  const { xy, partOffsets, featureOffsets } = geometry;
  const [first, end] = [featureOffsets[row]!, featureOffsets[row + 1]!];
  const parts = end - first;
  if (parts === 0) return undefined;
  const vertices = partOffsets[end]! - partOffsets[first]!;
  const polygons = kind === 'polygon' ? groupPolygonParts(geometry, row) : [];
  const members = {
    point: 0,
    multipoint: vertices * headBytes,
    polyline: parts * 9,
    polygon: polygons.length * 9 + parts * 4,
  };
  const bytes = new Uint8Array(reservedBytes + headBytes + (kind === 'point' ? 0 : 4) + members[kind] + 16 * vertices);
  const view = new DataView(bytes.buffer);
  let offset = reservedBytes;
  const head = (code: number): void => {
    view.setUint8(offset, 1);
    view.setUint32(offset + 1, code, true);
    offset += headBytes;
  };
  const count = (value: number): void => {
    view.setUint32(offset, value, true);
    offset += 4;
  };
  const coordinates = (values: Float64Array): void => {
    for (const value of values) {
      view.setFloat64(offset, value, true);
      offset += 8;
    }
  };
  const getPart = (part: number) => xy.subarray(2 * partOffsets[part]!, 2 * partOffsets[part + 1]!);
  if (kind === 'point') {
    head(codes.point);
    coordinates(getPart(first).subarray(0, 2));
  } else if (kind === 'polygon') {
    head(codes.multipolygon);
    count(polygons.length);
    for (const rings of polygons) {
      head(codes.polygon);
      count(rings.length);
      for (const part of rings) {
        count(partOffsets[part + 1]! - partOffsets[part]!);
        coordinates(reverseRing(geometry, part));
      }
    }
  } else {
    head(codes[kind]);
    count(parts);
    for (let part = first; part < end; part++) {
      head(kind === 'multipoint' ? codes.point : codes.line);
      if (kind === 'polyline') count(partOffsets[part + 1]! - partOffsets[part]!);
      coordinates(getPart(part));
    }
  }
  return bytes;
}
