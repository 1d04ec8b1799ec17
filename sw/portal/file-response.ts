/**
 * Answer bytes that somebody has put here. They stand on the origin of the app, so nothing in them may run: they are
 * saved, or shown in a sandbox where it is a picture or text.
 */
export function fileResponse(blob: Blob, type: string, fileName: string): Response {
  const isShown = /^(image\/(png|jpeg|gif|webp)|text\/plain|application\/json)\b/i.test(type);
  const name = encodeURIComponent(fileName.split('/').at(-1) || 'data').replaceAll("'", '%27');
  return new Response(blob, {
    headers: {
      'content-type': type || 'application/octet-stream',
      'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}
