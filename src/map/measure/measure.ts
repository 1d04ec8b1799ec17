import { kinks, polygon } from '@turf/turf';
import { geodesicDistance, geodesicRing } from '../../../sw/geometry/geodesic.ts';

type LonLat = readonly [longitude: number, latitude: number];

interface LengthMeasure {
  readonly lengthM: number;
  readonly lastSegmentM: number;
}

interface AreaMeasure {
  readonly areaM2: number;
  readonly perimeterM: number;
  /** Edges cross each other, so that the area is none that a person means. */
  readonly isCrossing: boolean;
}

/** Measure a line on the ellipsoid, each segment being the shortest way between its ends. */
export function measureLine(line: readonly LonLat[]): LengthMeasure {
  const segments = line.slice(1).map((position, at) => geodesicDistance(line[at]!, position));
  return { lengthM: segments.reduce((sum, one) => sum + one, 0), lastSegmentM: segments.at(-1) ?? 0 };
}

/** Measure a polygon on the ellipsoid; its ring may be closed or open, and has no area below three corners. */
export function measurePolygon(ring: readonly LonLat[]): AreaMeasure {
  const corners = ring.filter((position, at) => !isSame(position, ring[(at + 1) % ring.length]!));
  const isCrossing =
    corners.length > 3 && kinks(polygon([[...corners, corners[0]!].map((one) => [...one])])).features.length > 0;
  return { ...geodesicRing(corners), isCrossing };
}

const isSame = (one: LonLat, other: LonLat): boolean => one[0] === other[0] && one[1] === other[1];
