import { serveCalls } from '../worker-calls.ts';

/** Why a file was not fetched. */
export type LinkFailure =
  /** Not reachable, or its server does not let pages of other origins read it (CORS): the browser tells neither from the other. */
  | { readonly failure: 'unreachable' }
  /** The connection ended before the file did. */
  | { readonly failure: 'cut-off' }
  | { readonly failure: 'too-large' }
  | { readonly failure: 'status'; readonly status: number };

/** Progress is reported at most this often. */
const quietMs = 100;

const handlers = { fetchFile };
export type LinkedHandlers = typeof handlers;
serveCalls(handlers);

/** @param onProgress total is absent where the server does not say */
async function fetchFile(
  address: string,
  maximumBytes: number,
  onProgress: (receivedBytes: number, totalBytes: number | undefined) => void,
): Promise<File | LinkFailure> {
  // Nothing says who asks or from where.
  let response: Response;
  try {
    response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  } catch {
    return { failure: 'unreachable' };
  }
  if (!response.ok) return { failure: 'status', status: response.status };
  const length = Number(response.headers.get('Content-Length'));
  if (length > maximumBytes) return { failure: 'too-large' };
  const pieces: BlobPart[] = [];
  let received = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  try {
    for (const reader = response.body?.getReader(); reader; ) {
      const { done, value } = await reader.read();
      if (done) break;
      received += value.length;
      if (received > maximumBytes) {
        await reader.cancel();
        return { failure: 'too-large' };
      }
      pieces.push(value);
      const now = performance.now();
      if (now - reportedAt < quietMs) continue;
      reportedAt = now;
      // Of a packed answer the length is that on the way, and browsers do not show to other origins that it is packed.
      onProgress(received, length >= received ? length : undefined);
    }
  } catch {
    return { failure: 'cut-off' };
  }
  const type = (response.headers.get('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase();
  return new File(pieces, nameOf(response, address), { type });
}

/** The name that the server gives the file, else the last part of its address: of that after a redirect where it has an ending. */
function nameOf(response: Response, address: string): string {
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*\s*=\s*(?:utf-8)?'[^']*'([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]+)"|([^;]+))/i.exec(disposition);
  const given = encoded === undefined ? (plain?.[1] ?? plain?.[2]) : decoded(encoded);
  const parts = [response.url || address, address].map((one) => decoded(new URL(one).pathname.split('/').pop()!));
  const last = parts.find((part) => /\.\w+$/.test(part)) ?? parts.find((part) => part !== '');
  const name = given?.trim().split(/[\\/]/).pop();
  return name || last || 'file';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Servers may use addresses of other encodings.
    return part;
  }
}
