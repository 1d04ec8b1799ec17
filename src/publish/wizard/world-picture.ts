import type { Extent } from '../../../sw/geometry/extent.ts';
import { exportPicture, readDefaultMap } from '../../map/widget/export-picture.ts';
import { envelopeOf, worldReference } from '../../state/references.ts';
import { services } from '../../state/services.ts';

/** The service whose countries lie under a preview, where it is there. */
const ground = 'World';
const cached = new Map<string, Promise<string | undefined>>();
const maximumCached = 24;

/** A picture of the countries of the world in an extent in degrees, as an address; undefined when there is no such service. */
export function worldPicture(extent: Extent, widthPx: number, heightPx: number): Promise<string | undefined> {
  if (!services.value?.some(({ name }) => name === ground)) return Promise.resolve(undefined);
  const key = extent.map((one) => one.toFixed(3)).join();
  let picture = cached.get(key);
  if (!picture) {
    picture = draw(extent, widthPx, heightPx);
    cached.set(key, picture);
    // The caller gets the error; the next one tries again.
    picture.catch(() => cached.delete(key));
    const [oldest] = cached.keys();
    if (cached.size > maximumCached && oldest !== undefined) {
      void cached.get(oldest)?.then((url) => url && URL.revokeObjectURL(url));
      cached.delete(oldest);
    }
  }
  return picture;
}

async function draw(extent: Extent, widthPx: number, heightPx: number): Promise<string> {
  const { info, published } = await readDefaultMap(ground);
  const countries = info.MapLayerInfos?.find(({ Name }) => Name === 'Countries')?.LayerID;
  const description = {
    ...published,
    MapArea: { type: 'MapExtent', Extent: envelopeOf(extent, worldReference) } as const,
    LayerDescriptions: (published.LayerDescriptions ?? []).map((layer) => ({
      ...layer,
      Visible: countries === undefined ? layer.Visible : layer.LayerID === countries,
      ShowLabels: false,
    })),
  };
  const display = { ImageWidth: widthPx * 2, ImageHeight: heightPx * 2, ImageDPI: 120 };
  return URL.createObjectURL(await exportPicture(ground, description, display));
}
