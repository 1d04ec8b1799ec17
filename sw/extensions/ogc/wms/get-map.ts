import { encodeImage } from '../../../draw/image/encode.ts';
import type { ImageFormat } from '../../../draw/image/formats.ts';
import { readSurfacePixels, releaseSurface } from '../../../draw/image/rgba-pixels.ts';
import { drawMap } from '../../../draw/map.ts';
import { createRasterSurface } from '../../../draw/surface/pixels.ts';
import { handlers } from '../../../handlers/index.ts';
import { encodeOptions } from '../../../handlers/rendering/deliver.ts';
import { mapPlan } from '../../../handlers/rendering/map-plan.ts';
import { readRequestedView } from '../../../handlers/rendering/requested-view.ts';
import { type OgcCall, type OgcResource, typedResponse } from '../call.ts';
import type { wmsRows } from '../contract/wms.ts';
import { type RequestedImage, readBackground, readImageFormat, readRequestedImage } from './requested-image.ts';

/**
 * Draw layers. If the proportions of box and image differ, stretch the map to the image, which the standard requires.
 */
export const getMap: OgcResource<(typeof wmsRows)['GetMap']> = async (call, values) => {
  const format = readImageFormat(values.format);
  const requested = await readRequestedImage(call, values);
  const BackgroundSymbol = readBackground(format, values.transparent, values.bgcolor);
  const image = { ...requested, description: { ...requested.description, BackgroundSymbol } };
  const { bytes, type } = isStretched(requested)
    ? await drawStretchedMap(call, image, format)
    : await drawn(call, image, format);
  return typedResponse(bytes as Uint8Array<ArrayBuffer>, type);
};

/** Check whether the proportions of box and image differ by more than half a pixel, which would be visible. */
function isStretched({ extent, widthPx, heightPx }: RequestedImage): boolean {
  const shape = (extent[2] - extent[0]) / (extent[3] - extent[1]);
  return Math.abs(heightPx * shape - widthPx) > 0.5 && Math.abs(widthPx / shape - heightPx) > 0.5;
}

async function drawn(call: OgcCall, { description, widthPx, heightPx, dpi }: RequestedImage, ImageFormat: ImageFormat) {
  const { Result } = await handlers.ExportMapImage(call, {
    MapDescription: description,
    ImageDescription: {
      ImageType: { ImageFormat, ImageReturnType: 'gisImageReturnMimeData' },
      ImageDisplay: { ImageWidth: widthPx, ImageHeight: heightPx, ImageDPI: dpi },
    },
  });
  return { bytes: Result.ImageData!, type: Result.ImageType! };
}

/** Draw with square pixels at the finer resolution of the two axes, within the size limits, then stretch. */
async function drawStretchedMap(call: OgcCall, image: RequestedImage, format: ImageFormat) {
  const { extent, widthPx, heightPx, dpi, description } = image;
  const { context, service } = call;
  const { MaximumImageWidth, MaximumImageHeight } = service.definition.limits;
  const [width, height] = [extent[2] - extent[0], extent[3] - extent[1]];
  const finest = Math.min(width / widthPx, height / heightPx);
  const resolution = Math.max(finest, width / MaximumImageWidth, height / MaximumImageHeight);
  const display = {
    ImageWidth: Math.max(1, Math.round(width / resolution)),
    ImageHeight: Math.max(1, Math.round(height / resolution)),
    ImageDPI: dpi,
  };
  const requested = await readRequestedView(call, description, display, 'GetMap.ImageDisplay');
  const plan = await mapPlan(call, { ...requested, description });
  const { view } = requested;
  const square = await createRasterSurface(view.widthPx, view.heightPx, context.createCanvas);
  const surface = await createRasterSurface(widthPx, heightPx, context.createCanvas);
  try {
    await drawMap(square, plan.drawing, call.scheduler, context.fontsReady);
    const image = { rgba: readSurfacePixels(square, 'nothing'), columns: view.widthPx, lines: view.heightPx };
    surface.drawImage(image, { xPx: 0, yPx: 0, widthPx, heightPx }, 0);
  } finally {
    releaseSurface(square);
  }
  const options = encodeOptions(call, { dotsPerInch: dpi, title: call.map.Name, transparentColor: undefined });
  const { bytes, mimeType } = await encodeImage(surface, format, options);
  return { bytes, type: mimeType };
}
