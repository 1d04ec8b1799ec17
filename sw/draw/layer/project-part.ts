import { dropUnprojected, halfWorldWidth } from '../../geometry/date-line/split-at-cut.ts';
import type { Transformation } from '../../geometry/project.ts';
import { isGeographic } from '../../geometry/spatial-reference.ts';
import { keepsAxes } from './layer-window.ts';

/** Projects one path or ring, which may be split or dropped. */
type ProjectPart = (
  xy: Float64Array,
  from: number,
  to: number,
  keep: (xy: Float64Array, from: number, to: number) => void,
) => void;

/** Straight lines in degrees become curves in most projections, so longer lines are divided into steps of this size. */
const maxStepDeg = 2;

/**
 * Make the function that projects paths. If lines can't bend or tear, it transforms them in place.
 *
 * The function writes to `xy`, so `xy` must not be the table's own array.
 */
export function partProjector(projection: Transformation, isClosed: boolean): ProjectPart {
  const isBent = isGeographic(projection.from) && !keepsAxes(projection);
  // Geometry in degrees is already split where the projection is cut. An axis-aligned projection tears nowhere else.
  const maxJump = keepsAxes(projection) ? Infinity : halfWorldWidth(projection.to);
  const kind = isClosed ? 'polygon' : 'polyline';
  let dense = new Float64Array(0);

  return (xy, from, to, keep) => {
    let source = xy;
    let first = from;
    let end = to;
    if (isBent) {
      const extra = extraVertices(xy, from, to);
      if (extra > 0) {
        if (dense.length < 2 * (to - from + extra)) dense = new Float64Array(4 * (to - from + extra));
        end = densify(xy, from, to, dense);
        source = dense;
        first = 0;
      }
    }
    projection.forward(source, 2 * first, 2 * end);
    if (isWhole(source, first, end, maxJump)) return keep(source, first, end);
    const { xy: pieces, partOffsets } = dropUnprojected(
      {
        xy: source.subarray(2 * first, 2 * end),
        partOffsets: Int32Array.of(0, end - first),
        featureOffsets: Int32Array.of(0, 1),
      },
      kind,
      maxJump,
    );
    for (let part = 0; part + 1 < partOffsets.length; part++) keep(pieces, partOffsets[part]!, partOffsets[part + 1]!);
  };
}

function countSteps(xy: Float64Array, i: number): number {
  const distance = Math.max(Math.abs(xy[i + 2]! - xy[i]!), Math.abs(xy[i + 3]! - xy[i + 1]!));
  return distance > maxStepDeg && distance <= 720 ? Math.ceil(distance / maxStepDeg) : 1;
}

function extraVertices(xy: Float64Array, from: number, to: number): number {
  let extra = 0;
  for (let i = 2 * from; i + 3 < 2 * to; i += 2) extra += countSteps(xy, i) - 1;
  return extra;
}

/** Write a path with its long lines divided into steps to `out`. Return the number of vertices written. */
function densify(xy: Float64Array, from: number, to: number, out: Float64Array): number {
  let count = 0;
  for (let i = 2 * from; i < 2 * to; i += 2) {
    const steps = i + 3 < 2 * to ? countSteps(xy, i) : 1;
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      out[2 * count] = t === 0 ? xy[i]! : xy[i]! + t * (xy[i + 2]! - xy[i]!);
      out[2 * count + 1] = t === 0 ? xy[i + 1]! : xy[i + 1]! + t * (xy[i + 3]! - xy[i + 1]!);
      count++;
    }
  }
  return count;
}

function isWhole(xy: Float64Array, from: number, to: number, maxJump: number): boolean {
  for (let i = 2 * from; i < 2 * to; i += 2) {
    const x = xy[i]!;
    const y = xy[i + 1]!;
    if (x - x !== 0 || y - y !== 0) return false;
    if (i > 2 * from && Math.abs(x - xy[i - 2]!) + Math.abs(y - xy[i - 1]!) > maxJump) return false;
  }
  return true;
}
