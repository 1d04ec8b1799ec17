import type { Value } from '../../sw/contract/index.ts';
import type { Extent } from '../../sw/geometry/extent.ts';
import { type Transformation, transformation } from '../../sw/geometry/project.ts';
import { projectExtent } from '../../sw/geometry/project-extent.ts';
import { formatAuthorityCode } from '../../sw/geometry/reference-definitions.ts';
import {
  getDefinition,
  getWkid,
  isGeographic,
  referenceFromWkid,
  type SpatialReference,
  sameReference,
} from '../../sw/geometry/spatial-reference.ts';
import type { MapInfo } from './services.ts';
import type { ProjectionChoice } from './view.ts';

export const worldReference = referenceFromWkid(4326);
const choices: Partial<Record<ProjectionChoice, SpatialReference>> = {
  mercator: referenceFromWkid(3857),
  equalEarth: referenceFromWkid(8857),
};

/** Return the CRS of a projection choice for a map. */
export function referenceFor(choice: ProjectionChoice, info: MapInfo): SpatialReference {
  const mapReference = info.DefaultMapDescription?.SpatialReference ??
    info.SpatialReference ?? { type: 'UnknownCoordinateSystem' };
  return choices[resolveChoice(choice, info)] ?? mapReference;
}

/**
 * Resolve a projection choice for a map. If it is automatic, local maps in degrees use Web Mercator, because it
 * preserves shapes. Other maps use their own CRS.
 */
export function resolveChoice(choice: ProjectionChoice, info: MapInfo): Exclude<ProjectionChoice, 'auto'> {
  if (choice !== 'auto') return choice;
  const extent = envelopeToExtent(info.Extent) ?? envelopeToExtent(info.FullExtent);
  return extent && suitsMercator(extent, referenceFor('map', info)) ? 'mercator' : 'map';
}

/** Check whether Web Mercator suits an extent: it is in degrees, covers less than half of the world, and no poles. */
export function suitsMercator([xmin, ymin, xmax, ymax]: Extent, reference: SpatialReference): boolean {
  const isLocal = xmax - xmin < 180 && ymin > -84 && ymax < 84;
  return isLocal && isGeographic(reference) && wayBetween(reference, choices.mercator!) !== undefined;
}

/** List the useful choices for a map: its own CRS, and the others that differ and can be projected to. */
export function choicesFor(info: MapInfo): Exclude<ProjectionChoice, 'auto'>[] {
  const mapReference = referenceFor('map', info);
  const others = (['mercator', 'equalEarth'] as const).filter((choice) => {
    const target = referenceFor(choice, info);
    return !sameReference(mapReference, target) && wayBetween(mapReference, target) !== undefined;
  });
  return ['map', ...others];
}

/** Return the transformation between two CRS; undefined if they are equal or the page doesn't know one. */
export function wayBetween(from: SpatialReference, to: SpatialReference): Transformation | undefined {
  try {
    return transformation(from, to);
  } catch {
    return undefined;
  }
}

/** Project an extent to another CRS; undefined if it can't be projected. */
export function carryExtent(extent: Extent, from: SpatialReference, to: SpatialReference): Extent | undefined {
  if (sameReference(from, to)) return extent;
  try {
    const way = transformation(from, to);
    return way && projectExtent(extent, way);
  } catch {
    return undefined;
  }
}

/** Read an envelope of the contract; undefined if it is absent, binary or invalid. */
export function envelopeToExtent(envelope: Value<'Envelope'> | undefined): Extent | undefined {
  if (envelope?.type !== 'EnvelopeN') return undefined;
  const { XMin, YMin, XMax, YMax } = envelope;
  return [XMin, YMin, XMax, YMax].every(Number.isFinite) && XMin <= XMax && YMin <= YMax
    ? [XMin, YMin, XMax, YMax]
    : undefined;
}

export const extentToEnvelope = (
  [XMin, YMin, XMax, YMax]: Extent,
  SpatialReference?: SpatialReference,
): Value<'EnvelopeN'> => ({
  type: 'EnvelopeN',
  XMin,
  YMin,
  XMax,
  YMax,
  SpatialReference,
});

/** Return the name of a CRS: its EPSG or Esri code, otherwise the first name in its WKT; a dash if it has neither. */
export function referenceName(reference: SpatialReference | undefined): string {
  const wkid = reference?.LatestWKID ?? reference?.WKID;
  if (wkid) return formatAuthorityCode(wkid);
  return /"([^"]+)"/.exec(reference?.WKT ?? '')?.[1] ?? '–';
}

/**
 * Return the name of an unsupported projection in a WKT without a WKID; undefined if it is supported or there is no
 * WKT.
 */
export function findUnsupportedProjection(reference: SpatialReference | undefined): string | undefined {
  if (!reference?.WKT || getWkid(reference) !== undefined) return undefined;
  try {
    getDefinition(reference);
    return undefined;
  } catch {
    return /\b(?:PROJECTION|METHOD)\s*\[\s*"([^"]*)"/i.exec(reference.WKT)?.[1] ?? '';
  }
}
