import type { RequestOf, Value } from '../../../sw/contract/index.ts';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import { call } from '../../connection/call.ts';
import { envelopeToExtent, extentToEnvelope } from '../../state/references.ts';
import type { Drawn } from '../../state/view.ts';
import { extentOfFrame, type Frame, type MapImage } from './image-layer.ts';

/** Above this number of pixels, the response has the address of the image, so that its bytes aren't encoded in XML. */
const maxPixelsInMessage = 1_500_000;
const maxSidePx = 4096;

/**
 * Request the image of a frame.
 *
 * @param pixelRatio device pixels per CSS pixel; it raises the DPI, so symbols and labels keep their size
 * @returns the decoded image, with the extent that the server fitted
 */
export async function drawImage(
  service: string,
  description: Value<'MapDescription'>,
  reference: SpatialReference,
  frame: Frame,
  pixelRatio: number,
  signal: AbortSignal,
): Promise<{ image: MapImage; drawn: Drawn }> {
  const startedAt = performance.now();
  const ratio = Math.min(pixelRatio, maxSidePx / frame.widthPx, maxSidePx / frame.heightPx);
  const isLarge = frame.widthPx * frame.heightPx * ratio ** 2 > maxPixelsInMessage;
  const type = {
    ImageFormat: 'gisImagePNG32',
    ImageReturnType: isLarge ? 'gisImageReturnURL' : 'gisImageReturnMimeData',
  } as const;
  const { Result } = await call('ExportMapImage', service, request(description, reference, frame, ratio, type), {
    signal,
  });
  const element = new Image();
  element.alt = '';
  element.draggable = false;
  element.src = Result.ImageData
    ? URL.createObjectURL(
        new Blob([Result.ImageData as Uint8Array<ArrayBuffer>], { type: Result.ImageType ?? 'image/png' }),
      )
    : Result.ImageURL;
  await element.decode();
  signal.throwIfAborted();
  const fitted = envelopeToExtent(Result.Extent) ?? extentOfFrame(frame);
  const image: MapImage = {
    ...frame,
    center: [(fitted[0] + fitted[2]) / 2, (fitted[1] + fitted[3]) / 2],
    resolution: (fitted[2] - fitted[0]) / frame.widthPx,
    element,
  };
  return { image, drawn: makeDrawn(Result, startedAt) };
}

/** Request the description of a frame's image without drawing it. */
export async function describeImage(
  service: string,
  description: Value<'MapDescription'>,
  reference: SpatialReference,
  frame: Frame,
  signal: AbortSignal,
): Promise<Drawn> {
  const startedAt = performance.now();
  const type = { ImageFormat: 'gisImageNone', ImageReturnType: 'gisImageReturnURL' } as const;
  const { Result } = await call('ExportMapImage', service, request(description, reference, frame, 1, type), { signal });
  return makeDrawn(Result, startedAt);
}

function request(
  description: Value<'MapDescription'>,
  reference: SpatialReference,
  frame: Frame,
  ratio: number,
  ImageType: Value<'ImageType'>,
): RequestOf<'ExportMapImage'> {
  return {
    MapDescription: {
      ...description,
      MapArea: { type: 'MapExtent', Extent: extentToEnvelope(extentOfFrame(frame), reference) },
      Rotation: (-frame.rotation * 180) / Math.PI,
      SpatialReference: reference,
    },
    ImageDescription: {
      ImageType,
      ImageDisplay: {
        ImageWidth: Math.round(frame.widthPx * ratio),
        ImageHeight: Math.round(frame.heightPx * ratio),
        ImageDPI: 96 * ratio,
      },
    },
  };
}

const makeDrawn = (result: Value<'MapImage'>, startedAt: number): Drawn => ({
  scale: result.MapScale,
  layerIds: result.VisibleLayerIDs ?? [],
  totalMs: performance.now() - startedAt,
});
