/** Radius of the Web Mercator sphere in meters: the major axis of WGS 84. */
const radiusM = 6378137;
const metersPerDegree = (Math.PI / 180) * radiusM;

/** Maximum latitude of Web Mercator in degrees; positions beyond it are drawn at this latitude. */
export const mercatorLimitDeg = 85.06;

/**
 * Project flat [longitude, latitude, ...] in WGS 84 degrees to Web Mercator meters, in place, from index `start` to
 * `end`.
 */
export function toMercator(xy: Float64Array, start: number, end: number): void {
  for (let i = start; i + 1 < end; i += 2) {
    xy[i] = xy[i]! * metersPerDegree;
    const latitude = Math.max(-mercatorLimitDeg, Math.min(mercatorLimitDeg, xy[i + 1]!));
    const sine = Math.sin((latitude * Math.PI) / 180);
    xy[i + 1] = (radiusM / 2) * Math.log((1 + sine) / (1 - sine));
  }
}

/** Convert Web Mercator meters to degrees, the inverse of `toMercator`. Infinite northings become poles. */
export function fromMercator(xy: Float64Array, start: number, end: number): void {
  for (let i = start; i + 1 < end; i += 2) {
    xy[i] = xy[i]! / metersPerDegree;
    xy[i + 1] = (Math.atan(Math.sinh(xy[i + 1]! / radiusM)) * 180) / Math.PI;
  }
}
