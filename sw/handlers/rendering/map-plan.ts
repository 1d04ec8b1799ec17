import type { Value } from '../../contract/index.ts';
import { objectsIn } from '../../contract/objects-in.ts';
import type { LayerPlan, MapPlan, RasterPlan } from '../../draw/plan.ts';
import { findWorldOffsets } from '../../geometry/date-line/around-world.ts';
import { forEachItem } from '../../scheduler.ts';
import type { Call } from '../call.ts';
import { loadReferences } from '../references.ts';
import { loadSymbolImages } from '../symbol-images.ts';
import { isVisible, listDescribedLayers } from '../visible-layers.ts';
import { layerPlan } from './layer-plan.ts';
import { rasterPlan } from './raster-plan.ts';
import type { RequestedMap } from './requested-view.ts';

/**
 * Plan the map image of a description. Published parts are looked up, parts of the request are checked.
 *
 * @throws {Fault} `unknown-layer`, and as `layerPlan` and `rasterPlan`
 */
export async function mapPlan(
  call: Call,
  requested: RequestedMap,
): Promise<{ drawing: MapPlan; visibleLayerIds: number[] }> {
  const { map, view, description } = requested;
  const all = listDescribedLayers(map, description, call.service.definition.limits);
  const visible = all.filter((layer) => isVisible(layer, all, view.scale));
  const leaves = visible.filter(({ layer }) => layer.kind !== 'group');
  const plans: (LayerPlan | RasterPlan)[] = await Promise.all(
    leaves.map((leaf) =>
      leaf.layer.kind === 'raster' ? rasterPlan(call, requested, leaf) : layerPlan(call, requested, leaf),
    ),
  );
  const turns = findWorldOffsets(view.extent, requested.reference);
  const layers = plans.flatMap((plan) => turns.map((turn) => turnPlan(plan, turn, requested)));
  const background = description.BackgroundSymbol ?? map.BackgroundSymbol;
  await loadSymbolImages(call, background, 'BackgroundSymbol');
  const elements = description.CustomGraphics ?? [];
  await loadSymbolImages(call, elements, 'CustomGraphics');
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

/** Shift a layer by whole turns around the world. At the antimeridian, a view also shows data from the other side. */
function turnPlan<P extends LayerPlan | RasterPlan>(plan: P, turn: number, { reference }: RequestedMap): P {
  if (turn === 0) return plan;
  const { projection } = plan;
  const moveEast = (xy: Float64Array, by: number, start = 0, end = xy.length): void => {
    for (let i = start; i < end; i += 2) xy[i] = xy[i]! + by;
  };
  return {
    ...plan,
    ...('table' in plan && (plan.rowsKey !== undefined || !plan.filter) ? { rowsKey: `${plan.rowsKey} ${turn}` } : {}),
    projection: {
      ...(projection ?? { from: reference, to: reference, worldTo: () => undefined }),
      forward(xy, start, end) {
        projection?.forward(xy, start, end);
        moveEast(xy, turn, start, end);
      },
      inverse(xy, start, end) {
        moveEast(xy, -turn, start, end);
        projection?.inverse(xy, start, end);
      },
    },
  };
}

/** Load each spatial reference that is named anywhere inside a value. */
async function loadReferencesIn({ context, scheduler }: Call, value: unknown): Promise<void> {
  const seen = new Set<string>();
  await forEachItem(objectsIn(value), scheduler, (object) => {
    const { SpatialReference } = object as { readonly SpatialReference?: Value<'SpatialReference'> };
    const key = SpatialReference && `${SpatialReference.WKID} ${SpatialReference.WKT}`;
    if (key === undefined || seen.has(key)) return;
    seen.add(key);
    return loadReferences(context, SpatialReference);
  });
}
