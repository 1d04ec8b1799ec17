import proj4 from 'proj4';
import { type DatumShift, inOrder, type ShiftSide } from './datum-shift.ts';
import { getDatumTable } from './datums.ts';
import type { Step } from './geocentric.ts';
import { findWorldGrids, gridRevision, type WorldGrid } from './grids.ts';
import { ellipsoidDegrees, withoutDatum } from './identify-wkt.ts';
import type { ReferenceDefinition } from './reference-definitions.ts';
import { getDefinitionText, isEquidistantCylinder, parseDefinition } from './reference-definitions.ts';
import { getDatum, getDefinition, type SpatialReference, sameReference } from './spatial-reference.ts';
import { fromMercator, mercatorLimitDeg, toMercator } from './web-mercator.ts';

/** Transformation from one spatial reference to another. */
export interface Transformation {
  readonly from: SpatialReference;
  readonly to: SpatialReference;
  /**
   * Transform flat coordinates in place, from `xy[start]` up to but excluding `xy[end]` (array indexes, two per point;
   * default all). A point that can't be projected becomes NaN, NaN; nothing is thrown.
   */
  readonly forward: (xy: Float64Array, start?: number, end?: number) => void;
  readonly inverse: (xy: Float64Array, start?: number, end?: number) => void;
  /** Transform WGS 84 degrees to the target, in place. */
  readonly worldTo: (xy: Float64Array, start: number, end: number) => void;
}

const cache = new Map<string, Transformation>();
const cacheLimit = 64;

/**
 * Return the transformation between two spatial references. WGS 84 and Web Mercator use closed formulas, all others
 * proj4 via WGS 84. Longitude always comes first.
 *
 * Latitudes beyond 85.06 degrees are clamped when they're projected to Mercator, so that polar land stays closed.
 *
 * A loaded datum grid that contains a point takes precedence over the mean shift of its datum.
 *
 * @param shift between the two datums; used if exactly one of the references is on its source datum
 * @returns undefined if there is nothing to do: the same CRS, the same coordinates, or an unknown CRS
 * @throws {Fault} `bad-spatial-reference` when a WKID is unknown (see `missingReference`) or WKT can't be parsed
 */
export function transformation(
  from: SpatialReference | undefined,
  to: SpatialReference | undefined,
  shift?: DatumShift,
): Transformation | undefined {
  if (!from || !to || sameReference(from, to)) return undefined;
  const definitions = [getDefinition(from), getDefinition(to)] as const;
  if (!definitions[0] || !definitions[1]) return undefined;
  const source = { definition: definitions[0], datum: getDatum(from) };
  const target = { definition: definitions[1], datum: getDatum(to) };
  const key = [
    gridRevision(),
    shift?.key,
    ...[source, target].map((end) => `${end.datum} ${end.definition.text}`),
  ].join('\n');
  const cached = cache.get(key);
  if (cached) return cached;
  const forwardSteps = findSteps(source, target, shift);
  const inverseSteps = findSteps(target, source, shift);
  if (forwardSteps.length === 0) return undefined;
  const created: Transformation = {
    from,
    to,
    forward: applyToAll(inOrder(forwardSteps)),
    inverse: applyToAll(inOrder(inverseSteps)),
    worldTo: inOrder(findSteps(world(), target)),
  };
  if (cache.size >= cacheLimit) cache.delete(cache.keys().next().value!);
  cache.set(key, created);
  return created;
}

/** CRS with its datum, if its datum code is known. */
interface End {
  readonly definition: ReferenceDefinition;
  readonly datum: number | undefined;
}

const wgs84 = (): ReferenceDefinition => parseDefinition(getDefinitionText(4326)!, 'WGS 84');
const world = (): End => ({ definition: wgs84(), datum: 6326 });

const applyToAll =
  (step: Step): Transformation['forward'] =>
  (xy, start = 0, end = xy.length) =>
    step(xy, start, end);

/** Check whether a CRS is on the datum of a side. If a datum code is unknown, compare ellipsoids. */
function isOn({ definition, datum }: End, side: ShiftSide | undefined): boolean {
  if (!side) return false;
  if (side.datum !== undefined && datum !== undefined) return side.datum === datum;
  const { a, es } = definition.projection;
  return Math.abs(a - side.semiMajorM) < 1 && Math.abs(es - side.es) < 1e-7;
}

function findSteps(source: End, target: End, shift?: DatumShift): Step[] {
  if (shift) {
    const [leaves, arrives] = [isOn(source, shift.from), isOn(target, shift.from)];
    if (leaves && !arrives) return [...toOwnDegrees(source), shift.forward, ...fromSide(shift.to, target)];
    if (arrives && !leaves) return [...toSide(source, shift.to), shift.inverse, ...fromOwnDegrees(target)];
  }
  const [before, after] = [findWorldGrids(source.datum), findWorldGrids(target.datum)];
  if ((before.length === 0 && after.length === 0) || source.datum === target.datum)
    return definitionSteps(source.definition, target.definition);
  const first = before.length > 0 ? gridSteps(source, before, false) : definitionSteps(source.definition, wgs84());
  return [
    ...first,
    ...(after.length > 0 ? gridSteps(target, after, true) : definitionSteps(wgs84(), target.definition)),
  ];
}

