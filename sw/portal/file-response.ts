import { uploadedType } from '../body.ts';

/**
 * Answer uploaded bytes. They share the origin of the app, so nothing in them may run: images and text are shown in a
 * sandbox, the rest is downloaded.
 */
export function fileResponse(blob: Blob, type: string, fileName: string): Response {
  const isShown = /^(image\/(png|jpeg|gif|webp)|text\/plain|application\/json)\b/i.test(type);
  const name = encodeURIComponent(fileName.split('/').at(-1) || 'data').replaceAll("'", '%27');
  return new Response(blob, {
    headers: {
      'content-type': uploadedType(type),
      'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    },
  });
}
