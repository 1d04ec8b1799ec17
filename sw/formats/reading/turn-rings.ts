import { ringArea, turnRing } from '../../geometry/measure.ts';
import type { SourceGeometry } from './source-table.ts';

/**
 * Correct the direction of polygon rings in place: exteriors clockwise, holes counter-clockwise.
 *
 * If the rings of a polygon add up to a clockwise area, they remain unchanged. Otherwise a ring inside an odd number of
 * other rings is a hole.
 */
export function turnRings({ xy, partOffsets, featureOffsets }: SourceGeometry): void {
  for (let row = 0; row + 1 < featureOffsets.length; row++) {
    const first = featureOffsets[row]!;
    const last = featureOffsets[row + 1]!;
    let area = 0;
    for (let part = first; part < last; part++) area += ringArea(xy, partOffsets[part]!, partOffsets[part + 1]!);
    if (area <= 0) continue;
    for (let part = first; part < last; part++) {
      let containerCount = 0;
      for (let other = first; other < last; other++) {
        if (other !== part && contains(xy, partOffsets[other]!, partOffsets[other + 1]!, partOffsets[part]!))
          containerCount++;
      }
      turnRing(xy, partOffsets[part]!, partOffsets[part + 1]!, containerCount % 2 > 0);
    }
  }
}

/** Check whether a vertex is inside the ring [from, to), by the even-odd rule. */
function contains(xy: Float64Array, from: number, to: number, vertex: number): boolean {
  const x = xy[vertex * 2]!;
  const y = xy[vertex * 2 + 1]!;
  let inside = false;
  for (let a = from, b = to - 1; a < to; b = a++) {
    const ya = xy[a * 2 + 1]!;
    const yb = xy[b * 2 + 1]!;
    if (ya > y !== yb > y && x < ((xy[b * 2]! - xy[a * 2]!) * (y - ya)) / (yb - ya) + xy[a * 2]!) inside = !inside;
  }
  return inside;
}
