import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A program that does not close the socket itself within this time has it closed. */
const closeMs = 1000;

/** Answer an upgrade with 403, and let no half-open socket stay. */
export function refuseSocket(socket: Duplex): void {
  socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  socket.resume();
  (socket as Socket).setTimeout(closeMs, () => socket.destroy());
}
