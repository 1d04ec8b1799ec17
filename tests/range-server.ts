import { open, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** What a server of files may do wrong. */
export type RangeFault =
  | 'no-ranges'
  | 'no-cors'
  | 'hidden-headers'
  | 'cut-off'
  | 'gzip'
  | 'forbidden'
  | 'busy-once'
  | 'dead';

/** A server on another origin that answers ranges, counts what it is asked for, and can go wrong. */
export interface RangeServer {
  readonly origin: string;
  /** `bytes=a-b` of each request, in order. */
  readonly ranges: string[];
  /** Bytes of bodies that were sent. */
  sentBytes: number;
  fault: RangeFault | undefined;
  /** What tells one content from another. */
  etag: string;
  latencyMs: number;
  /** Begin to count anew. */
  reset(): void;
  stop(): Promise<void>;
}

/**
 * Start a server of some files.
 *
 * @param files where each is on the disk, by its path on the server
 */
export async function startRangeServer(files: Readonly<Record<string, string>>): Promise<RangeServer> {
  const state: Omit<RangeServer, 'origin' | 'stop' | 'reset'> = {
    ranges: [],
    sentBytes: 0,
    fault: undefined,
    etag: '"one"',
    latencyMs: 0,
  };
  const server = createServer(async (request, response) => {
    const file = files[new URL(request.url ?? '/', 'http://localhost').pathname.slice(1)];
    const { fault } = state;
    await new Promise((resolve) => setTimeout(resolve, state.latencyMs));
    if (fault === 'dead') return request.destroy();
    if (fault !== 'no-cors') response.setHeader('Access-Control-Allow-Origin', '*');
    if (fault !== 'hidden-headers')
      response.setHeader('Access-Control-Expose-Headers', 'ETag, Content-Range, Accept-Ranges');
    if (!file) return response.writeHead(404).end();
    const size = (await stat(file)).size;
    const range = request.headers.range ?? '';
    state.ranges.push(range);
    if (fault === 'forbidden') return response.writeHead(403).end();
    if (fault === 'busy-once') {
      state.fault = undefined;
      return response.writeHead(503, { 'Retry-After': '0' }).end();
    }
    const [first = 0, last = size - 1] = (/(\d+)-(\d+)/.exec(range) ?? []).slice(1).map(Number);
    const isWhole = fault === 'no-ranges' || range === '';
    const [from, to] = isWhole ? [0, Math.min(size, 64 * 1024 ** 2) - 1] : [first, Math.min(last, size - 1)];
    if (from > to) return response.writeHead(416, { 'Content-Range': `bytes */${size}` }).end();
    const handle = await open(file);
    const bytes = Buffer.alloc(to - from + 1);
    await handle.read(bytes, 0, bytes.length, from);
    await handle.close();
    const body = fault === 'gzip' ? gzipSync(bytes) : bytes;
    response.writeHead(isWhole ? 200 : 206, {
      ETag: state.etag,
      'Accept-Ranges': 'bytes',
      'Content-Length': body.length,
      ...(isWhole ? {} : { 'Content-Range': `bytes ${from}-${to}/${size}` }),
    });
    if (fault === 'cut-off') {
      response.write(body.subarray(0, body.length >> 1), () => response.destroy());
      return;
    }
    state.sentBytes += request.method === 'HEAD' ? 0 : body.length;
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return Object.assign(state, {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    reset() {
      state.ranges.length = 0;
      state.sentBytes = 0;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
