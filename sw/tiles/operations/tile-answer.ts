import { toBodyStream } from '../../body.ts';
import { type CacheRecord, tileType } from '../tile-cache.ts';

/** Maximum age of a tile in a client's cache, in seconds. */
const maxAgeS = 3600;

/** Respond with the bytes of a tile, or with 304 if the client has them already. */
export function tileAnswer({ method, headers }: Request, cache: CacheRecord, bytes: Uint8Array<ArrayBuffer>): Response {
  const etag = computeEtag(bytes);
  const responseHeaders = {
    etag,
    'cache-control': cache.settings.clientCaching ? `private, max-age=${maxAgeS}` : 'no-store',
    'content-type': tileType(bytes),
  };
  const etags = (headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (etags.includes(etag) || etags.includes('*')) return new Response(null, { status: 304, headers: responseHeaders });
  return new Response(method === 'HEAD' ? null : toBodyStream(bytes), { headers: responseHeaders });
}

/**
 * Return an ETag of the content, which doesn't change when a tile is drawn again and looks the same. It's FNV-1a with
 * two seeds.
 */
function computeEtag(bytes: Uint8Array): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < bytes.length; i++) {
    a = Math.imul(a ^ bytes[i]!, 0x01000193);
    b = Math.imul(b ^ bytes[i]!, 0x01000193) + i;
  }
  return `"${bytes.length.toString(16)}-${(a >>> 0).toString(16)}${(b >>> 0).toString(16)}"`;
}
