import { wrongValue } from '../../contract/index.ts';
import { createImageSurface, encodeImage } from '../../draw/image/encode.ts';
import { releaseSurface } from '../../draw/image/rgba-pixels.ts';
import { drawMap } from '../../draw/map.ts';
import { envelopeValue } from '../../rows/geometry/geometry-value.ts';
import type { Handler } from '../call.ts';
import { deliverImage, encodeOptions } from './deliver.ts';
import { geoPlacement } from './geo-placement.ts';
import { mapPlan } from './map-plan.ts';
import { readRequestedView } from './requested-view.ts';

/**
 * Draw the described map and report the fitted extent, the clamped size, and the layers visible at this scale.
 *
 * @throws {Fault} `missing-element` without a display, and as `mapPlan`, `drawMap` and `encodeImage`
 */
export const ExportMapImage: Handler<'ExportMapImage'> = async (call, { MapDescription, ImageDescription }) => {
  const display = ImageDescription.ImageDisplay;
  const path = 'ExportMapImage.ImageDescription.ImageDisplay';
  if (!display) {
    throw wrongValue('missing-element', path, 'ImageDisplay', 'nothing');
  }
  const type = ImageDescription.ImageType ?? {
    ImageFormat: 'gisImagePNG32',
    ImageReturnType: 'gisImageReturnURL',
  };
  const requested = await readRequestedView(call, MapDescription, display, path);
  const { map, reference, view } = requested;
  const plan = await mapPlan(call, { ...requested, description: MapDescription });
  const drawn = {
    Extent: envelopeValue(view.extent, reference),
    VisibleLayerIDs: plan.visibleLayerIds,
    MapScale: view.scale,
    ImageHeight: view.heightPx,
    ImageWidth: view.widthPx,
    ImageDPI: view.dpi,
  };
  if (type.ImageFormat === 'gisImageNone') return { Result: { ImageURL: '', ...drawn } };

  const { context } = call;
  const surface = await createImageSurface(type.ImageFormat, view.widthPx, view.heightPx, context.createCanvas);
  try {
    await drawMap(surface, plan.drawing, call.scheduler, context.fontsReady);
    const transparentColor = display.TransparentColor ?? MapDescription.TransparentColor;
    const image = await encodeImage(surface, type.ImageFormat, {
      ...encodeOptions(call, { dotsPerInch: view.dpi, title: map.Name, transparentColor }),
      geo: geoPlacement(view, reference),
    });
    return {
      Result: { ...(await deliverImage(call, image, type.ImageReturnType)), ...drawn, ImageType: image.mimeType },
    };
  } finally {
    // Release it also when drawing is aborted, as happens to most images while the user pans.
    releaseSurface(surface);
  }
};
