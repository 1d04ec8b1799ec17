/** What the worker says: how far it is, a file, or why there is none. */
export type Linked =
  | { readonly received: number; readonly total?: number }
  | { readonly content: Blob; readonly name: string; readonly contentType: string }
  /** Not reachable, or its server does not let pages of other origins read it (CORS): the browser tells neither from the other. */
  | { readonly message: string; readonly isUnreachable: boolean }
  | { readonly tooLarge: true };

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
  try {
    host.postMessage(await fetched(data));
  } catch (error) {
    host.postMessage({ message: String(error), isUnreachable: error instanceof TypeError });
  }
};

async function fetched({ address, maximumBytes }: LinkedRequest): Promise<Linked> {
  // Nothing says who asks or from where.
  const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) return { message: `HTTP ${response.status}`, isUnreachable: false };
  // Of a packed answer it is the length on the way.
  const length = response.headers.get('Content-Encoding') ? 0 : Number(response.headers.get('Content-Length'));
  if (length > maximumBytes) return { tooLarge: true };
  const pieces: BlobPart[] = [];
  let received = 0;
  let reportedAt = 0;
  for (const reader = response.body!.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    received += value.length;
    if (received > maximumBytes) {
      await reader.cancel();
      return { tooLarge: true };
    }
    pieces.push(value);
    const now = performance.now();
    if (now - reportedAt < quietMs) continue;
    reportedAt = now;
    host.postMessage({ received, ...(length > 0 ? { total: length } : {}) });
  }
  return {
    content: new Blob(pieces),
    name: nameOf(response, address),
    contentType: (response.headers.get('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase(),
  };
}

/** The name that the server gives the file, else the last part of its address. */
function nameOf(response: Response, address: string): string {
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*\s*=\s*(?:utf-8)?'[^']*'([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]+)"|([^;]+))/i.exec(disposition);
  const given = encoded === undefined ? (plain?.[1] ?? plain?.[2]) : decoded(encoded);
  const last = new URL(response.url || address).pathname.split('/').pop();
  const name = given?.trim().split(/[\\/]/).pop();
  return name || decoded(last || 'file');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Servers may use addresses of other encodings.
    return part;
  }
}
