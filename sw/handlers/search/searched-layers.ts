import type { Value } from '../../contract/index.ts';
import type { Table } from '../../rows/table.ts';
import type { Condition } from '../../rows/where/bound.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { MapDefinition } from '../../service/definition.ts';
import type { Call } from '../call.ts';
import { getPublishedLayer, type PublishedTable } from '../published.ts';
import { openRequestedTable } from '../query/requested-table.ts';
import { type RequestedView, readRequestedView } from '../rendering/requested-view.ts';
import { layerTimeCondition } from '../time-span.ts';
import { type DescribedLayer, isVisible, listDescribedLayers } from '../visible-layers.ts';

/** A layer to search, with its description. */
export interface SearchedLayer extends DescribedLayer {
  readonly published: PublishedTable;
  readonly table: Table;
  /** Conditions of the published filter, the description's filter and, for Identify, its time. */
  readonly where: readonly Condition[];
}

export interface Search extends RequestedView {
  readonly layers: readonly SearchedLayer[];
  /** Requested raster layers. They have a value at each location but no rows. */
  readonly rasters: readonly DescribedLayer[];
  readonly order: readonly number[];
  readonly scheduler: Scheduler;
}

interface SearchRequest {
  readonly MapDescription: Value<'MapDescription'>;
  readonly MapImageDisplay: Value<'ImageDisplay'>;
  readonly LayerIDs: readonly number[];
}

/**
 * Find the layers to search, from top to bottom: layers with rows or a raster.
 *
 * The request can limit them by ID. A group ID means the leaves of the group; no IDs mean all layers.
 *
 * @param options.onlyVisible leaves out layers that are off or out of scale
 * @param options.byTime applies the time of the description to layers that use it
 * @throws {Fault} `unknown-layer`, and as `readRequestedView` and `openRequestedTable`
 */
export async function resolveSearchedLayers(
  call: Call,
  request: SearchRequest,
  operation: string,
  options: { readonly onlyVisible: boolean; readonly byTime?: boolean },
): Promise<Search> {
  const { MapDescription, MapImageDisplay, LayerIDs } = request;
  const path = `${operation}.MapImageDisplay`;
  const requested = await readRequestedView(call, MapDescription, MapImageDisplay, path);
  const { map, view } = requested;
  const all = listDescribedLayers(map, MapDescription, call.service.definition.limits);
  const defined = new Set(all.filter(({ description }) => description.Source).map(({ layer }) => layer.LayerID));
  const leaves = LayerIDs.length > 0 ? listDefinedLeaves(map, LayerIDs, defined) : undefined;
  const searched = all.filter(
    (described) =>
      (described.layer.table !== undefined ||
        described.layer.kind === 'raster' ||
        defined.has(described.layer.LayerID)) &&
      (!leaves || leaves.has(described.layer.LayerID)) &&
      (!options.onlyVisible || isVisible(described, all, view.scale)),
  );
  const chosen = searched.filter(({ layer }) => layer.kind !== 'raster');
  const { scheduler } = call;
  const layers = chosen.map(async ({ layer, description }): Promise<SearchedLayer> => {
    const { published, table, where } = await openRequestedTable(
      call,
      map,
      description,
      `LayerDescription of layer ${description.LayerID}`,
    );
    const { time } = published.definition;
    const inTime = options.byTime && layerTimeCondition(MapDescription, description, time, published.stored.fields);
    return { layer, description, published, where: inTime ? [...where, inTime] : where, table };
  });
  return {
    ...requested,
    layers: await Promise.all(layers),
    rasters: searched.filter(({ layer }) => layer.kind === 'raster'),
    order: searched.map(({ layer }) => layer.LayerID),
    scheduler,
  };
}

function listDefinedLeaves(map: MapDefinition, ids: readonly number[], defined: ReadonlySet<number>): Set<number> {
  const leaves = new Set<number>();
  const add = (id: number): void => {
    if (defined.has(id)) {
      leaves.add(id);
      return;
    }
    const layer = getPublishedLayer(map, id);
    if (layer.kind !== 'group') leaves.add(id);
    else for (const other of map.layers) if (other.ParentLayerID === id) add(other.LayerID);
  };
  for (const id of new Set(ids)) add(id);
  return leaves;
}
