import { useEffect, useState } from 'preact/hooks';
import { call, isAbort, messageOf } from '../connection/call.ts';
import { ErrorState } from '../parts/notice.tsx';

const size = { ImageWidth: 640, ImageHeight: 360, ImageDPI: 96 };

/** A picture that the service draws now, of the default map unless told; of one layer when an id is given. */
export function Preview(props: { service: string; map?: string; name: string; layerId?: number }) {
  const { service, map, name, layerId } = props;
  const [url, setUrl] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const running = new AbortController();
    let made: string | undefined;
    draw(service, map, layerId, running.signal).then(
      (blob) => {
        made = URL.createObjectURL(blob);
        if (running.signal.aborted) URL.revokeObjectURL(made);
        else setUrl(made);
      },
      (error) => !isAbort(error) && setProblem(messageOf(error)),
    );
    return () => {
      running.abort();
      if (made) URL.revokeObjectURL(made);
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
  const requested = layerId === undefined ? undefined : withParents(info.MapLayerInfos ?? [], layerId);
  const layer = info.MapLayerInfos?.find(({ LayerID }) => LayerID === layerId);
  const { Result } = await call(
    'ExportMapImage',
    service,
    {
      MapDescription: {
        ...published,
        MapArea: layer?.Extent ? { type: 'MapExtent', Extent: layer.Extent } : published.MapArea,
        LayerDescriptions: (published.LayerDescriptions ?? []).map((one) =>
          requested ? { ...one, Visible: requested.has(one.LayerID) } : one,
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

/** A layer shows only where the groups around it do; a group shows what is in it. */
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
