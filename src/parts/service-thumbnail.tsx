import { useEffect, useState } from 'preact/hooks';
import { call } from '../connection/call.ts';
import { Icon } from './icon.tsx';

const sizePx = { width: 320, height: 180 };
const made = new Map<string, Promise<string>>();

export function ServiceThumbnail({ service, version }: { service: string; version: number }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let isGone = false;
    picture(service, version).then(
      (found) => !isGone && setUrl(found),
      // A service that cannot be drawn keeps the symbol; its own page says why.
      () => !isGone && setUrl(undefined),
    );
    return () => {
      isGone = true;
    };
  }, [service, version]);
  return (
    <span class="thumb">{url ? <img src={url} alt="" width={320} height={180} /> : <Icon name="map" size={22} />}</span>
  );
}

function picture(service: string, version: number): Promise<string> {
  const key = `${service} ${version}`;
  let promise = made.get(key);
  if (!promise) {
    promise = draw(service);
    made.set(key, promise);
    promise.catch(() => made.delete(key));
  }
  return promise;
}

async function draw(service: string): Promise<string> {
  const { Result: MapName } = await call('GetDefaultMapName', service, {});
  const { Result: info } = await call('GetServerInfo', service, { MapName });
  const published = info.DefaultMapDescription;
  if (!published) throw new Error('no description');
  // Letters are unreadable at this size.
  const LayerDescriptions = (published.LayerDescriptions ?? []).map((layer) => ({ ...layer, ShowLabels: false }));
  const { Result } = await call('ExportMapImage', service, {
    MapDescription: { ...published, LayerDescriptions },
    ImageDescription: {
      ImageType: { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' },
      ImageDisplay: { ImageWidth: sizePx.width, ImageHeight: sizePx.height, ImageDPI: 60 },
    },
  });
  return URL.createObjectURL(
    new Blob([Result.ImageData as Uint8Array<ArrayBuffer>], { type: Result.ImageType ?? 'image/png' }),
  );
}
