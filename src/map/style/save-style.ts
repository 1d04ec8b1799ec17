import type { Value } from '../../../sw/contract/index.ts';
import { messageOf } from '../../connection/call.ts';
import { editLayers } from '../../connection/catalogue.ts';
import { refreshStorage } from '../../state/host.ts';
import { notifyOtherTabs } from '../../state/other-tabs.ts';
import { currentKey, type LayerInfo, mapInfo, refreshMap, refreshServices } from '../../state/services.ts';
import { showToast } from '../../state/toasts.ts';
import { text } from '../../text/text.ts';
import { mapText } from '../text/maps-text.ts';

export type Drawing = Value<'FeatureLayerDrawingDescription'> | Value<'RasterLayerDrawingDescription'>;

/** A style as it is stored: how a layer is drawn, and whether its labels are on. */
interface SavedStyle {
  readonly drawing: Drawing;
  readonly ShowLabels: boolean;
}

/**
 * Store the style of a layer and offer to undo it.
 *
 * @param before what undoing stores again
 * @throws {ServiceFault}
 */
export async function saveStyle(layer: LayerInfo, style: SavedStyle, before: SavedStyle): Promise<void> {
  const [service, map] = [currentKey.peek(), mapInfo.peek()?.Name];
  if (!service) return;
  const put = (one: SavedStyle) => storeStyle(service, map, layer.LayerID, one);
  await put(style);
  const undo = async () => {
    try {
      await put(before);
      showToast({ message: mapText.style.undone(layer.Name) });
    } catch (error) {
      showToast({ kind: 'error', message: `${mapText.style.saveFailed}. ${messageOf(error)}` });
    }
  };
  showToast({
    message: mapText.style.saved(layer.Name),
    actions: [{ label: text.undo, onSelect: () => void undo() }],
  });
}

/** The member of a stored layer that has its drawing. */
const memberOf = (drawing: Drawing) =>
  drawing.type === 'RasterLayerDrawingDescription' ? { rasterDrawing: drawing } : { drawing };

async function storeStyle(service: string, map: string | undefined, LayerID: number, style: SavedStyle): Promise<void> {
  const { drawing, ShowLabels } = style;
  // On a composed map the style is that of this map; the service keeps its own.
  if (service.startsWith('~')) {
    const { changeLayer } = await import('../state/maps.ts');
    const opacity = 100 - (drawing.Transparency ?? 0);
    if (currentKey.peek() === service)
      await changeLayer(LayerID, { ...memberOf({ ...drawing, Transparency: 0 }), opacity, labels: ShowLabels });
  } else await editLayers(service, map, [{ LayerID, ...memberOf(drawing), ShowLabels }]);
  await Promise.all([refreshMap(), refreshServices(), refreshStorage()]);
  notifyOtherTabs();
}
