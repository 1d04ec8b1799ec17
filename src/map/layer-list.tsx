import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { Menu } from '../parts/menu.tsx';
import { isLayerOn, type LayerInfo, type MapInfo, setVisible } from '../state/services.ts';
import { text } from '../text/text.ts';
import { openDock, rowActions } from './layer-actions.ts';
import { LayerRow } from './layer-row.tsx';
import { mapText } from './text/maps-text.ts';

const ComposeBar = lazyPart(() => import('./compose/compose-bar.tsx').then((loaded) => loaded.ComposeBar));

/** The layers with groups, switches, labels, and why a layer is not visible. */
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
