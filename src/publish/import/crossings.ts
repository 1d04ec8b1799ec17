import { kinks, polygon } from '@turf/turf';
import { type Diagnostic, diagnostic } from '../../../sw/formats/reading/diagnostic.ts';
import type { SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { isLikelyGeographic } from '../../../sw/formats/reading/spatial-reference.ts';

/** Limits of the check, so that a large file does not wait for a diagnostic. */
const limits = { vertices: 2_000, features: 5_000, milliseconds: 1_500 };

/**
 * Say how many polygons cross themselves: they are drawn and found, but areas and relations of such shapes are nobody's
 * friend. Large shapes, and what a second and a half did not reach, are passed over.
 *
 * @returns undefined when none was seen
 */
export function crossingNote({ geometry }: SourceTable): Diagnostic | undefined {
  if (geometry?.kind !== 'polygon') return undefined;
  const { xy, partOffsets, featureOffsets } = geometry;
  const startedAt = performance.now();
  let count = 0;
  let first = 0;
  for (let feature = 0; feature + 1 < featureOffsets.length && feature < limits.features; feature++) {
    if (performance.now() - startedAt > limits.milliseconds) break;
    for (let part = featureOffsets[feature]!; part < featureOffsets[feature + 1]!; part++) {
      const from = partOffsets[part]!;
      const end = partOffsets[part + 1]!;
      if (end - from < 5 || end - from > limits.vertices) continue;
      const ring = Array.from({ length: end - from }, (_, i) => [xy[2 * (from + i)]!, xy[2 * (from + i) + 1]!]);
      if (kinks(polygon([ring])).features.length === 0) continue;
      count++;
      first ||= feature + 1;
      break;
    }
  }
  if (count === 0) return undefined;
  return count === 1 ? diagnostic('crossesItself', first) : diagnostic('crossThemselves', count, first);
}

/**
 * Say how many lines and polygons of degrees have an edge of more than half the earth, which is rarely meant: most cross
 * the date line. An edge from one end of the world to the other is no mistake (Antarctica has one).
 *
 * @returns undefined when there is none
 */
export function dateLineNote({ geometry, spatialReference }: SourceTable): Diagnostic | undefined {
  if (geometry?.kind !== 'polygon' && geometry?.kind !== 'polyline') return undefined;
  if (spatialReference?.type === 'ProjectedCoordinateSystem' || !isLikelyGeographic(geometry)) return undefined;
  const { xy, partOffsets, featureOffsets } = geometry;
  const isEnd = (x: number): boolean => Math.abs(Math.abs(x) - 180) < 1e-6;
  const jumps = (part: number): boolean => {
    for (let at = 2 * partOffsets[part]! + 2; at < 2 * partOffsets[part + 1]!; at += 2) {
      const [x, before] = [xy[at]!, xy[at - 2]!];
      if (Math.abs(x - before) > 180 && !(isEnd(x) && isEnd(before))) return true;
    }
    return false;
  };
  let [count, first] = [0, 0];
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
    let part = featureOffsets[feature]!;
    while (part < featureOffsets[feature + 1]! && !jumps(part)) part++;
    if (part === featureOffsets[feature + 1]!) continue;
    count++;
    first ||= feature + 1;
  }
  return count === 0 ? undefined : diagnostic('jumpDateLine', count, first);
}
