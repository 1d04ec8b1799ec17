import type { Context } from '../../../context.ts';
import { badValue, type Value } from '../../../contract/index.ts';
import { layerWindow } from '../../../draw/layer/layer-window.ts';
import type { Extent } from '../../../geometry/extent.ts';
import { type Transformation, transformation } from '../../../geometry/project.ts';
import type { MapView } from '../../../geometry/view.ts';
import { loadReferences } from '../../../handlers/references.ts';

/** The visible area of a map. */
interface Area {
  readonly extent: Extent;
  readonly reference: Value<'SpatialReference'>;
  /** Map units per pixel. */
  readonly resolution: number;
}

/** The part of a layer that an area shows, with a margin of a quarter of its size. */
interface AreaWindow {
  /** In the layer's spatial reference. */
  readonly extent: Extent;
  /** Layer units per pixel. */
  readonly resolution: number;
  /** From the layer's spatial reference to the area's; undefined if they are the same. */
  readonly way: Transformation | undefined;
}

/** Check that a value is an area, and return it. @throws {Fault} `bad-value` if it isn't */
export function checkArea(area: unknown): Area {
  const { extent, reference, resolution } = (area ?? {}) as Partial<Area>;
  const isExtent = Array.isArray(extent) && extent.length === 4 && extent.every(Number.isFinite);
  if (!isExtent || !(extent[0] < extent[2] && extent[1] < extent[3]))
    throw badValue('area.extent', '[xmin, ymin, xmax, ymax]', extent);
  if (typeof reference !== 'object') throw badValue('area.reference', 'a spatial reference', reference);
  if (typeof resolution === 'number' && resolution > 0 && Number.isFinite(resolution))
    return { extent, reference, resolution };
  throw badValue('area.resolution', 'a positive number of units per pixel', resolution);
}

/**
 * Convert an area to the window of a layer in `sourceReference`.
 *
 * @throws {Fault} `bad-spatial-reference` for an unknown CRS
 */
export async function readAreaWindow(
  context: Context,
  { extent, reference, resolution }: Area,
  sourceReference: Value<'SpatialReference'> | undefined,
): Promise<AreaWindow> {
  const [widthPx, heightPx] = [(extent[2] - extent[0]) / resolution, (extent[3] - extent[1]) / resolution];
  const view: MapView = { extent, widthPx, heightPx, dpi: 96, resolution, rotationDeg: 0, scale: 0 };
  await loadReferences(context, sourceReference, reference);
  const way = transformation(sourceReference, reference);
  return { ...layerWindow(view, way, Math.max(widthPx, heightPx) / 4), way };
}
