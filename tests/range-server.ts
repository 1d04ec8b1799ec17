import { open, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** What a server of files may do wrong. */
export type RangeFault =
  | 'no-ranges'
  | 'no-cors'
  | 'hidden-headers'
  | 'cut-off'
  /** Ranges of the compressed file, said by its media type alone or by `Content-Encoding`. */
  | 'gzip'
  | 'gzip-encoded'
  | 'forbidden'
  | 'gone'
  | 'busy-once'
  /** Asks to wait longer than anybody does. */
  | 'busy'
  /** Never answers. */
  | 'hanging'
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
  /** As HTTP writes it. */
  lastModified: string | undefined;
  /** The file changes after so many requests from now on. */
  requestsUntilChange: number;
  /** `X-Amz-Signature` that addresses must have. */
  signature: string | undefined;
  latencyMs: number;
  /** Begin to count anew. */
  reset(): void;
  stop(): Promise<void>;
}

/**
 * Start a server of some files. Below `moved/` each is redirected.
 *
 * @param files where each is on the disk, by its path on the server
 */
export async function startRangeServer(files: Readonly<Record<string, string>>): Promise<RangeServer> {
  const state: Omit<RangeServer, 'origin' | 'stop' | 'reset'> = {
    ranges: [],
    sentBytes: 0,
    fault: undefined,
    etag: '"one"',
    lastModified: undefined,
    requestsUntilChange: Number.POSITIVE_INFINITY,
    signature: undefined,
    latencyMs: 0,
  };
  const server = createServer(async (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const file = files[pathname.replace('/moved/', '/').slice(1)];
    const { fault } = state;
    await new Promise((resolve) => setTimeout(resolve, state.latencyMs));
    if (fault === 'dead') return request.destroy();
    if (fault === 'hanging') return;
    if (fault !== 'no-cors') response.setHeader('Access-Control-Allow-Origin', '*');
    if (fault !== 'hidden-headers')
      response.setHeader('Access-Control-Expose-Headers', 'ETag, Content-Range, Accept-Ranges, Retry-After');
    if (pathname.startsWith('/moved/'))
      return response.writeHead(302, { Location: pathname.replace('/moved/', '/') + search }).end();
    if (!file || fault === 'gone') return response.writeHead(file ? 410 : 404).end();
    const packed = fault?.startsWith('gzip') ? gzipSync(await readFile(file)) : undefined;
    const size = packed?.length ?? (await stat(file)).size;
    const range = request.headers.range ?? '';
    state.ranges.push(range);
    const isSigned = state.signature === undefined || searchParams.get('X-Amz-Signature') === state.signature;
    if (fault === 'forbidden' || !isSigned) return response.writeHead(403).end();
    if (fault === 'busy') return response.writeHead(503, { 'Retry-After': '30' }).end();
    if (state.requestsUntilChange-- === 0) state.etag = '"changed"';
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
    const body = packed?.subarray(from, to + 1) ?? bytes;
    response.writeHead(isWhole ? 200 : 206, {
      ETag: state.etag,
      ...(state.lastModified === undefined ? {} : { 'Last-Modified': state.lastModified }),
      ...(fault === 'gzip-encoded' ? { 'Content-Encoding': 'gzip' } : {}),
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
