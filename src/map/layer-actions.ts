import { signal } from '@preact/signals';
import { isComposed } from '../../sw/service/map-key.ts';
import { call, formatError } from '../connection/call.ts';
import type { MenuItem } from '../parts/menu.tsx';
import { envelopeToExtent, referenceFor } from '../state/references.ts';
import { currentKey, type LayerInfo, type MapInfo } from '../state/services.ts';
import { openDock, openSettings, openTask } from '../state/tasks.ts';
import { showToast } from '../state/toasts.ts';
import { goToExtent } from '../state/view.ts';
import { formatCount } from '../text/format.ts';
import { text } from '../text/text.ts';

/** Feature counts that the user requested, by service and layer. */
export const counts = signal<ReadonlyMap<string, string>>(new Map());

export const isRaster = (layer: LayerInfo | undefined): boolean => layer?.LayerType === 'Raster Layer';

/** Return the menu items of a layer. */
export function actionsFor(info: MapInfo, layer: LayerInfo): MenuItem[] {
  const { LayerID } = layer;
  const isOfMap = isComposed(currentKey.value);
  return [
    ...(envelopeToExtent(layer.Extent)
      ? [{ label: text.layers.zoomTo, icon: 'zoom-to' as const, onSelect: () => zoomToLayer(info, layer) }]
      : []),
    ...(layer.IsFeatureLayer || isRaster(layer)
      ? [
          {
            label: text.layers.style,
            icon: 'style' as const,
            onSelect: () => openTask('style', LayerID),
          },
        ]
      : []),
    ...(layer.IsComposite
      ? []
      : [
          {
            label: text.layers.settings,
            icon: 'contrast' as const,
            onSelect: () => openSettings(LayerID),
          },
        ]),
    ...(layer.IsFeatureLayer
      ? [
          ...rowActions(LayerID),
          { label: text.layers.count, icon: 'count' as const, onSelect: () => void countFeatures(info, layer) },
        ]
      : []),
    ...(isOfMap
      ? [
          {
            label: text.layers.remove,
            icon: 'trash' as const,
            onSelect: () =>
              void import('./state/maps.ts').then(({ changeMap }) =>
                changeMap(({ layers }) => ({ layers: layers.filter((_, index) => index !== LayerID) })),
              ),
          },
        ]
      : []),
  ];
}

export const rowActions = (tableId: number): MenuItem[] => [
  { label: text.layers.table, icon: 'table', onSelect: () => openDock(tableId) },
  { label: text.layers.query, icon: 'filter', onSelect: () => openTask('query', tableId) },
  { label: text.layers.statistics, icon: 'chart', onSelect: () => openDock(tableId, { tab: 'statistics' }) },
];

/** Zoom to the extent of a layer. */
export function zoomToLayer(info: MapInfo, { Extent }: LayerInfo): void {
  const extent = envelopeToExtent(Extent);
  const layerReference = Extent?.type === 'EnvelopeN' ? Extent.SpatialReference : undefined;
  if (extent) goToExtent(extent, layerReference ?? referenceFor('map', info));
}

async function countFeatures(info: MapInfo, layer: LayerInfo): Promise<void> {
  const service = currentKey.value;
  if (!service) return;
  try {
    const QueryFilter = { type: 'QueryFilter', WhereClause: '', Resolution: 0 } as const;
    const { Result } = await call('QueryFeatureCount', service, {
      MapName: info.Name,
      LayerID: layer.LayerID,
      QueryFilter,
    });
    counts.value = new Map([
      ...counts.value,
      [`${service} ${layer.LayerID}`, text.layers.counted(formatCount(Result))],
    ]);
  } catch (error) {
    showToast({ kind: 'error', message: `${layer.Name} ${text.layers.countFailed}. ${formatError(error)}` });
  }
}
