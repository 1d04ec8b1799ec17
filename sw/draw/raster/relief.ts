import { Fault, type Value } from '../../contract/index.ts';

/** How heights are shaded. */
export interface Relief {
  /** Factor of the heights, which are assumed to be in metres. */
  readonly scale: number;
  /** Direction of the sun from the ground, a vector of length 1. */
  readonly sun: readonly [east: number, north: number, up: number];
  /** The shade takes the place of the values; otherwise it darkens and brightens their colours. */
  readonly isAlone: boolean;
}

/**
 * Read how a renderer shades heights: by a sun in the north-west, halfway up, unless it says otherwise.
 *
 * @returns undefined when it does not
 * @throws {Fault} `bad-value`
 */
export function reliefOf(
  renderer: Value<'RasterStretchRenderer'> | Value<'RasterClassifyRenderer'>,
  path: string,
): Relief | undefined {
  if (!renderer.UseHillShader) return undefined;
  const { ZScale, Azimuth = 315, Altitude = 45 } = renderer;
  const scale = ZScale || 1;
  for (const [name, value] of Object.entries({ ZScale: scale, Azimuth }))
    if (!Number.isFinite(value)) throw new Fault('bad-value', `${path}.${name}: a number expected, ${value} found.`);
  if (!(Altitude > 0 && Altitude <= 90))
    throw new Fault('bad-value', `${path}.Altitude: degrees above 0, at most 90, expected, ${Altitude} found.`);
  const [azimuth, altitude] = [(Azimuth * Math.PI) / 180, (Altitude * Math.PI) / 180];
  const flat = Math.cos(altitude);
  return {
    scale,
    sun: [flat * Math.sin(azimuth), flat * Math.cos(azimuth), Math.sin(altitude)],
    isAlone: renderer.type === 'RasterStretchRenderer' && renderer.ShadeOnly === true,
  };
}
