/** What the worker found: a file, or why there is none. */
export type Linked =
  | { readonly content: Blob; readonly name: string }
  /** Not reachable, or its server does not let pages of other origins read it (CORS): the browser tells neither from the other. */
  | { readonly message: string; readonly isUnreachable: boolean };

/** The part of `DedicatedWorkerGlobalScope` that is used; the page's own library has no type for it. */
interface Host {
  postMessage(message: Linked): void;
  onmessage: ((event: MessageEvent<string>) => void) | null;
}
const host = globalThis as unknown as Host;

host.onmessage = async ({ data: address }) => {
  try {
    host.postMessage(await fetched(address));
  } catch (error) {
    host.postMessage({ message: String(error), isUnreachable: error instanceof TypeError });
  }
};

async function fetched(address: string): Promise<Linked> {
  // Nothing says who asks or from where.
  const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) return { message: `HTTP ${response.status}`, isUnreachable: false };
  const last = new URL(response.url || address).pathname.split('/').pop();
  return { content: await response.blob(), name: decoded(last || 'file') };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Servers may use addresses of other encodings.
    return part;
  }
}
