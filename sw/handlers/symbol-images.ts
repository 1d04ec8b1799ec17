import { badValue, quoteValue, wrongValue } from '../contract/index.ts';
import { loadImages } from '../draw/symbol/symbol-image.ts';
import type { Call } from './call.ts';

/**
 * Decode the images of all symbols inside a value before drawing starts.
 *
 * A symbol can name an image by a URL below this server's output directory or by a `data:` URL. Other URLs are refused.
 *
 * @throws {Fault} `not-allowed` for another URL, `not-found` for a file that has expired, and as `loadImages`
 */
export async function loadSymbolImages({ context, scheduler }: Call, value: unknown, path: string): Promise<void> {
  const output = `${context.origin}${context.base}output/`;
  await loadImages(
    value,
    context.decodeImage,
    async (uri, imagePath) => {
      if (/^data:image\/[a-z+.-]+;base64,/i.test(uri)) return bytesOfData(uri, imagePath);
      const absolute = uri.startsWith('/') ? `${context.origin}${uri}` : uri;
      if (!absolute.startsWith(output))
        throw wrongValue(
          'not-allowed',
          imagePath,
          `a URL below ${output} or a data: URL`,
          `${quoteValue(uri)}. Embed other images as Picture`,
        );
      const file = await context.store.output(absolute.slice(output.length).replace(/\.[a-z0-9]+$/, ''));
      if (!file) throw wrongValue('not-found', imagePath, 'the URL of a stored file', quoteValue(uri));
      return new Uint8Array(await file.blob.arrayBuffer());
    },
    path,
    scheduler,
  );
}

function bytesOfData(uri: string, path: string): Uint8Array {
  try {
    return Uint8Array.from(atob(uri.slice(uri.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
  } catch {
    throw badValue(path, 'base64 after the comma', uri);
  }
}
