import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { isComposed } from '../../sw/service/map-key.ts';
import { Button } from '../parts/button.tsx';
import { Switch } from '../parts/form/switch.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { Menu } from '../parts/menu.tsx';
import {
  areLabelsOn,
  currentKey,
  isLayerOn,
  type LayerInfo,
  type MapInfo,
  setLabels,
  setVisible,
} from '../state/services.ts';
import { openDock } from '../state/tasks.ts';
import { text } from '../text/text.ts';
import { actionsFor, counts, isRaster, rowActions } from './layer-actions.ts';

const LayerMore = lazyPart(() => import('./compose/layer-more.tsx').then((loaded) => loaded.LayerMore));
const LayerHandle = lazyPart(() => import('./compose/layer-handle.tsx').then((loaded) => loaded.LayerHandle));
const LayerSymbol = lazyPart(() => import('./compose/layer-symbol.tsx').then((loaded) => loaded.LayerSymbol));

const icons: Record<string, IconName> = {
  gisGeometryPoint: 'point',
  gisGeometryMultipoint: 'point',
  gisGeometryPolyline: 'line',
  gisGeometryPolygon: 'polygon',
};

interface LayerRowProps {
  info: MapInfo;
  layer: LayerInfo;
  /** A group above it is off. */
  isHidden: boolean;
  Branch: ComponentType<{ info: MapInfo; parent: number; isHidden: boolean }>;
}

function LayerRow({ info, layer, isHidden, Branch }: LayerRowProps) {
  const [isOpen, setOpen] = useState(true);
  const isOn = isLayerOn(layer);
  const count = counts.value.get(`${currentKey.value} ${layer.LayerID}`);
  const labelsOn = areLabelsOn(layer);
  const isOfMap = isComposed(currentKey.value);
  const icon = isRaster(layer) ? 'image' : (icons[geometryType(layer) ?? ''] ?? 'table');
  return (
    <li data-layer={layer.LayerID}>
      <div class={`layer-row${isOfMap ? ' of-map' : ''}`} data-dim={!isOn || isHidden ? '' : undefined}>
        {isOfMap && <LayerHandle layer={layer} />}
        <Switch on={isOn} name={text.layers.visible(layer.Name)} onChange={(on) => setVisible([layer.LayerID], on)} />
        {layer.IsComposite && !isOfMap ? (
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
            <LayerSymbol layer={layer} icon={icon} />
          </span>
        )}
        <span class="layer-name">
          <span class="one-line" title={layer.Name}>
            {layer.Name}
          </span>
          <small>{count ?? layerKind(layer)}</small>
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
      <LayerMore info={info} layer={layer} isShown={isOn && !isHidden} />
      {layer.IsComposite && isOpen && <Branch info={info} parent={layer.LayerID} isHidden={isHidden || !isOn} />}
    </li>
  );
}

const geometryType = (layer: LayerInfo) =>
  layer.Fields?.FieldArray.find((field) => field.Type === 'gisFieldTypeGeometry')?.GeometryDef?.GeometryType;

function layerKind(layer: LayerInfo): string {
  if (layer.IsComposite) return text.layers.kind.group;
  return text.layers.kind[isRaster(layer) ? 'raster' : (geometryType(layer) ?? 'table')];
}

const ComposeBar = lazyPart(() => import('./compose/compose-bar.tsx').then((loaded) => loaded.ComposeBar));

/** List of the layers with groups, visibility switches, labels and reasons why a layer isn't visible. */
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
                  class="name-button one-line"
                  title={text.layers.openTable(table.Name)}
                  onClick={() => openDock(table.ID)}
                >
                  {table.Name}
                </button>
              </span>
              <Menu small icon="more" name={text.layers.menu(table.Name)} items={rowActions(table.ID)} />
            </div>
          ))}
        </>
      )}
      {layers.length > 0 && <ComposeBar />}
    </>
  );
}

function Branch({ info, parent, isHidden }: { info: MapInfo; parent: number; isHidden: boolean }) {
  const children = (info.MapLayerInfos ?? []).filter((layer: LayerInfo) => layer.ParentLayerID === parent);
  return (
    <ul class={parent === -1 ? '' : 'layer-children'}>
      {children.map((layer) => (
        <LayerRow key={layer.LayerID} info={info} layer={layer} isHidden={isHidden} Branch={Branch} />
      ))}
    </ul>
  );
}
