import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { relayPath, relayProtocol, secretHeader, smallBytes } from '../../src/relay/frames.ts';

/** Takes the socket of a page that knows the secret; every other is refused. */
export function pageSockets(secret: string, take: (socket: WebSocket) => void) {
  // Frames hold a head or a piece; on one machine compression costs time and gains nothing.
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: smallBytes + 256 * 1024,
    handleProtocols: () => relayProtocol,
  });
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const [protocol, given = ''] = (request.headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/);
    if (request.url !== relayPath || protocol !== relayProtocol || !isSame(given, secret)) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, take);
  };
}

/** Whether a request of the page for the body of another one, or with it, shows the secret. */
export const showsSecret = ({ headers }: IncomingMessage, secret: string): boolean =>
  isSame(String(headers[secretHeader] ?? ''), secret);

/** In a time that does not tell how much of it is right. */
function isSame(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
