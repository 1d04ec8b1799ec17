import proj4 from 'proj4';
import type { ReferenceDefinition } from './reference-definitions.ts';
import { parseDefinition, textOf } from './reference-definitions.ts';
import { definitionOf, type SpatialReference, sameReference } from './spatial-reference.ts';
import { fromMercator, mercatorLimitDeg, toMercator } from './web-mercator.ts';

export { coveringExtent, projectExtent } from './project-extent.ts';

/** The way from one spatial reference to another. */
export interface Transformation {
  readonly from: SpatialReference;
  readonly to: SpatialReference;
  /**
   * Transform flat coordinates in place, `xy[start]` to before `xy[end]` (positions, two for each point; default all). A point that has no
   * image becomes NaN, NaN; nothing is thrown.
   */
  readonly forward: (xy: Float64Array, start?: number, end?: number) => void;
  readonly inverse: (xy: Float64Array, start?: number, end?: number) => void;
  /** Degrees of WGS 84 to the target, in place. */
  readonly worldTo: (xy: Float64Array, start: number, end: number) => void;
  /** Why positions may be off by metres or more, to be told to people; absent when they are right. */
  readonly approximate?: string;
}

type Step = (xy: Float64Array, start: number, end: number) => void;

const cache = new Map<string, Transformation>();
const cacheLimit = 64;

/**
 * Find the transformation between two spatial references. WGS 84 and Web Mercator go by closed forms, all else through proj4 over
 * WGS 84; longitude stands first throughout.
 *
 * Latitudes beyond 85.06 degrees are moved to that line when they go into a Mercator projection, so that polar land stays closed.
 *
 * @returns undefined when there is nothing to do: the same system, the same coordinates, or one that is unknown
 * @throws {Fault} `bad-spatial-reference` when a number is not known (see `missingReference`) or a text is not understood
 */
export function transformation(
  from: SpatialReference | undefined,
  to: SpatialReference | undefined,
): Transformation | undefined {
  if (!from || !to || sameReference(from, to)) return undefined;
  const source = definitionOf(from);
  const target = definitionOf(to);
  if (!source || !target) return undefined;
  const key = `${source.text}\n${target.text}`;
  const known = cache.get(key);
  if (known) return known;
  const there = steps(source, target);
  const back = steps(target, source);
  if (there.length === 0) return undefined;
  const approximate = source.approximate ?? target.approximate;
  const made: Transformation = {
    from,
    to,
    forward: inOrder(there),
    inverse: inOrder(back),
    worldTo: inOrder(steps(parseDefinition(textOf(4326)!, 'WGS 84'), target)),
    ...(approximate && { approximate }),
  };
  if (cache.size >= cacheLimit) cache.delete(cache.keys().next().value!);
  cache.set(key, made);
  return made;
}

function inOrder(list: readonly Step[]): Transformation['forward'] {
  return (xy, start = 0, end = xy.length) => {
    for (const step of list) step(xy, start, end);
  };
}

function steps(source: ReferenceDefinition, target: ReferenceDefinition): Step[] {
  const list: Step[] = [];
  let from = source;
  if (source.text === textOf(3857)) {
    list.push(fromMercator);
    from = parseDefinition(textOf(4326)!, 'WGS 84');
  }
  if (target.text === textOf(3857)) {
    if (!isWgs84(from)) list.push(through(from, parseDefinition(textOf(4326)!, 'WGS 84')));
    list.push(toMercator);
  } else if (from.text !== target.text && !(isWgs84(from) && isWgs84(target))) {
    list.push(through(from, target));
  }
  return list;
}

/** Degrees of WGS 84 or of a system that differs by less than a metre of drift (ETRS89, NAD83, GDA2020). */
function isWgs84(definition: ReferenceDefinition): boolean {
  const { projection, isGeographic } = definition;
  const isUnshifted = (projection.datum_params ?? []).every((value) => Number(value) === 0);
  const isSpheroid =
    Math.abs(Number(projection.a) - 6378137) < 0.5 && Math.abs(Number(projection.es) - 0.00669438) < 1e-8;
  return isGeographic && isUnshifted && isSpheroid && !projection.from_greenwich && !definition.approximate;
}

function through(source: ReferenceDefinition, target: ReferenceDefinition): Step {
  const converter = proj4(source.projection as unknown as string, target.projection as unknown as string);
  const isClamped = source.isGeographic && target.projection.projName === 'merc';
  const pair = [0, 0];
  return (xy, start, end) => {
    for (let i = start; i + 1 < end; i += 2) {
      const x = xy[i]!;
      let y = xy[i + 1]!;
      xy[i] = xy[i + 1] = Number.NaN;
      if (source.isGeographic && !(Math.abs(y) <= 90 + 1e-9)) continue;
      if (isClamped) y = Math.max(-mercatorLimitDeg, Math.min(mercatorLimitDeg, y));
      pair[0] = x;
      pair[1] = y;
      try {
        const [u, v] = converter.forward(pair) as [number, number];
        if (Number.isFinite(u) && Number.isFinite(v)) {
          xy[i] = u;
          xy[i + 1] = v;
        }
      } catch {
        // Outside the domain of the projection: the point stays NaN.
      }
    }
  };
}
