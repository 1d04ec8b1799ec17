import { clipPaths, clipRings } from '../clip.ts';
import { type FlatGeometry, type PathBuffer, pathBuffer } from '../flat-geometry.ts';
import { getDefinition, type SpatialReference } from '../spatial-reference.ts';

/*
 * Why maps tear, and how this is prevented. A world map is cut along one meridian. If a path in degrees crosses it, two
 * neighbors are at opposite edges of the image, and the segment between them would run across the whole map. Therefore:
 * 1. before projecting degrees, `splitAtCut` splits the geometry at the meridian of `cutLongitude`;
 * 2. after projecting, `dropUnprojected` removes points that can't be projected. For sources other than degrees it also
 *    breaks a path between neighbors that are more than `maxJump` apart.
 */

/** Projections around a point or a meridian, which don't cut the world along a meridian from pole to pole. */
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
 * Return the meridian along which a projection cuts the world, in degrees above -180 and below 180. Return undefined if
 * there is none, or if it's the 180th meridian, which data that ends there can't cross.
 */
export function cutLongitude(reference: SpatialReference): number | undefined {
  const definition = getDefinition(reference);
  if (!definition || uncut.has(definition.projection.projName)) return undefined;
  const { long0 = 0, from_greenwich: greenwich = 0 } = definition.projection;
  const center = ((long0 + greenwich) * 180) / Math.PI;
  const cut = ((((center + 360) % 360) + 360) % 360) - 180;
  return Math.abs(Math.abs(cut) - 180) < 1e-9 ? undefined : cut;
}

/**
 * Return half the width of the world in map units, for the `maxJump` of `dropUnprojected`; Infinity if it's
 * unknown.
 */
export function halfWorldWidth(reference: SpatialReference): number {
  const definition = getDefinition(reference);
  if (!definition) return Infinity;
  return definition.isGeographic ? 180 : (Math.PI * 6378137) / definition.metersPerUnit;
}

/**
 * Distance from the cut on both sides, a tenth of a millimeter. Without it, rounding could move a vertex to the other
 * end of the world.
 */
const gapDeg = 1e-9;

/**
 * Split lines and polygons in degrees at a meridian. Each feature stays at its position and gets a part for each piece
 * on either side. Points, and geometries that don't cross the meridian, are returned unchanged.
 *
 * @param cut longitude in degrees, from `cutLongitude`
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
  return { ...geometry, ...trimPaths(out), featureOffsets };
}

function crosses({ xy, partOffsets }: FlatGeometry, cut: number): boolean {
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    for (let v = partOffsets[part]! + 1; v < partOffsets[part + 1]!; v++) {
      if (xy[2 * v - 2]! < cut !== xy[2 * v]! < cut) return true;
    }
  }
  return false;
}

const trimPaths = (out: PathBuffer) => ({
  xy: out.xy.slice(0, 2 * out.vertexCount),
  partOffsets: out.partOffsets.slice(0, out.partCount + 1),
});

/**
 * Remove invalid parts of projected geometry. Points that couldn't be projected (NaN) are dropped. Lines break there,
 * and between neighbors that are too far apart. Rings close over missing vertices; a ring with a jump is dropped,
 * because its interior is unknown. Features stay in order.
 *
 * @param maxJump maximum distance of neighbors in target units, such as half the width of the world; Infinity to
 * check only for missing points
 * @returns the same object if nothing is invalid
 */
export function dropUnprojected<G extends FlatGeometry>(
  geometry: G,
  kind: 'point' | 'multipoint' | 'polyline' | 'polygon',
  maxJump = Infinity,
): G {
  if (!isBroken(geometry, maxJump)) return geometry;
  const { xy, partOffsets } = geometry;
  const featureOffsets = new Int32Array(geometry.featureOffsets.length);
  const points: number[] = [];
  const offsets = [0];
  const minVertices = { point: 1, multipoint: 1, polyline: 2, polygon: 3 }[kind];
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
    for (let part = geometry.featureOffsets[feature]!; part < geometry.featureOffsets[feature + 1]!; part++) {
      let run: number[] = [];
      let isTorn = false;
      const end = () => {
        if (kind === 'polygon' && run.length > 2 && (run[0] !== run.at(-2) || run[1] !== run.at(-1)))
          run.push(run[0]!, run[1]!);
        // A part of one vertex is a feature too small for its overview, not a remainder.
        const isDot = partOffsets[part + 1]! - partOffsets[part]! === 1 && run.length === 2;
        if (isDot || run.length >= 2 * minVertices) {
          for (const value of run) points.push(value);
          offsets.push(points.length / 2);
        }
        run = [];
      };
      for (let v = partOffsets[part]!; v < partOffsets[part + 1]!; v++) {
        const [x, y] = [xy[2 * v]!, xy[2 * v + 1]!];
        const isMissing = !Number.isFinite(x) || !Number.isFinite(y);
        const isFar = !isMissing && run.length > 0 && Math.hypot(x - run.at(-2)!, y - run.at(-1)!) > maxJump;
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

function isBroken({ xy, partOffsets }: FlatGeometry, maxJump: number): boolean {
  const maxSquaredJump = maxJump * maxJump;
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    const start = 2 * partOffsets[part]!;
    for (let i = start; i < 2 * partOffsets[part + 1]!; i += 2) {
      const x = xy[i]!;
      const y = xy[i + 1]!;
      if (x - x !== 0 || y - y !== 0) return true;
      if (i > start && (x - xy[i - 2]!) ** 2 + (y - xy[i - 1]!) ** 2 > maxSquaredJump) return true;
    }
  }
  return false;
}
