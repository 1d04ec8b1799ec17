import type { Value } from '../../sw/contract/index.ts';
import type { Extent } from '../../sw/geometry/extent.ts';
import { type Transformation, transformation } from '../../sw/geometry/project.ts';
import { projectExtent } from '../../sw/geometry/project-extent.ts';
import { codeOf } from '../../sw/geometry/reference-definitions.ts';
import {
  definitionOf,
  isGeographic,
  referenceOfWkid,
  type SpatialReference,
  sameReference,
  wkidOf,
} from '../../sw/geometry/spatial-reference.ts';
import type { MapInfo } from './services.ts';
import type { ProjectionChoice } from './view.ts';

export const worldReference = referenceOfWkid(4326);
const choices: Partial<Record<ProjectionChoice, SpatialReference>> = {
  mercator: referenceOfWkid(3857),
  equalEarth: referenceOfWkid(8857),
};

/** Give the spatial reference that a choice means for a map. */
export function referenceFor(choice: ProjectionChoice, info: MapInfo): SpatialReference {
  const own = info.DefaultMapDescription?.SpatialReference ??
    info.SpatialReference ?? { type: 'UnknownCoordinateSystem' };
  return choices[resolvedChoice(choice, info)] ?? own;
}

/** Give what a choice means for a map: degrees of a part of the world are shown in Web Mercator, which keeps shapes. */
export function resolvedChoice(choice: ProjectionChoice, info: MapInfo): Exclude<ProjectionChoice, 'auto'> {
  if (choice !== 'auto') return choice;
  const extent = extentOf(info.Extent) ?? extentOf(info.FullExtent);
  return extent && suitsMercator(extent, referenceFor('map', info)) ? 'mercator' : 'map';
}

/** Whether an extent in degrees is a part of the world away from the poles, which Web Mercator shows in its true shape. */
export function suitsMercator([xmin, ymin, xmax, ymax]: Extent, reference: SpatialReference): boolean {
  const isLocal = xmax - xmin < 180 && ymin > -84 && ymax < 84;
  return isLocal && isGeographic(reference) && wayBetween(reference, choices.mercator!) !== undefined;
}

/** List the choices that make sense for a map: its own, and those that differ from it and can be reached. */
export function choicesFor(info: MapInfo): Exclude<ProjectionChoice, 'auto'>[] {
  const own = referenceFor('map', info);
  const others = (['mercator', 'equalEarth'] as const).filter((choice) => {
    const target = referenceFor(choice, info);
    return !sameReference(own, target) && wayBetween(own, target) !== undefined;
  });
  return ['map', ...others];
}

/** The transformation between two references; undefined when they are the same or this page does not know one. */
export function wayBetween(from: SpatialReference, to: SpatialReference): Transformation | undefined {
  try {
    return transformation(from, to);
  } catch {
    return undefined;
  }
}

/** Carry an extent over to another reference; undefined when it has no image there. */
export function carryExtent(extent: Extent, from: SpatialReference, to: SpatialReference): Extent | undefined {
  if (sameReference(from, to)) return extent;
  try {
    const way = transformation(from, to);
    return way && projectExtent(extent, way);
  } catch {
    return undefined;
  }
}

/** Read an envelope of the contract; undefined for an absent or binary one, or one without an inside. */
export function extentOf(envelope: Value<'Envelope'> | undefined): Extent | undefined {
  if (envelope?.type !== 'EnvelopeN') return undefined;
  const { XMin, YMin, XMax, YMax } = envelope;
  return [XMin, YMin, XMax, YMax].every(Number.isFinite) && XMin <= XMax && YMin <= YMax
    ? [XMin, YMin, XMax, YMax]
    : undefined;
}

export const envelopeOf = (
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

/** Name a reference as people do: by its EPSG or Esri code, else by the first name in its text. */
export function referenceName(reference: SpatialReference | undefined): string {
  const wkid = reference?.LatestWKID ?? reference?.WKID;
  if (wkid) return codeOf(wkid);
  return /"([^"]+)"/.exec(reference?.WKT ?? '')?.[1] ?? '–';
}

/** Name the projection of a text without a number that is not supported; undefined where it is, or where there is no text. */
export function unsupportedProjection(reference: SpatialReference | undefined): string | undefined {
  if (!reference?.WKT || wkidOf(reference) !== undefined) return undefined;
  try {
    definitionOf(reference);
    return undefined;
  } catch {
    return /\b(?:PROJECTION|METHOD)\s*\[\s*"([^"]*)"/i.exec(reference.WKT)?.[1] ?? '';
  }
}
