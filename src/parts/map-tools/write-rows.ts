import type { AnyValue, Value } from '../../../sw/contract/index.ts';
import { plainValue } from '../../state/rows.ts';

/** Programs that read tables run a text that begins so as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

/** Write one value of a CSV: quoted where needed, harmless where a spreadsheet would take it for a formula. */
export function csvCell(value: AnyValue | undefined): string {
  const plain = plainValue(value);
  if (plain === null) return '';
  if (typeof plain === 'number' || typeof plain === 'boolean') return String(plain);
  if (plain instanceof Date) return plain.toISOString();
  if (plain instanceof Uint8Array) return '';
  const isFormula = formulaStart.test(plain) && !/^[+-]?\d+(\.\d+)?$/.test(plain);
  const words = isFormula ? `'${plain}` : plain;
  return /[",\r\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
}

/** Write a value as JSON has it. */
export function jsonValue(value: AnyValue | undefined): unknown {
  const plain = plainValue(value);
  if (plain instanceof Date) return plain.toISOString();
  return plain instanceof Uint8Array ? null : plain;
}

type Position = readonly number[];

/**
 * Write a shape as GeoJSON (RFC 7946), its coordinates as they are.
 *
 * @returns null for a shape without coordinates or of a kind that GeoJSON has not
 */
export function geoJsonShape(shape: Value<'Geometry'> | null | undefined): object | null {
  switch (shape?.type) {
    case 'PointN':
      return { type: 'Point', coordinates: positionOf(shape) };
    case 'MultipointN':
      return { type: 'MultiPoint', coordinates: positionsOf(shape.PointArray) };
    case 'PolylineN': {
      const paths = shape.PathArray.map((path) => positionsOf(path.PointArray)).filter((path) => path.length > 1);
      if (paths.length === 0) return null;
      return paths.length === 1
        ? { type: 'LineString', coordinates: paths[0] }
        : { type: 'MultiLineString', coordinates: paths };
    }
    case 'PolygonN': {
      const polygons = polygonsOf(shape.RingArray.map((ring) => positionsOf(ring.PointArray)));
      if (polygons.length === 0) return null;
      return polygons.length === 1
        ? { type: 'Polygon', coordinates: polygons[0] }
        : { type: 'MultiPolygon', coordinates: polygons };
    }
    default:
      return null;
  }
}

const positionOf = ({ X, Y, Z }: Value<'PointN'>): Position => (Z === undefined ? [X, Y] : [X, Y, Z]);
const positionsOf = (points: Value<'ArrayOfPoint'> | undefined): Position[] =>
  (points ?? []).flatMap((point) => (point.type === 'PointN' ? [positionOf(point)] : []));

/** Sort rings into polygons. Here outer rings run clockwise and holes the other way; GeoJSON wants the reverse. */
function polygonsOf(rings: readonly Position[][]): Position[][][] {
  const polygons: Position[][][] = [];
  const holes: Position[][] = [];
  for (const ring of rings) {
    if (ring.length < 4) continue;
    if (twiceArea(ring) <= 0) polygons.push([ring.toReversed()]);
    else holes.push(ring.toReversed());
  }
  for (const hole of holes) {
    const owner = polygons.find(([outer]) => isInside(hole[0]!, outer!)) ?? polygons.at(-1);
    if (owner) owner.push(hole);
    // A ring that turns like a hole and lies in nothing is an area written the wrong way round.
    else polygons.push([hole.toReversed()]);
  }
  return polygons;
}

function twiceArea(ring: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1]![0]! * ring[i]![1]! - ring[i]![0]! * ring[i - 1]![1]!;
  return sum;
}

function isInside([x, y]: Position, ring: readonly Position[]): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!] as [[number, number], [number, number]];
    if (ay > y! !== by > y! && x! < ((bx - ax) * (y! - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/**
 * Write the head line of a CSV.
 *
 * @param isPoint longitude and latitude come behind the fields, under names that none of them has
 */
export function csvHead(names: readonly string[], isPoint = false): string {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const free = (name: string): string => (taken.has(name) ? free(`${name}_1`) : name);
  return [...names, ...(isPoint ? [free('longitude'), free('latitude')] : [])].map(csvCell).join(',');
}

/** Write longitude and latitude of a point for a CSV; empty cells for a row without a place. */
export const placeCells = (shape: Value<'Geometry'> | null | undefined): readonly [string, string] =>
  shape?.type === 'PointN' ? [csvCell(shape.X), csvCell(shape.Y)] : ['', ''];
