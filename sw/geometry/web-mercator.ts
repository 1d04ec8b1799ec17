/** Radius of the sphere of Web Mercator, in metres: the major axis of WGS 84. */
const radiusM = 6378137;
const metresPerDegree = (Math.PI / 180) * radiusM;

/** Latitude where the area of use of Web Mercator ends; what lies beyond is drawn on this line. */
export const mercatorLimitDeg = 85.06;

/** Project flat [longitude, latitude, ...] degrees of WGS 84 to Web Mercator metres in place, from position start to end. */
export function toMercator(xy: Float64Array, start: number, end: number): void {
  for (let i = start; i + 1 < end; i += 2) {
    xy[i] = xy[i]! * metresPerDegree;
    const latitude = Math.max(-mercatorLimitDeg, Math.min(mercatorLimitDeg, xy[i + 1]!));
    const sine = Math.sin((latitude * Math.PI) / 180);
    xy[i + 1] = (radiusM / 2) * Math.log((1 + sine) / (1 - sine));
  }
}

/** The inverse of `toMercator`. Northings without end become poles. */
export function fromMercator(xy: Float64Array, start: number, end: number): void {
  for (let i = start; i + 1 < end; i += 2) {
    xy[i] = xy[i]! / metresPerDegree;
    xy[i + 1] = (Math.atan(Math.sinh(xy[i + 1]! / radiusM)) * 180) / Math.PI;
  }
}
