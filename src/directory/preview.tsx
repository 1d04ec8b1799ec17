import { exportPicture, readDefaultMap } from '../parts/map-view/export-picture.ts';
import { ErrorState } from '../parts/notice.tsx';
import { useObjectUrl } from '../parts/use-object-url.ts';
import { useRead } from '../parts/use-read.ts';

const size = { ImageWidth: 640, ImageHeight: 360, ImageDPI: 96 };

/** An image drawn by the service: of a map, the default one without a name, or of one layer. */
export function Preview(props: { service: string; map?: string; name: string; layerId?: number }) {
  const { service, map, name, layerId } = props;
  const { value, problem } = useRead([service, map, layerId].join(' '), (signal) =>
    draw(service, map, layerId, signal),
  );
  const url = useObjectUrl(value);
  if (problem) return <ErrorState title={name} message={problem} />;
  return (
    <figure class="preview">
      {url ? <img src={url} alt={name} width={640} height={360} /> : <div class="skeleton" aria-hidden="true" />}
    </figure>
  );
}

async function draw(
  service: string,
  map: string | undefined,
  layerId: number | undefined,
  signal: AbortSignal,
): Promise<Blob> {
  const { info, published } = await readDefaultMap(service, map, signal);
  const visible = layerId === undefined ? undefined : withParents(info.MapLayerInfos ?? [], layerId);
  const layer = info.MapLayerInfos?.find(({ LayerID }) => LayerID === layerId);
  const description = {
    ...published,
    MapArea: layer?.Extent ? ({ type: 'MapExtent', Extent: layer.Extent } as const) : published.MapArea,
    LayerDescriptions: (published.LayerDescriptions ?? []).map((one) =>
      visible ? { ...one, Visible: visible.has(one.LayerID) } : one,
    ),
  };
  return exportPicture(service, description, size, signal);
}

/** A layer is visible only if its groups are; a group shows its layers. */
function withParents(
  layers: readonly { readonly LayerID: number; readonly ParentLayerID: number }[],
  id: number,
): Set<number> {
  const shown = new Set([id]);
  const byId = new Map(layers.map((layer) => [layer.LayerID, layer]));
  for (let at = byId.get(id); at && at.ParentLayerID >= 0; at = byId.get(at.ParentLayerID)) shown.add(at.ParentLayerID);
  for (const layer of layers)
    if (shown.has(layer.ParentLayerID) && isBelow(byId, layer.LayerID, id)) shown.add(layer.LayerID);
  return shown;
}

function isBelow(byId: ReadonlyMap<number, { readonly ParentLayerID: number }>, id: number, ancestor: number): boolean {
  for (let at = byId.get(id)?.ParentLayerID ?? -1; at >= 0; at = byId.get(at)?.ParentLayerID ?? -1)
    if (at === ancestor) return true;
  return false;
}
