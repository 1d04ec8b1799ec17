import { geodesicDistance } from '../../geometry/geodesic.ts';
import type { Transformation } from '../../geometry/project.ts';
import { type MapView, mapToScreen, screenToMap } from '../../geometry/view.ts';
import { roundBelow } from '../scale-bar/plan.ts';

/** How a map lies on the ground at its middle. */
export interface Ground {
  /** Of one pixel to the right. */
  readonly metresPerPixel: number;
  /** Direction of true north in degrees, clockwise from the top. */
  readonly northDeg: number;
}

/** Shifts that are small for every projection, and large enough for the precision of numbers. */
const [stepPx, stepDeg] = [0.5, 1e-5];

/**
 * Measure a view at its middle on the ellipsoid.
 *
 * @param toWorld from the coordinates of the map to WGS 84; absent where they are degrees already
 * @returns undefined where the middle of the map is nowhere on the earth
 */
export function groundAtMiddle(view: MapView, toWorld: Transformation | undefined): Ground | undefined {
  const [x, y] = [view.widthPx / 2, view.heightPx / 2];
  const world = screenToMap(view, [x - stepPx, y, x + stepPx, y, x, y]);
  toWorld?.forward(world);
  const [lon1, lat1, lon2, lat2, lon, lat] = world as unknown as [number, number, number, number, number, number];
  if (!world.every(Number.isFinite) || Math.abs(lat) > 90) return undefined;
  const metresPerPixel = geodesicDistance([lon1, lat1], [lon2, lat2]) / (2 * stepPx);
  const towardsPole = lat > 0 ? -stepDeg : stepDeg;
  const north = Float64Array.of(lon, lat, lon, lat + towardsPole);
  toWorld?.inverse(north);
  mapToScreen(view, north, north);
  const turn = Math.sign(towardsPole);
  const [dx, dy] = [(north[2]! - north[0]!) * turn, (north[3]! - north[1]!) * turn];
  return metresPerPixel > 0 ? { metresPerPixel, northDeg: (Math.atan2(dx, -dy) * 180) / Math.PI } : undefined;
}

const unitsOf = {
  metric: [
    ['km', 1000],
    ['m', 1],
  ],
  imperial: [
    ['mi', 1609.344],
    ['ft', 0.3048],
  ],
} as const;

/** A bar of four pieces of equal length. */
interface SheetBar {
  /** In `unit`: 1, 2 or 5 times a power of ten. */
  readonly piece: number;
  readonly unit: string;
  readonly lengthM: number;
}

/** Choose the longest bar of four round pieces that fits; the larger unit from one of it on. */
export function sheetBar(roomM: number, system: keyof typeof unitsOf): SheetBar {
  const [large, small] = unitsOf[system];
  const [unit, metres] = roomM >= 4 * large[1] ? large : small;
  const piece = roundBelow(roomM / 4 / metres);
  return { piece, unit, lengthM: 4 * piece * metres };
}
