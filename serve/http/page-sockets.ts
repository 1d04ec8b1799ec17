import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { relayPath, relayProtocol, secretHeader, smallBytes } from '../../src/relay/frames.ts';
import { isSame } from './access.ts';

/** A program that does not close the socket itself within this time has it closed. */
const closeMs = 1000;

/** Answer an upgrade with 403, and let no half-open socket stay. */
export function refuseSocket(socket: Duplex): void {
  socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  socket.resume();
  (socket as Socket).setTimeout(closeMs, () => socket.destroy());
}

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
    const [protocol, given = ''] = (request.headers['sec-websocket-protocol'] ?? '')
      .split(',')
      .map((part) => part.trim());
    if (request.url !== relayPath || protocol !== relayProtocol || !isSame(given, secret)) {
      refuseSocket(socket);
      return;
    }
    sockets.handleUpgrade(request, socket, head, take);
  };
}

/** Whether a request of the page for the body of another one, or with it, shows the secret. */
export const showsSecret = ({ headers }: IncomingMessage, secret: string): boolean =>
  isSame(String(headers[secretHeader] ?? ''), secret);
