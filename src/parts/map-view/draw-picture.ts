import type { Value } from '../../../sw/contract/index.ts';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import { call } from '../../call.ts';
import { envelopeOf, extentOf } from '../../state/references.ts';
import type { Drawn } from '../../state/view.ts';
import type { Frame, Picture } from './picture-layer.ts';

/** Above this many pixels the picture comes by its address, so that its bytes need not pass through XML. */
const mostPixelsInMessage = 1_500_000;
const largestSidePx = 4096;

/**
 * Ask the server for a picture of one frame.
 *
 * @param pixelRatio device pixels for a CSS pixel; symbols and letters grow with it (DPI), so they keep their size
 * @returns the picture, decoded and ready to show, as the server fitted it
 */
export async function drawPicture(
  service: string,
  description: Value<'MapDescription'>,
  reference: SpatialReference,
  frame: Frame,
  pixelRatio: number,
  signal: AbortSignal,
): Promise<{ picture: Picture; drawn: Drawn }> {
  const startedAt = performance.now();
  const ratio = Math.min(pixelRatio, largestSidePx / frame.widthPx, largestSidePx / frame.heightPx);
  const ImageWidth = Math.round(frame.widthPx * ratio);
  const ImageHeight = Math.round(frame.heightPx * ratio);
  const isLarge = ImageWidth * ImageHeight > mostPixelsInMessage;
  const [x, y] = frame.center;
  const [halfWidth, halfHeight] = [(frame.widthPx * frame.resolution) / 2, (frame.heightPx * frame.resolution) / 2];
  const extent = [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight] as const;
  const { Result } = await call(
    'ExportMapImage',
    service,
    {
      MapDescription: {
        ...description,
        MapArea: { type: 'MapExtent', Extent: envelopeOf(extent, reference) },
        Rotation: (-frame.rotation * 180) / Math.PI,
        SpatialReference: reference,
      },
      ImageDescription: {
        ImageType: {
          ImageFormat: 'gisImagePNG32',
          ImageReturnType: isLarge ? 'gisImageReturnURL' : 'gisImageReturnMimeData',
        },
        ImageDisplay: { ImageWidth, ImageHeight, ImageDPI: 96 * ratio },
      },
    },
    { signal },
  );
  const image = new Image();
  image.alt = '';
  image.draggable = false;
  image.src = Result.ImageData
    ? URL.createObjectURL(
        new Blob([Result.ImageData as Uint8Array<ArrayBuffer>], { type: Result.ImageType ?? 'image/png' }),
      )
    : Result.ImageURL;
  await image.decode();
  signal.throwIfAborted();
  const fitted = extentOf(Result.Extent) ?? extent;
  const picture: Picture = {
    ...frame,
    center: [(fitted[0] + fitted[2]) / 2, (fitted[1] + fitted[3]) / 2],
    resolution: (fitted[2] - fitted[0]) / frame.widthPx,
    image,
  };
  const drawn = {
    scale: Result.MapScale,
    layerIds: Result.VisibleLayerIDs ?? [],
    totalMs: performance.now() - startedAt,
  };
  return { picture, drawn };
}
