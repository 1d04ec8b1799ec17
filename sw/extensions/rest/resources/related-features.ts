import type { Value } from '../../../contract/index.ts';
import type { Position, RestShape } from '../../../formats/rest-value.ts';
import { asEpochMs, restFeatures } from '../../../handlers/formats/feature-set.ts';

/** Features with their shapes, coordinates rounded to some decimals. */
export function featuresOf({ Fields, Records }: Value<'RecordSet'>, decimals: number | undefined) {
  const features = restFeatures(Fields.FieldArray, Records, asEpochMs);
  if (decimals === undefined) return features;
  return features.map(({ attributes, geometry }) => ({
    attributes,
    ...(geometry ? { geometry: rounded(geometry as RestShape, decimals) } : {}),
  }));
}

function rounded({ x, y, points, paths, rings }: RestShape, decimals: number): object {
  const factor = 10 ** Math.min(decimals, 15);
  const round = (value: number): number => Math.round(value * factor) / factor;
  const all = (positions: readonly Position[]) => positions.map(([px, py]) => [round(px), round(py)]);
  if (points) return { points: all(points) };
  if (paths) return { paths: paths.map(all) };
  return rings ? { rings: rings.map(all) } : { x: round(x!), y: round(y!) };
}
