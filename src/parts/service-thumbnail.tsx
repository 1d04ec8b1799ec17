import { useEffect, useState } from 'preact/hooks';
import { exportImage, readDefaultMap } from '../map/widget/export-image.ts';
import { Icon } from './icon.tsx';

const display = { ImageWidth: 320, ImageHeight: 180, ImageDPI: 60 };
const made = new Map<string, Promise<string>>();

export function ServiceThumbnail({ service, version }: { service: string; version: number }) {
  const [url, setUrl] = useState<string>();
  // Thumbnails are on the first page that loads, so avoid the code of `useRead`.
  useEffect(() => {
    let isGone = false;
    thumbnail(service, version).then(
      (thumbnailUrl) => !isGone && setUrl(thumbnailUrl),
      // If the service can't be drawn, keep the icon. The page of the service reports the error.
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

function thumbnail(service: string, version: number): Promise<string> {
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
  const { published } = await readDefaultMap(service);
  // Labels are illegible at this size.
  const LayerDescriptions = (published.LayerDescriptions ?? []).map((layer) => ({ ...layer, ShowLabels: false }));
  return URL.createObjectURL(await exportImage(service, { ...published, LayerDescriptions }, display));
}
