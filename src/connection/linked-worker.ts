/** What the worker says: how far it is, a file, or why there is none. */
export type Linked =
  | { readonly received: number; readonly total?: number }
  | { readonly content: Blob; readonly name: string; readonly contentType: string }
  | LinkFailure;

/** Why a file was not fetched. */
export type LinkFailure =
  /** Not reachable, or its server does not let pages of other origins read it (CORS): the browser tells neither from the other. */
  | { readonly failure: 'unreachable' }
  /** The connection ended before the file did. */
  | { readonly failure: 'cut-off' }
  | { readonly failure: 'too-large' }
  | { readonly failure: 'status'; readonly status: number };

/** What is fetched, and how large it may be. */
export interface LinkedRequest {
  readonly address: string;
  readonly maximumBytes: number;
}

/** The part of `DedicatedWorkerGlobalScope` that is used; the page's own library has no type for it. */
interface Host {
  postMessage(message: Linked): void;
  onmessage: ((event: MessageEvent<LinkedRequest>) => void) | null;
}
const host = globalThis as unknown as Host;
/** Progress is reported at most this often. */
const quietMs = 100;

host.onmessage = async ({ data }) => {
  host.postMessage(await fetched(data));
};

async function fetched({ address, maximumBytes }: LinkedRequest): Promise<Linked> {
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
      host.postMessage({ received, ...(length >= received ? { total: length } : {}) });
    }
  } catch {
    return { failure: 'cut-off' };
  }
  return {
    content: new Blob(pieces),
    name: nameOf(response, address),
    contentType: (response.headers.get('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase(),
  };
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
