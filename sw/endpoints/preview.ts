import { quoteValue, wrongValue } from '../contract/index.ts';
import { handlers } from '../handlers/index.ts';
import type { ServiceEndpoint } from './request-context.ts';
import { makeTileCall } from './tiles.ts';

const size = { ImageWidth: 640, ImageHeight: 360, ImageDPI: 96 };

/**
 * Return an image of the default map as published, or of one layer (`?layer=3`) with its groups. For pages without
 * scripts.
 *
 * @throws {Fault} `not-found` for an unknown layer
 */
export const answerPreview: ServiceEndpoint = async (requestContext) => {
  const call = makeTileCall(requestContext);
  const { Result: info } = await handlers.GetServerInfo(call, { MapName: call.service.definition.maps[0]!.Name });
  const { DefaultMapDescription: published, MapLayerInfos: layers = [] } = info;
  const requested = requestContext.url.searchParams.get('layer');
  const layer = layers.find(({ LayerID }) => String(LayerID) === requested);
  if (!published || (requested !== null && !layer))
    throw wrongValue('not-found', 'layer', 'the ID of a layer', quoteValue(requested ?? undefined));
  const parents = new Map(layers.map(({ LayerID, ParentLayerID }) => [LayerID, ParentLayerID]));
  const isIn = (id: number, group: number): boolean => id === group || (id >= 0 && isIn(parents.get(id) ?? -1, group));
  const { Result } = await handlers.ExportMapImage(call, {
    MapDescription: layer
      ? {
          ...published,
          MapArea: layer.Extent ? { type: 'MapExtent', Extent: layer.Extent } : published.MapArea,
          LayerDescriptions: (published.LayerDescriptions ?? []).map((layerDescription) => ({
            ...layerDescription,
            Visible: isIn(layerDescription.LayerID, layer.LayerID) || isIn(layer.LayerID, layerDescription.LayerID),
          })),
        }
      : published,
    ImageDescription: {
      ImageType: { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' },
      ImageDisplay: size,
    },
  });
  const headers = { 'content-type': 'image/png', 'cache-control': 'no-cache' };
  return new Response(Result.ImageData as Uint8Array<ArrayBuffer>, { headers });
};
