import type { IncomingMessage } from 'node:http';

/** The client of a request, and the server's address as it knows it. */
export interface Client {
  /** Host name in lower case, with any port. */
  readonly host: string;
  /** Scheme, host name and any port. Only meaningful if the gate allows the host. */
  readonly origin: string;
  /** The request comes directly from this computer, not through a proxy. */
  readonly isLocal: boolean;
  /** IP address, as reported by the proxy if there is one. */
  readonly address: string;
}

/** Headers that proxies add. A request through a proxy may come from anyone. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * Return the client of a request.
 *
 * @param isSecure the request arrived by TLS
 * @param proxy address of the only peer whose forwarding headers count
 */
export function clientOf(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  isSecure: boolean,
  proxy: string | undefined,
): Client {
  const peer = plainAddress(socket.remoteAddress ?? '');
  const isProxied = proxy !== undefined && peer === plainAddress(proxy);
  // The proxy appends its value to those of the client.
  const forwarded = (name: string): string | undefined =>
    isProxied
      ? String(headers[name] ?? '')
          .split(',')
          .at(-1)!
          .trim() || undefined
      : undefined;
  const host = (forwarded('x-forwarded-host') ?? headers.host ?? '').toLowerCase();
  const scheme = forwarded('x-forwarded-proto') ?? (isSecure ? 'https' : 'http');
  return {
    host,
    origin: `${scheme === 'https' ? 'https' : 'http'}://${host}`,
    address: forwarded('x-forwarded-for') ?? peer,
    isLocal: /^127\.|^::1$/.test(peer) && !isProxied && proxyHeaders.every((name) => headers[name] === undefined),
  };
}

/** Return an IPv4 address without the prefix that it has on a socket for both versions. */
const plainAddress = (address: string): string => address.toLowerCase().replace(/^::ffff:/, '');
