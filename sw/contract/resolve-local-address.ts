/**
 * Resolve a request target to a URL on this server.
 *
 * Clients write targets as a path from the root, as an absolute URL for a proxy, or with several leading slashes or
 * backslashes. `fetch` would read the latter as another host.
 *
 * @param target request target of HTTP
 * @param origin of the server, without a trailing slash
 */
export function resolveLocalAddress(target: string, origin: string): URL {
  const below = target.replace(/^[a-z][a-z\d+.-]*:[/\\]{2}[^/\\?#]*/i, '');
  const address = new URL(`${origin}/${below.replace(/^[/\\]/, '')}`);
  // Must follow parsing, because the parser drops tabs and dots and reads a backslash as a slash.
  address.pathname = address.pathname.replace(/^\/{2,}/, '/');
  return address;
}
