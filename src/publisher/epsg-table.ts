import { createRequire } from 'node:module';
import proj4 from 'proj4';

/** A record of epsg-index, as far as it is used. The box is [north, west, south, east]. */
interface EpsgRecord {
  readonly code: string;
  readonly name: string;
  readonly proj4: string | null;
  readonly bbox: readonly [number, number, number, number] | null;
}

/** Rotations of the Dutch datum stand in the source in microradians with the other sign; the format wants seconds of arc. */
const dutchRotations = ['1.9342,-1.6677,9.1019', '-0.398957388243134,0.343987817378283,-1.87740163998045'] as const;

type Row = readonly [number, string, string, readonly number[] | null];

/**
 * Make the definitions table of coordinate systems, at build time in Node: `[[code, name, proj4, [west, south, east, north]], ...]` ascending
 * by code, with only those that proj4 transforms and takes back. Source: the EPSG registry as packed by epsg-index.
 *
 * @returns JSON text, about 1 MB, 200 KB compressed
 */
export function epsgTable(): string {
  const records = createRequire(import.meta.url)('epsg-index/all.json') as Record<string, EpsgRecord>;
  const rows: Row[] = [];
  for (const record of Object.values(records)) {
    const text = record.proj4
      ?.replace(/ \+type=crs| \+wktext| \+no_defs/g, '')
      .replace(',0,0,0,0 ', ' ')
      .replace(...dutchRotations);
    const area = record.bbox && areaOf(record.bbox);
    if (text && isUsable(text, area)) rows.push([Number(record.code), record.name, text, area]);
  }
  rows.sort((a, b) => a[0] - b[0]);
  return JSON.stringify(rows);
}

/** Boxes of zeroes stand for "not said". */
function areaOf([north, west, south, east]: readonly [number, number, number, number]): readonly number[] | null {
  return north > south ? [west, south, east, north] : null;
}

/** Tell whether a point in the middle of the area goes there and comes back; geocentric and unknown projections do not. */
function isUsable(text: string, area: readonly number[] | null): boolean {
  if (text.includes('+proj=geocent')) return false;
  const [west, south, east, north] = (area ?? [-1, -1, 1, 1]) as [number, number, number, number];
  const longitude = west <= east ? (west + east) / 2 : (((west + east + 360) / 2 + 180) % 360) - 180;
  const latitude = (south + north) / 2;
  // Off the exact centre, where some inverse formulas divide by zero.
  const point = [longitude + 0.01, latitude + 0.01];
  try {
    const converter = proj4('+proj=longlat +datum=WGS84', text.replace(/\+nadgrids=("[^"]*"|\S+)/, '').trim());
    const there = converter.forward([...point]);
    if (!there.every(Number.isFinite)) return false;
    const [x, y] = converter.inverse(there) as [number, number];
    const turns = Math.round((x - point[0]!) / 360);
    return Math.abs(x - point[0]! - 360 * turns) < 1e-4 && Math.abs(y - point[1]!) < 1e-4;
  } catch {
    return false;
  }
}
