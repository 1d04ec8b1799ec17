import type { AnyValue } from '../../../sw/contract/index.ts';
import type { Position, RestShape } from '../../../sw/formats/rest-value.ts';
import { csvCell } from '../../parts/value-text.ts';
import { plainValue } from '../../state/rows.ts';

export function jsonValue(value: AnyValue | undefined): unknown {
  const plain = plainValue(value);
  if (plain instanceof Date) return plain.toISOString();
  return plain instanceof Uint8Array ? null : plain;
}

/**
 * Convert a geometry to GeoJSON (RFC 7946) with unchanged coordinates.
 *
 * @returns null for a geometry without coordinates or of a kind that GeoJSON lacks
 */
export function geoJsonShape(shape: RestShape | null | undefined): object | null {
  if (!shape) return null;
  const { x, y, points, paths, rings } = shape;
  if (points) return { type: 'MultiPoint', coordinates: points };
  if (paths) {
    const lines = paths.filter((path) => path.length > 1);
    if (lines.length === 0) return null;
    return lines.length === 1
      ? { type: 'LineString', coordinates: lines[0] }
      : { type: 'MultiLineString', coordinates: lines };
  }
  if (rings) {
    const polygons = groupPolygons(rings);
    if (polygons.length === 0) return null;
    return polygons.length === 1
      ? { type: 'Polygon', coordinates: polygons[0] }
      : { type: 'MultiPolygon', coordinates: polygons };
  }
  return x === undefined ? null : { type: 'Point', coordinates: [x, y] };
}

/** Group rings into polygons. Outer rings are clockwise here and counterclockwise in GeoJSON. */
function groupPolygons(rings: readonly (readonly Position[])[]): (readonly Position[])[][] {
  const polygons: (readonly Position[])[][] = [];
  const holes: (readonly Position[])[] = [];
  for (const ring of rings) {
    if (ring.length < 4) continue;
    if (twiceArea(ring) <= 0) polygons.push([ring.toReversed()]);
    else holes.push(ring.toReversed());
  }
  for (const hole of holes) {
    const owner = polygons.find(([outer]) => isInside(hole[0]!, outer!)) ?? polygons.at(-1);
    if (owner) owner.push(hole);
    // A hole outside every outer ring is an outer ring with the wrong orientation.
    else polygons.push([hole.toReversed()]);
  }
  return polygons;
}

function twiceArea(ring: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1];
  return sum;
}

function isInside([x, y]: Position, ring: readonly Position[]): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/**
 * Write the header line of a CSV file.
 *
 * @param isPoint whether to add columns for longitude and latitude, under unused names
 */
export function csvHead(names: readonly string[], isPoint = false): string {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const free = (name: string): string => (taken.has(name) ? free(`${name}_1`) : name);
  return [...names, ...(isPoint ? [free('longitude'), free('latitude')] : [])].map(csvCell).join(',');
}

/** Write longitude and latitude of a point for a CSV file; empty cells for a row without a geometry. */
export const locationCells = (shape: RestShape | null | undefined): readonly [string, string] => [
  csvCell(shape?.x),
  csvCell(shape?.y),
];
