import { Fault } from '../contract/index.ts';
import { loadPictures } from '../draw/symbol/symbol-image.ts';
import type { Call } from './call.ts';

/**
 * Decode the pictures of the symbols anywhere inside a value; drawing comes after.
 *
 * A symbol may name a picture by an address of the output directory of this server, or as a `data:` address; nothing else is
 * fetched for a request.
 *
 * @throws {Fault} `not-allowed` for another address, `not-found` for a file that is gone, and as `loadPictures`
 */
export async function loadSymbolPictures({ context }: Call, value: unknown, path: string): Promise<void> {
  const output = `${context.origin}${context.base}output/`;
  await loadPictures(
    value,
    context.decodePicture,
    async (uri, at) => {
      if (/^data:image\/[a-z+.-]+;base64,/i.test(uri)) return bytesOfData(uri, at);
      const absolute = uri.startsWith('/') ? `${context.origin}${uri}` : uri;
      if (!absolute.startsWith(output))
        throw new Fault(
          'not-allowed',
          `${at}: an address below ${output} or a data: address expected, since this server asks no other while it draws, "${uri.slice(0, 120)}" found. Embed the bytes as Picture.`,
        );
      const file = await context.store.output(absolute.slice(output.length).replace(/\.[a-z0-9]+$/, ''));
      if (!file)
        throw new Fault('not-found', `${at}: a file that is still kept expected, "${uri.slice(0, 120)}" found.`);
      return new Uint8Array(await file.blob.arrayBuffer());
    },
    path,
  );
}

function bytesOfData(uri: string, path: string): Uint8Array {
  try {
    return Uint8Array.from(atob(uri.slice(uri.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
  } catch {
    throw new Fault('bad-value', `${path}: base64 after the comma expected.`);
  }
}
