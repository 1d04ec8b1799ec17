import type { Value } from '../contract/index.ts';
import { type Extent, union } from '../geometry/extent.ts';
import { transformation } from '../geometry/project.ts';
import { projectExtent } from '../geometry/project-extent.ts';
import { isGeographic, type SpatialReference, sameReference, unitsOf } from '../geometry/spatial-reference.ts';
import type { TableManifest } from '../rows/manifest.ts';

/** A definition that is not at hand must not stop a publication: metres are by far the most common. */
export function units(reference: Value<'SpatialReference'>): Value<'gisUnits'> {
  try {
    return unitsOf(reference);
  } catch {
    return isGeographic(reference) ? 'gisDecimalDegrees' : 'gisMeters';
  }
}

/** The extent in the map's reference; nothing when the two cannot be brought together at publishing. */
function projected(extent: Extent, from: SpatialReference | undefined, to: SpatialReference): Extent[] {
  if (sameReference(from, to)) return [extent];
  try {
    const way = transformation(from, to);
    return [way ? projectExtent(extent, way) : extent];
  } catch {
    // The layer then does not count towards the extent of the map.
    return [];
  }
}

/** Something with a place, as manifests have it. */
type Placed = Pick<TableManifest, 'extent' | 'spatialReference'>;

/** Union of what is shown in the map's own reference, with a margin of a fiftieth; a single point gets room around it. */
export function wholeExtent(sources: readonly Placed[], reference: Value<'SpatialReference'>): Extent {
  const extents = sources.flatMap(({ extent, spatialReference }) =>
    extent ? projected(extent, spatialReference, reference) : [],
  );
  if (extents.length === 0) return [-180, -90, 180, 90];
  const [xmin, ymin, xmax, ymax] = extents.reduce(union);
  const side = Math.max(xmax - xmin, ymax - ymin);
  const margin = side > 0 ? side / 50 : reference.type === 'GeographicCoordinateSystem' ? 0.01 : 1000;
  return [xmin - margin, ymin - margin, xmax + margin, ymax + margin];
}
