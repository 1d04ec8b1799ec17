/** Changes flat coordinates [x, y, ...] in place, from index `start` up to but excluding `end`. */
export type Step = (xy: Float64Array, start: number, end: number) => void;

export interface Ellipsoid {
  readonly semiMajorM: number;
  /** Squared eccentricity. */
  readonly es: number;
}

const toRadians = Math.PI / 180;
const secondsToRadians = toRadians / 3600;

/**
 * Create the step from degrees on one ellipsoid to degrees on another by geocentric parameters, with heights of 0.
 *
 * @param parameters three translations in meters, three rotations in arc seconds (position vector), a scale in parts
 *   per million, and the rotation origin in meters; missing parameters are 0
 * @param isInverse true to convert from `to` to `from`
 * @see EPSG guidance note 7-2, 4.3: small angles, for which the parameters are published
 */
export function geocentricStep(
  from: Ellipsoid,
  to: Ellipsoid,
  parameters: readonly number[],
  isInverse: boolean,
): Step {
  const [tx = 0, ty = 0, tz = 0, rx = 0, ry = 0, rz = 0, ppm = 0, px = 0, py = 0, pz = 0] = parameters;
  const [turnX, turnY, turnZ] = [rx * secondsToRadians, ry * secondsToRadians, rz * secondsToRadians];
  const scale = 1 + ppm / 1e6;
  const [source, target] = isInverse ? [to, from] : [from, to];
  const flattened = 1 - target.es;
  const minorM = target.semiMajorM * Math.sqrt(flattened);
  const second = target.es / flattened;
  return (xy, start, end) => {
    for (let i = start; i + 1 < end; i += 2) {
      const longitude = xy[i]! * toRadians;
      const latitude = xy[i + 1]! * toRadians;
      const sine = Math.sin(latitude);
      const normalM = source.semiMajorM / Math.sqrt(1 - source.es * sine * sine);
      let x = normalM * Math.cos(latitude) * Math.cos(longitude);
      let y = normalM * Math.cos(latitude) * Math.sin(longitude);
      let z = normalM * (1 - source.es) * sine;
      if (isInverse) {
        const [u, v, w] = [(x - px - tx) / scale, (y - py - ty) / scale, (z - pz - tz) / scale];
        x = px + u + turnZ * v - turnY * w;
        y = py - turnZ * u + v + turnX * w;
        z = pz + turnY * u - turnX * v + w;
      } else {
        const [u, v, w] = [x - px, y - py, z - pz];
        x = px + tx + scale * (u - turnZ * v + turnY * w);
        y = py + ty + scale * (turnZ * u + v - turnX * w);
        z = pz + tz + scale * (-turnY * u + turnX * v + w);
      }
      const p = Math.hypot(x, y);
      // Bowring's formula, accurate to micrometers near the ground.
      const theta = Math.atan2(z * target.semiMajorM, p * minorM);
      xy[i] = Math.atan2(y, x) / toRadians;
      xy[i + 1] =
        Math.atan2(
          z + second * minorM * Math.sin(theta) ** 3,
          p - target.es * target.semiMajorM * Math.cos(theta) ** 3,
        ) / toRadians;
    }
  };
}
