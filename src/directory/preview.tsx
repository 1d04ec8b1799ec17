import { useEffect, useState } from 'preact/hooks';
import { call, isAbort, messageOf } from '../connection/call.ts';
import { ErrorState } from '../parts/notice.tsx';

const size = { ImageWidth: 640, ImageHeight: 360, ImageDPI: 96 };

/** An image drawn by the service: of a map, the default one without a name, or of one layer. */
export function Preview(props: { service: string; map?: string; name: string; layerId?: number }) {
  const { service, map, name, layerId } = props;
  const [url, setUrl] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const running = new AbortController();
    let objectUrl: string | undefined;
    draw(service, map, layerId, running.signal).then(
      (blob) => {
        objectUrl = URL.createObjectURL(blob);
        if (running.signal.aborted) URL.revokeObjectURL(objectUrl);
        else setUrl(objectUrl);
      },
      (error) => !isAbort(error) && setProblem(messageOf(error)),
    );
    return () => {
      running.abort();
      if (objectUrl) URL.revokeObjectURL(objectUrl);
      setUrl(undefined);
      setProblem(undefined);
    };
  }, [service, map, layerId]);
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
  const MapName = map ?? (await call('GetDefaultMapName', service, {}, { signal })).Result;
  const { Result: info } = await call('GetServerInfo', service, { MapName }, { signal });
  const published = info.DefaultMapDescription;
  if (!published) throw new Error('no description');
  const visible = layerId === undefined ? undefined : withParents(info.MapLayerInfos ?? [], layerId);
  const layer = info.MapLayerInfos?.find(({ LayerID }) => LayerID === layerId);
  const { Result } = await call(
    'ExportMapImage',
    service,
    {
      MapDescription: {
        ...published,
        MapArea: layer?.Extent ? { type: 'MapExtent', Extent: layer.Extent } : published.MapArea,
        LayerDescriptions: (published.LayerDescriptions ?? []).map((one) =>
          visible ? { ...one, Visible: visible.has(one.LayerID) } : one,
        ),
      },
      ImageDescription: {
        ImageType: { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' },
        ImageDisplay: size,
      },
    },
    { signal },
  );
  return new Blob([Result.ImageData as Uint8Array<ArrayBuffer>], { type: Result.ImageType ?? 'image/png' });
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
