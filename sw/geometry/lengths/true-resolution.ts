import type { Transformation } from '../project.ts';
import { type MapView, mapToScreen, screenToMap } from '../view.ts';

/** Ground resolution and orientation of a map at its center. */
export interface TrueResolution {
  /** Ground size of a pixel; the same in x and y if the map is true to scale. */
  readonly metersPerPixel: number;
  /** Direction of true north in degrees, clockwise from the top. */
  readonly northDeg: number;
  /** Whether a scale bar is valid: exactly at the center in all directions, and roughly in the whole view. */
  readonly isToScale: boolean;
}

/** Step sizes that are small for every projection, but large enough for floating-point precision. */
const [stepPx, stepDeg] = [0.05, 1e-5];
/** Right, up and both diagonals. Only equal lengths in all of them show that the map is conformal. */
const directions = [
  [1, 0],
  [0, -1],
  [Math.SQRT1_2, -Math.SQRT1_2],
  [Math.SQRT1_2, Math.SQRT1_2],
] as const;
/** Maximum ratio of lengths in different directions at the center, and of lengths in the view to those at the center. */
const [maxStretch, maxGrowth] = [1.01, 1.5];

const [radiusM, flattening] = [6_378_137, 1 / 298.257223563];
const eccentricity2 = flattening * (2 - flattening);
const radians = Math.PI / 180;

/**
 * Measure the ground resolution of a view at its center, on the ellipsoid.
 *
 * @param toWorld from map coordinates to WGS 84; absent if they are WGS 84 degrees
 * @returns undefined if the center isn't on the earth
 */
export function resolutionAtCenter(view: MapView, toWorld: Transformation | undefined): TrueResolution | undefined {
  const { widthPx, heightPx } = view;
  const [x, y] = [widthPx / 2, heightPx / 2];
  const [right, up, ...aslant] = lengthsAt(view, toWorld, x, y);
  const metersPerPixel = Math.sqrt(right! * up!);
  if (!(metersPerPixel > 0)) return undefined;
  const isEven = [right!, up!, ...aslant].every((length) => isWithin(length / metersPerPixel, Math.sqrt(maxStretch)));
  const isAlike = [0, x, widthPx].every((atX) =>
    [0, y, heightPx].every((atY) =>
      lengthsAt(view, toWorld, atX, atY).every((length) => isWithin(length / metersPerPixel, maxGrowth)),
    ),
  );
  const [lon, lat] = worldAt(view, toWorld, [x, y]);
  const towardsPole = lat! > 0 ? -stepDeg : stepDeg;
  const north = Float64Array.of(lon!, lat!, lon!, lat! + towardsPole);
  toWorld?.inverse(north);
  mapToScreen(view, north, north);
  const turn = Math.sign(towardsPole);
  const [dx, dy] = [(north[2]! - north[0]!) * turn, (north[3]! - north[1]!) * turn];
  return { metersPerPixel, northDeg: (Math.atan2(dx, -dy) * 180) / Math.PI, isToScale: isEven && isAlike };
}

const isWithin = (ratio: number, factor: number): boolean => ratio <= factor && ratio >= 1 / factor;

function worldAt(view: MapView, toWorld: Transformation | undefined, pixels: readonly number[]): Float64Array {
  const world = screenToMap(view, pixels);
  toWorld?.forward(world);
  return world;
}

/** Return the meters per pixel in each direction at a position of the view; NaN if it isn't on the earth. */
function lengthsAt(view: MapView, toWorld: Transformation | undefined, x: number, y: number): number[] {
  return directions.map(([dx, dy]) => {
    const [fromX, fromY, toX, toY] = [-1, 1].flatMap((end) => [
      x + (end * stepPx * dx) / 2,
      y + (end * stepPx * dy) / 2,
    ]);
    const [lon1, lat1, lon2, lat2] = worldAt(view, toWorld, [fromX!, fromY!, toX!, toY!]);
    if (!(Math.abs(lat1!) <= 90 && Math.abs(lat2!) <= 90)) return Number.NaN;
    const [lon, lat] = [((lon2! - lon1! + 540) % 360) - 180, lat2! - lat1!];
    const middle = ((lat1! + lat2!) / 2) * radians;
    const bend = 1 - eccentricity2 * Math.sin(middle) ** 2;
    const across = (radiusM / Math.sqrt(bend)) * Math.cos(middle) * lon * radians;
    const along = ((radiusM * (1 - eccentricity2)) / bend ** 1.5) * lat * radians;
    return Math.hypot(across, along) / stepPx;
  });
}
