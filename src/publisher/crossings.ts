import { kinks, polygon } from '@turf/turf';
import { type Diagnostic, diagnostic } from './diagnostic.ts';
import type { SourceTable } from './source-table.ts';

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
