import { type Extent, union } from '../../../sw/geometry/extent.ts';
import { resolutionAt } from '../../../sw/geometry/scale.ts';
import { getInchesPerUnit, type SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import { carryExtent, envelopeToExtent, referenceFor } from '../../state/references.ts';
import { isLayerOn, type MapInfo } from '../../state/services.ts';
import type { Subject } from '../widget/subject-view.ts';

/** Return the full extent of a map and its initial view, in a CRS. */
export function listExtents(
  info: MapInfo,
  reference: SpatialReference,
): Pick<Subject, 'fullExtent' | 'firstExtent' | 'maxResolution'> {
  const mapReference = referenceFor('map', info);
  const projectExtent = (extent: Extent | undefined) =>
    extent && (carryExtent(extent, mapReference, reference) ?? extent);
  const first = projectExtent(envelopeToExtent(info.Extent));
  const full = projectExtent(envelopeToExtent(info.FullExtent));
  return {
    fullExtent: full && first ? union(full, first) : (full ?? first ?? [-180, -90, 180, 90]),
    firstExtent: first,
    maxResolution: coarsest(info.MapLayerInfos ?? [], reference),
  };
}

/** Return the map units per pixel below which a layer is drawn; undefined if there is no such limit. */
function coarsest(layers: NonNullable<MapInfo['MapLayerInfos']>, reference: SpatialReference) {
  const scales = layers.flatMap((layer) => (layer.IsComposite || !isLayerOn(layer) ? [] : layer.MinScale));
  const scale = scales.includes(0) ? 0 : Math.max(0, ...scales);
  // Zoom in slightly further, because the drawn scale is rounded.
  return scale > 0 ? resolutionAt(0.98 * scale, 96, getInchesPerUnit(reference)) : undefined;
}
