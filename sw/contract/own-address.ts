/**
 * Return the address on a server that a request target names, in whichever form a client writes it: from the root, absolute
 * as for a proxy, or with several slashes or backslashes at its beginning, which would name another host to `fetch`.
 *
 * @param target request target of HTTP
 * @param origin of the server, without a slash at its end
 */
export function ownAddress(target: string, origin: string): URL {
  const below = target.replace(/^[a-z][a-z\d+.-]*:[/\\]{2}[^/\\?#]*/i, '');
  const address = new URL(`${origin}/${below.replace(/^[/\\]/, '')}`);
  // Only now, because the parser drops tabs and dots and reads a backslash as a slash.
  address.pathname = address.pathname.replace(/^\/{2,}/, '/');
  return address;
}
