import type { Family } from '../../rows/geometry/geometry-codes.ts';
import type { GeometryBuilder } from './geometry-builder.ts';
import type { Shape } from './shapes/shape.ts';

/** A point, a line, or a polygon with its outer ring first. Each path has flat coordinates. */
export interface ShapeMember {
  readonly family: Family;
  readonly paths: readonly (readonly number[])[];
}

/** Create a shape from members in memory. */
export const memberShape = (members: readonly ShapeMember[], hasHeights = false, curveCount = 0): Shape => ({
  families: new Set(members.map(({ family }) => family)),
  hasHeights,
  hasMeasures: false,
  curveCount,
  draw(getBuilder) {
    let dropped = 0;
    for (const { family, paths } of members) dropped += drawMember(getBuilder(family), family, paths);
    return dropped;
  },
});

function drawMember(builder: GeometryBuilder, family: Family, paths: readonly (readonly number[])[]): number {
  let dropped = 0;
  for (const [i, path] of paths.entries()) {
    for (let offset = 0; offset + 1 < path.length; offset += 2) builder.addVertex(path[offset]!, path[offset + 1]!);
    if (family !== 'polygons') builder.endPart();
    else if (!builder.endRing(i === 0 ? 'exterior' : 'hole')) dropped++;
  }
  return dropped;
}
