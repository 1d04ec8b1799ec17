import { type Value, wrongValue } from '../../contract/index.ts';

/** Hillshade settings. */
export interface Relief {
  /** Factor for the heights, which are assumed to be in meters. */
  readonly scale: number;
  /** Direction to the sun from the ground, a vector of length 1. */
  readonly sun: readonly [east: number, north: number, up: number];
  /** True if the shade replaces the values. Otherwise it darkens and brightens their colors. */
  readonly isAlone: boolean;
}

/**
 * Read the hillshade settings of a renderer. By default the sun is in the northwest, 45 degrees high.
 *
 * @returns undefined if the renderer has no hillshade
 * @throws {Fault} `bad-value` for invalid numbers
 */
export function readRelief(
  renderer: Value<'RasterStretchRenderer'> | Value<'RasterClassifyRenderer'>,
  path: string,
): Relief | undefined {
  if (!renderer.UseHillShader) return undefined;
  const { ZScale, Azimuth = 315, Altitude = 45 } = renderer;
  const scale = ZScale || 1;
  for (const [name, value] of Object.entries({ ZScale: scale, Azimuth }))
    if (!Number.isFinite(value)) throw wrongValue('bad-value', `${path}.${name}`, 'a number', `${value}`);
  if (!(Altitude > 0 && Altitude <= 90))
    throw wrongValue('bad-value', `${path}.Altitude`, 'a number of degrees > 0 and ≤ 90', `${Altitude}`);
  const [azimuth, altitude] = [(Azimuth * Math.PI) / 180, (Altitude * Math.PI) / 180];
  const flat = Math.cos(altitude);
  return {
    scale,
    sun: [flat * Math.sin(azimuth), flat * Math.cos(azimuth), Math.sin(altitude)],
    isAlone: renderer.type === 'RasterStretchRenderer' && renderer.ShadeOnly === true,
  };
}
