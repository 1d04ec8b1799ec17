import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createLoad } from '../../../../serve/http/load.ts';
import { createListener } from '../../../../serve/http/server.ts';

type Parts = Parameters<typeof createListener>[0];

/** Start a server with the handlers on a free port of 127.0.0.1; parts that a test doesn't specify are empty. */
export async function runningServer(parts: (port: number) => Partial<Parts>): Promise<number> {
  const server = createServer({ maxHeaderSize: 64 * 1024 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const listener = createListener({
    policy: { port, allowedHosts: [], allowedOrigins: [] },
    open: () => undefined,
    enter: createLoad(100, 1e6),
    answer: async () => ({ status: 200, headers: [], body: undefined }),
    ...parts(port),
  });
  server.on('request', (request, response) => void listener(request, response));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return port;
}

/** Open a socket that ignores resets. */
export async function rawSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Send a request as raw bytes, because Node's clients and browsers normalize addresses, and read the whole response.
 */
export async function sendRaw(
  port: number,
  line: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<Answered> {
  const socket = await rawSocket(port);
  const sent = { host: `localhost:${port}`, connection: 'close', ...headers };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  if (body) lines.push(`content-length: ${Buffer.byteLength(body)}`);
  socket.write(`${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...named] = head.split('\r\n');
  return {
    status: Number(first.split(' ')[1]),
    headers: new Headers(named.map((entry) => entry.split(/: ?(.*)/s).slice(0, 2) as [string, string])),
    body: rest.join('\r\n\r\n'),
  };
}
