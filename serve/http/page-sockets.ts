import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { relayPath, relayProtocol, secretHeader, smallBytes } from '../../src/relay/frames.ts';
import { isSame } from './access.ts';

/** Time that a client has to close a refused socket itself. */
const closeMs = 1000;

/** Answer an upgrade with 403, and don't leave a half-open socket. */
export function refuseSocket(socket: Duplex): void {
  socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  socket.resume();
  (socket as Socket).setTimeout(closeMs, () => socket.destroy());
}

/** Accept the sockets of pages that know the secret, and refuse others. */
export function pageSockets(secret: string, take: (socket: WebSocket) => void) {
  // Frames contain a header or a chunk. On the same machine, compression costs time without a benefit.
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: smallBytes + 256 * 1024,
    handleProtocols: () => relayProtocol,
  });
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const [protocol, requestedToken = ''] = (request.headers['sec-websocket-protocol'] ?? '')
      .split(',')
      .map((part) => part.trim());
    if (request.url !== relayPath || protocol !== relayProtocol || !isSame(requestedToken, secret)) {
      refuseSocket(socket);
      return;
    }
    sockets.handleUpgrade(request, socket, head, take);
  };
}

/** Check whether a request of the page about the body of another request has the secret. */
export const showsSecret = ({ headers }: IncomingMessage, secret: string): boolean =>
  isSame(String(headers[secretHeader] ?? ''), secret);
