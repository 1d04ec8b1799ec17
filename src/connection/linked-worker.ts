import { serveCalls } from '../worker-calls.ts';

/** Reason why a file wasn't fetched. */
export type LinkFailure =
  /** Not reachable, or blocked by CORS: browsers don't distinguish them. */
  | { readonly failure: 'unreachable' }
  /** The connection ended before the end of the file. */
  | { readonly failure: 'cut-off' }
  | { readonly failure: 'too-large' }
  | { readonly failure: 'status'; readonly status: number };

/** Minimum time between two progress reports. */
const progressIntervalMs = 100;

const handlers = { fetchFile };
export type LinkedHandlers = typeof handlers;
serveCalls(handlers);

/**
 * Fetch a file.
 *
 * @param onProgress called with the received bytes, and the total or undefined if the server doesn't report it
 */
async function fetchFile(
  address: string,
  maximumBytes: number,
  onProgress: (receivedBytes: number, totalBytes: number | undefined) => void,
): Promise<File | LinkFailure> {
  // Send no credentials and no referrer.
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
      if (now - reportedAt < progressIntervalMs) continue;
      reportedAt = now;
      // If the response is compressed, its length is the compressed one. Browsers hide the compression from other
      // origins, so a length that is exceeded is reported as unknown.
      onProgress(received, length >= received ? length : undefined);
    }
  } catch {
    return { failure: 'cut-off' };
  }
  const type = (response.headers.get('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase();
  return new File(pieces, findFileName(response, address), { type });
}

/**
 * Return the file name from the server, otherwise the last segment of the URL. After a redirect, the final URL is used
 * if its last segment has an extension.
 */
function findFileName(response: Response, address: string): string {
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*\s*=\s*(?:utf-8)?'[^']*'([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]+)"|([^;]+))/i.exec(disposition);
  const headerName = encoded === undefined ? (plain?.[1] ?? plain?.[2]) : decodePart(encoded);
  const parts = [response.url || address, address].map((url) => decodePart(new URL(url).pathname.split('/').pop()!));
  const last = parts.find((part) => /\.\w+$/.test(part)) ?? parts.find((part) => part !== '');
  const name = headerName?.trim().split(/[\\/]/).pop();
  return name || last || 'file';
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // The URL may use another encoding than UTF-8.
    return part;
  }
}
