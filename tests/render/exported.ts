import type { Value } from '../../sw/contract/index.ts';
import { type CanvasSurface, createCanvasSurface } from '../../sw/draw/surface/canvas.ts';
import { type Call, createCall } from '../../sw/handlers/call.ts';
import { ExportMapImage } from '../../sw/handlers/rendering/export-map-image.ts';
import type { ServiceDefinition } from '../../sw/service/definition.ts';
import { sampleContext } from '../contract/sample-context.ts';
import { createCanvas, loadFonts } from './draw-plan.ts';

/** Return a description of the sample service's map; everything is drawn unless `more` changes it. */
export function makeMapDescription(more: Partial<Value<'MapDescription'>> = {}): Value<'MapDescription'> {
  return { Name: 'Layers', Rotation: 0, ...more };
}

/** Return the default layer description of a request. */
export function layerDescription(
  LayerID: number,
  more: Partial<Value<'LayerDescription'>> = {},
): Value<'LayerDescription'> {
  return {
    type: 'LayerDescription',
    LayerID,
    Visible: true,
    ShowLabels: false,
    ScaleSymbols: false,
    SetSelectionSymbol: false,
    SelectionBufferDistance: 0,
    ShowSelectionBuffer: false,
    DefinitionExpression: '',
    ...more,
  };
}

/** Return a map area by its corners. */
export const area = (XMin: number, YMin: number, XMax: number, YMax: number): Value<'MapArea'> => ({
  type: 'MapExtent',
  Extent: { type: 'EnvelopeN', XMin, YMin, XMax, YMax },
});

/** Export a map of the sample service with its handler, and draw the image on a surface. */
export async function exportImage(
  MapDescription: Value<'MapDescription'>,
  widthPx = 360,
  heightPx = 180,
  ImageDPI = 96,
  change: (definition: ServiceDefinition) => ServiceDefinition = (definition) => definition,
): Promise<CanvasSurface> {
  await loadFonts();
  const context = await sampleContext();
  const published = (await context.store.service('Sample'))!;
  const service = { ...published, definition: change(published.definition) };
  const call: Call = createCall(context, service, new AbortController().signal);
  const { Result } = await ExportMapImage(call, {
    MapDescription,
    ImageDescription: {
      ImageType: { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' },
      ImageDisplay: { ImageHeight: heightPx, ImageWidth: widthPx, ImageDPI },
    },
  });
  const image = await createImageBitmap(new Blob([Result.ImageData as Uint8Array<ArrayBuffer>]));
  const surface = createCanvasSurface(widthPx, heightPx, createCanvas);
  surface.canvas.getContext('2d')!.drawImage(image, 0, 0);
  return surface;
}
