import { Fault } from '../contract/index.ts';
import { handlers } from '../handlers/index.ts';
import { callOf } from './tiles.ts';
import type { ServiceEndpoint } from './visit.ts';

const size = { ImageWidth: 640, ImageHeight: 360, ImageDPI: 96 };

/**
 * Answer a picture of the default map as it is published, or of one layer (`?layer=3`) with the groups it stands in: for
 * pages without script.
 */
export const answerPreview: ServiceEndpoint = async (visit) => {
  const call = callOf(visit);
  const { Result: info } = await handlers.GetServerInfo(call, { MapName: call.service.definition.maps[0]!.Name });
  const { DefaultMapDescription: published, MapLayerInfos: layers = [] } = info;
  const wanted = visit.url.searchParams.get('layer');
  const layer = layers.find(({ LayerID }) => String(LayerID) === wanted);
  if (!published || (wanted !== null && !layer))
    throw new Fault('not-found', `${visit.url.pathname}: the id of a layer expected in 'layer', "${wanted}" found.`);
  const parents = new Map(layers.map(({ LayerID, ParentLayerID }) => [LayerID, ParentLayerID]));
  const isIn = (id: number, group: number): boolean => id === group || (id >= 0 && isIn(parents.get(id) ?? -1, group));
  const { Result } = await handlers.ExportMapImage(call, {
    MapDescription: layer
      ? {
          ...published,
          ...(layer.Extent && { MapArea: { type: 'MapExtent', Extent: layer.Extent } }),
          LayerDescriptions: (published.LayerDescriptions ?? []).map((one) => ({
            ...one,
            Visible: isIn(one.LayerID, layer.LayerID) || isIn(layer.LayerID, one.LayerID),
          })),
        }
      : published,
    ImageDescription: {
      ImageType: { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' },
      ImageDisplay: size,
    },
  });
  const headers = { 'content-type': 'image/png', 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
  return new Response(Result.ImageData as Uint8Array<ArrayBuffer>, { headers });
};
