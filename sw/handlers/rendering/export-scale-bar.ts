import { type Value, wrongValue } from '../../contract/index.ts';
import { colorToRgba } from '../../contract/rgba.ts';
import { createImageSurface, encodeImage } from '../../draw/image/encode.ts';
import { drawScaleBar } from '../../draw/scale-bar/draw.ts';
import type { Handler } from '../call.ts';
import { readMapUnits } from '../references.ts';
import { loadSymbolImages } from '../symbol-images.ts';
import { deliverImage, encodeOptions } from './deliver.ts';
import { checkDpi, checkSide, readRequestedView } from './requested-view.ts';

const alternating: Value<'ScaleBar'> = { type: 'AlternatingScaleBar' };

/**
 * Draw a scale bar for the described map at MapDisplay. ImageDescription describes the image of the bar.
 *
 * By default the bar alternates and its background is black.
 *
 * @throws {Fault} `missing-element` without a display of the bar's image, and as `drawScaleBar` and
 *   `loadSymbolImages`
 */
export const ExportScaleBar: Handler<'ExportScaleBar'> = async (call, request) => {
  const { context, service } = call;
  const display = request.ImageDescription.ImageDisplay;
  const path = 'ExportScaleBar.ImageDescription.ImageDisplay';
  if (!display) throw wrongValue('missing-element', path, 'ImageDisplay', 'nothing');
  const { view, reference } = await readRequestedView(
    call,
    request.MapDescription,
    request.MapDisplay,
    'ExportScaleBar.MapDisplay',
  );
  const { MaximumImageWidth, MaximumImageHeight } = service.definition.limits;
  const widthPx = Math.min(checkSide(display.ImageWidth, `${path}.ImageWidth`), MaximumImageWidth);
  const heightPx = Math.min(checkSide(display.ImageHeight, `${path}.ImageHeight`), MaximumImageHeight);
  const dpi = checkDpi(display.ImageDPI, `${path}.ImageDPI`);
  const type = request.ImageDescription.ImageType ?? {
    ImageFormat: 'gisImagePNG32',
    ImageReturnType: 'gisImageReturnURL',
  };

  await loadSymbolImages(call, request.ScaleBar, 'ExportScaleBar.ScaleBar');
  await context.fontsReady();
  const surface = await createImageSurface(type.ImageFormat, widthPx, heightPx, context.createCanvas);
  const color = colorToRgba(request.BackGroundColor ?? { type: 'GrayColor', GrayLevel: 0 });
  surface.fillBox({ xPx: 0, yPx: 0, widthPx, heightPx }, { kind: 'solid', color });
  const isMapInFeet = (await readMapUnits(call, reference)) === 'gisFeet';
  drawScaleBar(surface, { bar: request.ScaleBar ?? alternating, scale: view.scale, dpi, isMapInFeet });
  const { TransparentColor: transparentColor } = display;
  const image = await encodeImage(
    surface,
    type.ImageFormat,
    encodeOptions(call, { dotsPerInch: dpi, title: 'Scale bar', transparentColor }),
  );
  return {
    Result: {
      ...(await deliverImage(call, image, type.ImageReturnType)),
      ImageHeight: heightPx,
      ImageWidth: widthPx,
      ImageDPI: dpi,
      ImageType: image.mimeType,
    },
  };
};
