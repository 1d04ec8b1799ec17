import { clipPaths, clipRings } from '../clip.ts';
import { type FlatGeometry, type PathBuffer, pathBuffer } from '../flat-geometry.ts';
import { definitionOf, type SpatialReference } from '../spatial-reference.ts';

/*
 * Why maps tear, and the rule against it. A world map is cut open along one meridian. A path of degrees that crosses it has
 * neighbours at opposite ends of the picture, and the segment between them would run through the whole world. So:
 * 1. before projecting degrees, `splitAtCut` parts the geometry at the meridian of `cutLongitude`;
 * 2. after projecting, `dropUnprojected` takes out the points without image and, for what could not be foreseen (other sources
 *    than degrees), breaks a path where two neighbours are more than `farthestJump` apart.
 */

/** Projections around a point or a meridian: they have no meridian along which the world is cut from pole to pole. */
const uncut = new Set(
  [
    'stere',
    'sterea',
    'laea',
    'aeqd',
    'ortho',
    'gnom',
    'nsper',
    'geos',
    'tpers',
    'tpeqd',
    'ups',
    'tmerc',
    'etmerc',
    'utm',
    'gstmerc',
    'cass',
  ].concat(['omerc', 'somerc', 'krovak', 'nzmg', 'labrd', 'geocent', 'longlat', 'peirce_q', 'adams_ws2']),
);

/**
 * Give the meridian along which a projection cuts the world open, in degrees above -180 and below 180. Undefined when data that ends at
 * the 180th meridian cannot cross it, or there is none.
 */
export function cutLongitude(reference: SpatialReference): number | undefined {
  const definition = definitionOf(reference);
  if (!definition || uncut.has(definition.projection.projName)) return undefined;
  const { long0 = 0, from_greenwich: greenwich = 0 } = definition.projection;
  const centre = ((long0 + greenwich) * 180) / Math.PI;
  const cut = ((((centre + 360) % 360) + 360) % 360) - 180;
  return Math.abs(Math.abs(cut) - 180) < 1e-9 ? undefined : cut;
}

/** Give half the width of the world in units of the coordinates, the `farthestJump` of `dropUnprojected`; Infinity when unknown. */
export function halfWorldOf(reference: SpatialReference): number {
  const definition = definitionOf(reference);
  if (!definition) return Infinity;
  return definition.isGeographic ? 180 : (Math.PI * 6378137) / definition.metresPerUnit;
}

/** Both sides stay this far from the cut, so that rounding does not put a vertex on the other end of the world. A tenth of a millimetre. */
const gapDeg = 1e-9;

/**
 * Part lines and polygons of degrees at a meridian: each feature keeps its position in the list and gets a part for every piece on
 * either side. Points are given back as they are, and so is everything when nothing crosses.
 *
 * @param cut longitude in degrees, of `cutLongitude`
 */
export function splitAtCut<G extends FlatGeometry>(
  geometry: G,
  kind: 'point' | 'multipoint' | 'polyline' | 'polygon',
  cut: number,
): G {
  if (kind === 'point' || kind === 'multipoint' || !crosses(geometry, cut)) return geometry;
  const clip = kind === 'polygon' ? clipRings : clipPaths;
  const out = pathBuffer(geometry.xy.length, geometry.partOffsets.length);
  const featureOffsets = new Int32Array(geometry.featureOffsets.length);
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
    const [first, end] = [geometry.featureOffsets[feature]!, geometry.featureOffsets[feature + 1]!];
    clip(geometry.xy, geometry.partOffsets, first, end, [-Infinity, -Infinity, cut - gapDeg, Infinity], out);
    clip(geometry.xy, geometry.partOffsets, first, end, [cut + gapDeg, -Infinity, Infinity, Infinity], out);
    featureOffsets[feature + 1] = out.partCount;
  }
  return { ...geometry, ...collected(out), featureOffsets };
}

function crosses({ xy, partOffsets }: FlatGeometry, cut: number): boolean {
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    for (let v = partOffsets[part]! + 1; v < partOffsets[part + 1]!; v++) {
      if (xy[2 * v - 2]! < cut !== xy[2 * v]! < cut) return true;
    }
  }
  return false;
}

const collected = (out: PathBuffer) => ({
  xy: out.xy.slice(0, 2 * out.vertexCount),
  partOffsets: out.partOffsets.slice(0, out.partCount + 1),
});

/**
 * Take out of projected geometry what must not be drawn. A point without image (NaN) disappears; a line breaks there, and where two neighbours are
 * farther apart than a limit; a ring closes over its missing vertices, and one that jumps is dropped, since what it encloses
 * is no longer known. Features keep their order.
 *
 * @param farthestJump in target units; half the width of the world is a good one. Infinity to look for missing points only
 * @returns the same object when nothing is wrong
 */
export function dropUnprojected<G extends FlatGeometry>(
  geometry: G,
  kind: 'point' | 'multipoint' | 'polyline' | 'polygon',
  farthestJump = Infinity,
): G {
  if (!isBroken(geometry, farthestJump)) return geometry;
  const { xy, partOffsets } = geometry;
  const featureOffsets = new Int32Array(geometry.featureOffsets.length);
  const points: number[] = [];
  const offsets = [0];
  const minimumVertices = { point: 1, multipoint: 1, polyline: 2, polygon: 3 }[kind];
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
    for (let part = geometry.featureOffsets[feature]!; part < geometry.featureOffsets[feature + 1]!; part++) {
      let run: number[] = [];
      let isTorn = false;
      const end = () => {
        if (kind === 'polygon' && run.length > 2 && (run[0] !== run.at(-2) || run[1] !== run.at(-1)))
          run.push(run[0]!, run[1]!);
        // A part of one vertex is a feature too small for its overview, not a remnant.
        const isDot = partOffsets[part + 1]! - partOffsets[part]! === 1 && run.length === 2;
        if (isDot || run.length >= 2 * minimumVertices) {
          for (const value of run) points.push(value);
          offsets.push(points.length / 2);
        }
        run = [];
      };
      for (let v = partOffsets[part]!; v < partOffsets[part + 1]!; v++) {
        const [x, y] = [xy[2 * v]!, xy[2 * v + 1]!];
        const isMissing = !Number.isFinite(x) || !Number.isFinite(y);
        const isFar = !isMissing && run.length > 0 && Math.hypot(x - run.at(-2)!, y - run.at(-1)!) > farthestJump;
        if (isFar) isTorn = true;
        if (kind !== 'polygon' && (isMissing || isFar)) end();
        if (!isMissing) run.push(x, y);
      }
      if (!(kind === 'polygon' && isTorn)) end();
    }
    featureOffsets[feature + 1] = offsets.length - 1;
  }
  return { ...geometry, xy: Float64Array.from(points), partOffsets: Int32Array.from(offsets), featureOffsets };
}

function isBroken({ xy, partOffsets }: FlatGeometry, farthestJump: number): boolean {
  const farthest = farthestJump * farthestJump;
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    const start = 2 * partOffsets[part]!;
    for (let i = start; i < 2 * partOffsets[part + 1]!; i += 2) {
      const x = xy[i]!;
      const y = xy[i + 1]!;
      if (x - x !== 0 || y - y !== 0) return true;
      if (i > start && (x - xy[i - 2]!) ** 2 + (y - xy[i - 1]!) ** 2 > farthest) return true;
    }
  }
  return false;
}
