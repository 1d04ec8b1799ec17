import { type Value, wrongValue } from '../../contract/index.ts';
import type { EncodedImage, EncodeOptions } from '../../draw/image/encode-options.ts';
import { getFileExtension } from '../../draw/image/formats.ts';
import type { Call } from '../call.ts';
import { outputUrl } from '../output-url.ts';

/** Return an image inline or by URL. */
export async function deliverImage(
  call: Call,
  { bytes, mimeType }: EncodedImage,
  how: Value<'gisImageReturnType'>,
): Promise<{ ImageData?: Uint8Array; ImageURL: string }> {
  if (how === 'gisImageReturnMimeData') return { ImageData: bytes, ImageURL: '' };
  return { ImageURL: await outputUrl(call, bytes, mimeType, getFileExtension(mimeType)) };
}

interface Requested {
  readonly dotsPerInch: number;
  readonly title: string;
  readonly transparentColor: Value<'Color'> | undefined;
}

/** Return the encoding options for an image of this service, with the app's fonts for formats that embed them. */
export function encodeOptions(
  { context, scheduler }: Call,
  { dotsPerInch, title, transparentColor }: Requested,
): EncodeOptions {
  return {
    dotsPerInch,
    title,
    transparentColor,
    scheduler,
    readFile: async (path) => {
      const response = await context.fetch(context.base + path);
      if (!response.ok) throw wrongValue('internal', path, 'a file of the app', `HTTP ${response.status}`);
      return response.arrayBuffer();
    },
  };
}
