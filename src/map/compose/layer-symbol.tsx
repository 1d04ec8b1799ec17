import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import { call } from '../../connection/call.ts';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { readShownView, requested } from '../../state/requested.ts';
import { currentKey, type LayerInfo, mapInfo } from '../../state/services.ts';
import { isRaster } from '../layer-actions.ts';

/** Layer symbols of the open map by layer ID: image addresses with sizes in CSS pixels. */
interface Symbols {
  readonly of: object;
  readonly byLayer: ReadonlyMap<number, readonly SymbolImage[]>;
}
interface SymbolImage {
  readonly url: string;
  readonly widthPx: number;
  readonly heightPx: number;
}
const symbols = signal<Symbols | undefined>(undefined);
let reading: object | undefined;

/** Symbol of a layer, or a few of its classes side by side. An icon is shown until the symbols are loaded. */
export function LayerSymbol({ layer: { LayerID }, icon }: { layer: LayerInfo; icon: IconName }) {
  const info = mapInfo.value;
  const isReady = requested.value !== undefined && readShownView() !== undefined;
  useEffect(() => {
    if (info && isReady) void readSymbols(info);
  }, [info, isReady]);
  const layerSymbols = symbols.value?.of === info ? symbols.value?.byLayer.get(LayerID) : undefined;
  if (!layerSymbols || layerSymbols.length === 0) return <Icon name={icon} size={18} />;
  return (
    <span class="layer-symbol" data-many={layerSymbols.length > 1 ? '' : undefined}>
      {layerSymbols.map(({ url, widthPx, heightPx }) => (
        <img key={url} src={url} alt="" width={widthPx} height={heightPx} />
      ))}
    </span>
  );
}

async function readSymbols(info: NonNullable<typeof mapInfo.value>): Promise<void> {
  if (reading === info) return;
  reading = info;
  const [service, shown] = [currentKey.peek(), readShownView()];
  if (!service || !shown) return;
  const LayerIDs = (info.MapLayerInfos ?? []).filter((layer) => !layer.IsComposite).map(({ LayerID }) => LayerID);
  const areas = new Set(
    (info.MapLayerInfos ?? []).filter((layer) => isOfAreas(layer) || isRaster(layer)).map(({ LayerID }) => LayerID),
  );
  try {
    const { Result } = await call('GetLegendInfo2', service, {
      MapDescription: shown.MapDescription,
      MapImageDisplay: shown.MapImageDisplay,
      LayerIDs,
      LegendPatch: { Width: 18, Height: 14, ImageDPI: 192 },
      ImageType: { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' },
    });
    if (mapInfo.peek() !== info) return;
    for (const images of symbols.peek()?.byLayer.values() ?? []) for (const { url } of images) URL.revokeObjectURL(url);
    symbols.value = {
      of: info,
      byLayer: new Map(Result.map((layer) => [layer.LayerID, legendImages(layer, areas.has(layer.LayerID))])),
    };
  } catch {
    // Keep the icons. The legend reports the error.
  }
}

const isOfAreas = ({ Fields }: LayerInfo): boolean =>
  Fields?.FieldArray.some(({ GeometryDef }) => GeometryDef?.GeometryType === 'gisGeometryPolygon') ?? false;

function legendImages({ LegendGroups = [] }: Value<'MapServerLegendInfo'>, isArea: boolean): SymbolImage[] {
  const images = LegendGroups.flatMap(({ LegendClasses = [] }) => LegendClasses).flatMap(({ SymbolImage: image }) =>
    image?.ImageData ? [{ ...image, ImageData: image.ImageData as Uint8Array<ArrayBuffer> }] : [],
  );
  // For polygons and rasters with many classes, the first, middle and last represent the layer best. Other layers have
  // room for one symbol only.
  const middle = images[Math.floor(images.length / 2)];
  const chosen =
    images.length <= 1 || !middle ? images : isArea ? [images[0]!, middle, images[images.length - 1]!] : [middle];
  return chosen.map(({ ImageData, ImageType, ImageWidth, ImageHeight, ImageDPI }) => ({
    url: URL.createObjectURL(new Blob([ImageData], { type: ImageType ?? 'image/png' })),
    widthPx: Math.round((ImageWidth * 96) / ImageDPI),
    heightPx: Math.round((ImageHeight * 96) / ImageDPI),
  }));
}
