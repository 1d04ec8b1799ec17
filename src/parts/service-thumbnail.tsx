import { useEffect, useState } from 'preact/hooks';
import { exportImage, readDefaultMap } from '../map/widget/export-image.ts';
import { Icon } from './icon.tsx';

const display = { ImageWidth: 320, ImageHeight: 180, ImageDPI: 60 };
const made = new Map<string, Promise<string>>();

export function ServiceThumbnail({ service, version }: { service: string; version: number }) {
  const [url, setUrl] = useState<string>();
  // One page shows many, and the first of all pages one: this does without the hook that others read by.
  useEffect(() => {
    let isGone = false;
    image(service, version).then(
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

function image(service: string, version: number): Promise<string> {
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
  // Letters are unreadable at this size.
  const LayerDescriptions = (published.LayerDescriptions ?? []).map((layer) => ({ ...layer, ShowLabels: false }));
  return URL.createObjectURL(await exportImage(service, { ...published, LayerDescriptions }, display));
}
