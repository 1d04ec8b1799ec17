import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** Find a port of this machine that nothing listens on. */
export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Wait until a program listens on a port. @throws {Error} after ten seconds */
export async function waitForPort(port) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const socket = createConnection(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await setTimeout(50);
  }
  throw new Error(`Nothing listens on port ${port}.`);
}
