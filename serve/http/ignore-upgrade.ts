import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Let a server answer a request as if it had not offered another protocol, as Java's own client offers HTTP/2. An offer may be
 * ignored (RFC 9110, 7.8), but to a server that takes web sockets Node passes every one, and reads no further.
 *
 * @param head what was read of the connection after the headers
 */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at]!;
    if (!/^(upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${request.rawHeaders[at + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
