import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { call, messageOf } from '../connection/call.ts';
import { Button } from '../parts/button.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import { Switch } from '../parts/switch.tsx';
import { extentOf, referenceFor } from '../state/references.ts';
import {
  areLabelsOn,
  currentKey,
  isLayerOn,
  type LayerInfo,
  type MapInfo,
  setLabels,
  setVisible,
} from '../state/services.ts';
import { dock, task } from '../state/tasks.ts';
import { showToast } from '../state/toasts.ts';
import { drawn, requestedExtent } from '../state/view.ts';
import { formatCount, formatScale } from '../text/format.ts';
import { text } from '../text/text.ts';
import { mapText } from './text/maps-text.ts';

const icons: Record<string, IconName> = {
  gisGeometryPoint: 'point',
  gisGeometryMultipoint: 'point',
  gisGeometryPolyline: 'line',
  gisGeometryPolygon: 'polygon',
};

/** Requested counts by service and layer. */
const counts = signal<ReadonlyMap<string, string>>(new Map());

export function LayerList({ info }: { info: MapInfo }) {
  const layers = info.MapLayerInfos ?? [];
  const anyOn = layers.some((layer) => !layer.IsComposite && isLayerOn(layer));
  return (
    <>
      {layers.length > 0 && (
        <div class="panel-head">
          <span>{text.services.layers(layers.filter((layer) => !layer.IsComposite).length)}</span>
          <Button
            kind="quiet"
            small
            onClick={() =>
              setVisible(
                layers.map((layer) => layer.LayerID),
                !anyOn,
              )
            }
          >
            {anyOn ? text.layers.hideAll : text.layers.showAll}
          </Button>
        </div>
      )}
      <Branch info={info} parent={-1} isHidden={false} />
      {(info.StandaloneTableInfos ?? []).length > 0 && (
        <>
          <div class="panel-head">{text.layers.tables}</div>
          {info.StandaloneTableInfos!.map((table) => (
            <div class="layer-row of-table" key={table.ID}>
              <span class="swatch">
                <Icon name="table" size={18} />
              </span>
              <span class="layer-name">
                <button
                  type="button"
                  class="name-button"
                  title={mapText.layer.openTable(table.Name)}
                  onClick={() => openDock(table.ID, 'table')}
                >
                  {table.Name}
                </button>
              </span>
              <Menu small icon="more" name={text.layers.menu(table.Name)} items={rowActions(table.ID)} />
            </div>
          ))}
        </>
      )}
    </>
  );
}

function Branch({ info, parent, isHidden }: { info: MapInfo; parent: number; isHidden: boolean }) {
  const children = (info.MapLayerInfos ?? []).filter((layer) => layer.ParentLayerID === parent);
  return (
    <ul class={parent === -1 ? '' : 'layer-children'}>
      {children.map((layer) => (
        <LayerRow key={layer.LayerID} info={info} layer={layer} isHidden={isHidden} />
      ))}
    </ul>
  );
}

function LayerRow({ info, layer, isHidden }: { info: MapInfo; layer: LayerInfo; isHidden: boolean }) {
  const [isOpen, setOpen] = useState(true);
  const isOn = isLayerOn(layer);
  const hint = isOn && !isHidden ? rangeHint(layer) : undefined;
  const count = counts.value.get(`${currentKey.value} ${layer.LayerID}`);
  const labelsOn = areLabelsOn(layer);
  return (
    <li>
      <div class="layer-row" data-dim={!isOn || isHidden || hint ? '' : undefined}>
        <Switch on={isOn} name={text.layers.visible(layer.Name)} onChange={(on) => setVisible([layer.LayerID], on)} />
        {layer.IsComposite ? (
          <button
            type="button"
            class="label-switch"
            aria-expanded={isOpen}
            aria-label={isOpen ? text.layers.collapse(layer.Name) : text.layers.expand(layer.Name)}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={16} />
          </button>
        ) : (
          <span class="swatch">
            <Icon name={isRaster(layer) ? 'picture' : (icons[geometryType(layer) ?? ''] ?? 'table')} size={18} />
          </span>
        )}
        <span class="layer-name">
          <span title={layer.Name}>{layer.Name}</span>
          {hint ? <small class="hint">{hint}</small> : <small>{count ?? kindOf(layer)}</small>}
        </span>
        {layer.HasLabels ? (
          <button
            type="button"
            class="label-switch"
            aria-pressed={labelsOn}
            aria-label={text.layers.labels(layer.Name)}
            title={labelsOn ? text.layers.hideLabels : text.layers.showLabels}
            onClick={() => setLabels(layer.LayerID, !labelsOn)}
          >
            <Icon name="label" size={16} />
          </button>
        ) : (
          <span />
        )}
        <Menu small icon="more" name={text.layers.menu(layer.Name)} items={actionsFor(info, layer)} />
      </div>
      {layer.IsComposite && isOpen && <Branch info={info} parent={layer.LayerID} isHidden={isHidden || !isOn} />}
    </li>
  );
}

function actionsFor(info: MapInfo, layer: LayerInfo): MenuItem[] {
  const extent = extentOf(layer.Extent);
  const own = layer.Extent?.type === 'EnvelopeN' ? layer.Extent.SpatialReference : undefined;
  return [
    ...(extent
      ? [
          {
            label: text.layers.zoomTo,
            icon: 'zoom-to' as const,
            onSelect: () => {
              requestedExtent.value = { extent, reference: own ?? referenceFor('map', info) };
            },
          },
        ]
      : []),
    ...(layer.IsFeatureLayer
      ? [
          {
            label: mapText.layer.style,
            icon: 'style' as const,
            onSelect: () => {
              task.value = { kind: 'style', layerId: layer.LayerID };
            },
          },
          ...rowActions(layer.LayerID),
          { label: text.layers.count, icon: 'count' as const, onSelect: () => void countFeatures(info, layer) },
        ]
      : []),
  ];
}

const rowActions = (tableId: number): MenuItem[] => [
  { label: mapText.layer.table, icon: 'table', onSelect: () => openDock(tableId, 'table') },
  {
    label: mapText.layer.query,
    icon: 'filter',
    onSelect: () => {
      task.value = { kind: 'query', layerId: tableId };
    },
  },
  { label: mapText.layer.statistics, icon: 'chart', onSelect: () => openDock(tableId, 'statistics') },
];

function openDock(tableId: number, tab: 'table' | 'statistics'): void {
  dock.value = { tab, tableId, where: '' };
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
    showToast({ kind: 'error', message: `${layer.Name} ${text.layers.countFailed}. ${messageOf(error)}` });
  }
}

/** How to make a layer visible that the current scale hides; undefined when it is not hidden. */
function rangeHint({ MinScale, MaxScale }: LayerInfo): string | undefined {
  const scale = drawn.value?.scale;
  if (!scale) return undefined;
  if (MinScale > 0 && scale > MinScale) return text.layers.zoomIn(formatScale(MinScale));
  if (MaxScale > 0 && scale < MaxScale) return text.layers.zoomOut(formatScale(MaxScale));
  return undefined;
}

const geometryType = (layer: LayerInfo) =>
  layer.Fields?.FieldArray.find((field) => field.Type === 'gisFieldTypeGeometry')?.GeometryDef?.GeometryType;

const isRaster = ({ LayerType }: LayerInfo): boolean => LayerType === 'Raster Layer';

function kindOf(layer: LayerInfo): string {
  if (layer.IsComposite) return text.layers.kind.group;
  return text.layers.kind[isRaster(layer) ? 'raster' : (geometryType(layer) ?? 'table')];
}