const fromSide = (side: ShiftSide, target: End): Step[] =>
  isOn(target, side) ? fromOwnDegrees(target) : findSteps(geographicEnd(side), target);

const toSide = (source: End, side: ShiftSide): Step[] =>
  isOn(source, side) ? toOwnDegrees(source) : findSteps(source, geographicEnd(side));

function geographicEnd({ datum, semiMajorM, es }: ShiftSide): End {
  const row = datum === undefined ? undefined : getDatumTable()?.datums.get(datum);
  const text = row && getDefinitionText(row[1]);
  if (text) return { definition: parseDefinition(text, String(datum)), datum };
  const onEllipsoid = { projection: { a: semiMajorM, es } } as ReferenceDefinition;
  return { definition: ellipsoidDegrees(onEllipsoid), datum };
}

/** Return the steps to degrees from Greenwich on the datum of the CRS. */
const toOwnDegrees = ({ definition }: End): Step[] =>
  definitionSteps(withoutDatum(definition), ellipsoidDegrees(definition));
const fromOwnDegrees = ({ definition }: End): Step[] =>
  definitionSteps(ellipsoidDegrees(definition), withoutDatum(definition));

/**
 * Return the steps from a CRS to WGS 84, or back. They use the first grid that contains a point, or otherwise the shift
 * of the definition.
 */
function gridSteps(end: End, grids: readonly WorldGrid[], isBack: boolean): Step[] {
  const { definition } = end;
  const fallback = inOrder(isBack ? definitionSteps(wgs84(), definition) : definitionSteps(definition, wgs84()));
  const [toDegrees, fromDegrees] = [inOrder(toOwnDegrees(end)), inOrder(fromOwnDegrees(end))];
  return [
    (xy, from, to) => {
      for (let i = from; i + 1 < to; i += 2) {
        const [x, y] = [xy[i]!, xy[i + 1]!];
        if (!isBack) toDegrees(xy, i, i + 2);
        if (grids.some(({ grid, isInverse }) => grid.move(xy, i, isInverse !== isBack))) {
          if (isBack) fromDegrees(xy, i, i + 2);
        } else {
          xy[i] = x;
          xy[i + 1] = y;
          fallback(xy, i, i + 2);
        }
      }
    },
  ];
}

function definitionSteps(source: ReferenceDefinition, target: ReferenceDefinition): Step[] {
  const list: Step[] = [];
  let from = source;
  if (source.text === getDefinitionText(3857)) {
    list.push(fromMercator);
    from = wgs84();
  }
  if (target.text === getDefinitionText(3857)) {
    if (!isWgs84(from)) list.push(proj4Step(from, wgs84()));
    list.push(toMercator);
  } else if (from.text !== target.text && !(isWgs84(from) && isWgs84(target))) {
    list.push(proj4Step(from, target));
  }
  return list;
}

/** Check for degrees of WGS 84 or of a CRS that has drifted less than a meter from it (ETRS89, NAD83, GDA2020). */
function isWgs84(definition: ReferenceDefinition): boolean {
  const { projection, isGeographic } = definition;
  const isUnshifted = (projection.datum_params ?? []).every((value) => Number(value) === 0);
  const isSpheroid =
    Math.abs(Number(projection.a) - 6378137) < 0.5 && Math.abs(Number(projection.es) - 0.00669438) < 1e-8;
  return isGeographic && isUnshifted && isSpheroid && !projection.from_greenwich && !definition.isApproximate;
}

/** Return the maximum latitude of a projection, in degrees. */
function maxLatitude({ projection: { projName } }: ReferenceDefinition): number {
  if (projName === 'merc') return mercatorLimitDeg;
  // The library confuses the poles there. Stay a hundredth of a millimeter away.
  return isEquidistantCylinder(projName) ? 90 - 1e-10 : Infinity;
}

function proj4Step(source: ReferenceDefinition, target: ReferenceDefinition): Step {
  const converter = proj4(source.projection as unknown as string, target.projection as unknown as string);
  const limit = source.isGeographic ? maxLatitude(target) : Infinity;
  const pair = [0, 0];
  return (xy, start, end) => {
    for (let i = start; i + 1 < end; i += 2) {
      const x = xy[i]!;
      let y = xy[i + 1]!;
      xy[i] = xy[i + 1] = Number.NaN;
      if (source.isGeographic && !(Math.abs(y) <= 90 + 1e-9)) continue;
      y = Math.max(-limit, Math.min(limit, y));
      pair[0] = x;
      pair[1] = y;
      try {
        const [u, v] = converter.forward(pair, true) as [number, number];
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
