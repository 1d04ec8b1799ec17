import type { Value } from '../../contract/index.ts';
import { objectsIn } from '../../contract/objects-in.ts';
import type { MapPlan } from '../../draw/plan.ts';
import { forEachItem } from '../../scheduler.ts';
import type { Call } from '../call.ts';
import { loadReferences } from '../references.ts';
import { loadSymbolPictures } from '../symbol-pictures.ts';
import { describedLayers, isVisible } from '../visible-layers.ts';
import { layerPlan } from './layer-plan.ts';
import { rasterPlan } from './raster-plan.ts';
import type { RequestedMap } from './requested-view.ts';

/**
 * Plan the map image of a description: published parts are looked up, requested ones are checked.
 *
 * @throws {Fault} `unknown-layer`, and as `layerPlan` and `rasterPlan`
 */
export async function mapPlan(
  call: Call,
  requested: RequestedMap,
): Promise<{ drawing: MapPlan; visibleLayerIds: number[] }> {
  const { map, view, description } = requested;
  const all = describedLayers(map, description, call.service.definition.limits);
  const visible = all.filter((layer) => isVisible(layer, all, view.scale));
  const leaves = visible.filter(({ layer }) => layer.kind !== 'group');
  const layers = await Promise.all(
    leaves.map((leaf) =>
      leaf.layer.kind === 'raster' ? rasterPlan(call, requested, leaf) : layerPlan(call, requested, leaf),
    ),
  );
  const background = description.BackgroundSymbol ?? map.BackgroundSymbol;
  await loadSymbolPictures(call, background, 'BackgroundSymbol');
  const elements = description.CustomGraphics ?? [];
  await loadSymbolPictures(call, elements, 'CustomGraphics');
  await loadReferencesIn(call, elements);
  const { reference, shift } = requested;
  const graphics = { elements, reference, referenceScale: map.referenceScale, shift };
  return {
    drawing: {
      view,
      layers,
      background,
      graphics: elements.length > 0 ? graphics : undefined,
    },
    visibleLayerIds: visible.map(({ layer }) => layer.LayerID),
  };
}

/** Make the spatial references known that coordinates anywhere inside a value name, each once. */
async function loadReferencesIn({ context, scheduler }: Call, value: unknown): Promise<void> {
  const known = new Set<string>();
  await forEachItem(objectsIn(value), scheduler, (object) => {
    const { SpatialReference } = object as { readonly SpatialReference?: Value<'SpatialReference'> };
    const key = SpatialReference && `${SpatialReference.WKID} ${SpatialReference.WKT}`;
    if (key === undefined || known.has(key)) return;
    known.add(key);
    return loadReferences(context, SpatialReference);
  });
}
