import { clipPaths, clipRings } from '../../geometry/clip.ts';
import { cutLongitude, splitAtCut } from '../../geometry/date-line/split-at-cut.ts';
import type { Extent } from '../../geometry/extent.ts';
import { pathBuffer } from '../../geometry/flat-geometry.ts';
import type { Transformation } from '../../geometry/project.ts';
import { definitionOf, isGeographic } from '../../geometry/spatial-reference.ts';
import type { GeometryBatch } from '../../rows/batch.ts';
import type { GeometryKind } from '../../rows/manifest.ts';

/** Prepares a batch for a projection: nothing crosses a cut or runs to infinity. */
type MakeProjectable = (batch: GeometryBatch) => GeometryBatch;

/** Degrees from its pole that a polar projection can show without running to infinity. */
const farthestFromPole: Readonly<Record<string, number>> = {
  stere: 165,
  sterea: 165,
  ups: 165,
  laea: 179.9,
  aeqd: 179.9,
  ortho: 90,
  gnom: 85,
};

/**
 * Make the function that splits geometry in degrees at the meridian where a projection is cut, and clips the area
 * around the opposite pole. Undefined when neither is needed.
 */
export function makeProjectable(
  projection: Transformation | undefined,
  kind: GeometryKind,
): MakeProjectable | undefined {
  if (!projection || kind === 'point' || kind === 'multipoint' || !isGeographic(projection.from)) return undefined;
  const cut = cutLongitude(projection.to);
  const domain = domainOf(projection);
  if (cut === undefined && !domain) return undefined;
  return (batch) => {
    const parted = cut === undefined ? batch : splitAtCut(batch, kind, cut);
    return domain ? clipped(parted, kind, domain) : parted;
  };
}

function domainOf({ to }: Transformation): Extent | undefined {
  const { projName, lat0 = 0 } = definitionOf(to)!.projection;
  const reach = farthestFromPole[projName];
  if (reach === undefined || Math.abs(Math.abs(lat0) - Math.PI / 2) > 1e-6) return undefined;
  return lat0 > 0 ? [-Infinity, 90 - reach, Infinity, 90] : [-Infinity, -90, Infinity, reach - 90];
}

function clipped(batch: GeometryBatch, kind: GeometryKind, domain: Extent): GeometryBatch {
  if (isInside(batch.xy, domain)) return batch;
  const clip = kind === 'polygon' ? clipRings : clipPaths;
  const out = pathBuffer(batch.xy.length, batch.partOffsets.length);
  const featureOffsets = new Int32Array(batch.featureOffsets.length);
  for (let row = 0; row + 1 < featureOffsets.length; row++) {
    clip(batch.xy, batch.partOffsets, batch.featureOffsets[row]!, batch.featureOffsets[row + 1]!, domain, out);
    featureOffsets[row + 1] = out.partCount;
  }
  return {
    ...batch,
    xy: out.xy.slice(0, 2 * out.vertexCount),
    partOffsets: out.partOffsets.slice(0, out.partCount + 1),
    featureOffsets,
  };
}

function isInside(xy: Float64Array, [, ymin, , ymax]: Extent): boolean {
  for (let i = 1; i < xy.length; i += 2) if (!(xy[i]! >= ymin && xy[i]! <= ymax)) return false;
  return true;
}
