import type { Value } from '../contract/index.ts';
import { type Extent, union } from '../geometry/extent.ts';
import { transformation } from '../geometry/project.ts';
import { projectExtent } from '../geometry/project-extent.ts';
import { getUnits, isGeographic, type SpatialReference, sameReference } from '../geometry/spatial-reference.ts';
import type { TableManifest } from '../rows/manifest.ts';

/**
 * Return the units of a spatial reference. A missing definition must not stop a publication: a projected reference then
 * counts as meters, by far the most common unit.
 */
export function units(reference: Value<'SpatialReference'>): Value<'gisUnits'> {
  try {
    return getUnits(reference);
  } catch {
    return isGeographic(reference) ? 'gisDecimalDegrees' : 'gisMeters';
  }
}

/** Return the extent in the map's spatial reference as the only item; an empty list if it can't be projected. */
function projectBox(extent: Extent, from: SpatialReference | undefined, to: SpatialReference): Extent[] {
  if (sameReference(from, to)) return [extent];
  try {
    const projection = transformation(from, to);
    return [projection ? projectExtent(extent, projection) : extent];
  } catch {
    // The layer then doesn't count towards the extent of the map.
    return [];
  }
}

/** A manifest with an extent. */
type Placed = Pick<TableManifest, 'extent' | 'spatialReference'>;

/**
 * Return the union of all extents in the map's spatial reference, with a margin of a fiftieth. A single point gets a
 * fixed margin; without extents, the result is the whole world.
 */
export function wholeExtent(sources: readonly Placed[], reference: Value<'SpatialReference'>): Extent {
  const extents = sources.flatMap(({ extent, spatialReference }) =>
    extent ? projectBox(extent, spatialReference, reference) : [],
  );
  if (extents.length === 0) return [-180, -90, 180, 90];
  const [xmin, ymin, xmax, ymax] = extents.reduce(union);
  const side = Math.max(xmax - xmin, ymax - ymin);
  const margin = side > 0 ? side / 50 : reference.type === 'GeographicCoordinateSystem' ? 0.01 : 1000;
  return [xmin - margin, ymin - margin, xmax + margin, ymax + margin];
}
