import type { FetchRemote } from '../../../../sw/store/open-store.ts';

/** Response headers that pages of other origins may always read (Fetch Standard). */
const safelisted = new Set([
  ...['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified', 'pragma'],
]);

/**
 * `fetch` as in a page of another origin: responses it may not read fail, and headers that aren't exposed are missing.
 */
export const fetchOfPages: FetchRemote = async (address, init) => {
  const response = await fetch(address, init);
  if (init.mode === 'no-cors') return Response.error();
  if (!response.headers.has('access-control-allow-origin')) {
    await response.body?.cancel();
    throw new TypeError('Failed to fetch');
  }
  const exposed = new Set((response.headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/, */));
  const headers = new Headers([...response.headers].filter(([name]) => safelisted.has(name) || exposed.has(name)));
  return new Response(response.body, { status: response.status, headers });
};
