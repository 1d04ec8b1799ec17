import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';

const pieceBytes = 64 * 1024;

/** A file generated as it is read, which isn't on disk. */
export interface MadeFile {
  readonly sizeBytes: number;
  read(offset: number, length: number): Uint8Array<ArrayBuffer>;
}

/** Errors of a file server. */
export type RangeFault =
  | 'no-ranges'
  | 'no-cors'
  | 'hidden-headers'
  | 'cut-off'
  /** Ranges of the compressed file, declared only by the media type or also by `Content-Encoding`. */
  | 'gzip'
  | 'gzip-encoded'
  | 'forbidden'
  | 'gone'
  | 'busy-once'
  /** HTTP 500 for every request. */
  | 'broken'
  /** Requests a longer wait than any client accepts. */
  | 'busy'
  /** Never answers. */
  | 'hanging'
  | 'dead';

/** A server on another origin that supports ranges, counts requests, and can return errors. */
export interface RangeServer {
  readonly origin: string;
  /** `bytes=a-b` of each request, in order. */
  readonly ranges: string[];
  /** Total bytes of sent bodies. */
  sentBytes: number;
  fault: RangeFault | undefined;
  /** Changes with the content of the file. */
  etag: string;
  /** Time of the file's last change as an HTTP date. */
  lastModified: string | undefined;
  /** Number of requests until the file changes. */
  requestsUntilChange: number;
  /** `X-Amz-Signature` that addresses must have. */
  signature: string | undefined;
  latencyMs: number;
  /** Bandwidth that all answers share. */
  bytesPerSecond: number;
  /** Reset the counters. */
  reset(): void;
  stop(): Promise<void>;
}

/**
 * Start a server for some files. Paths below `moved/` are redirected.
 *
 * @param files paths on disk or generated files, by path on the server
 */
export async function startRangeServer(files: Readonly<Record<string, string | MadeFile>>): Promise<RangeServer> {
  const state: Omit<RangeServer, 'origin' | 'stop' | 'reset'> = {
    ranges: [],
    sentBytes: 0,
    fault: undefined,
    etag: '"one"',
    lastModified: undefined,
    requestsUntilChange: Number.POSITIVE_INFINITY,
    signature: undefined,
    latencyMs: 0,
    bytesPerSecond: Number.POSITIVE_INFINITY,
  };
  let freeAt = 0;
  /** Yield a part of a file in pieces, at the speed of the connection. */
  async function* listPieces({ read }: OpenFile, from: number, to: number): AsyncGenerator<Uint8Array> {
    for (let offset = from; offset < to; offset += pieceBytes) {
      const piece = await read(offset, Math.min(pieceBytes, to - offset));
      if (Number.isFinite(state.bytesPerSecond)) {
        freeAt = Math.max(freeAt, performance.now()) + (1000 * piece.length) / state.bytesPerSecond;
        await new Promise((resolve) => setTimeout(resolve, freeAt - performance.now()));
      }
      state.sentBytes += piece.length;
      yield piece;
    }
  }
  const server = createServer(async (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const source = files[pathname.replace('/moved/', '/').slice(1)];
    const { fault } = state;
    await new Promise((resolve) => setTimeout(resolve, state.latencyMs));
    if (fault === 'dead') return request.destroy();
    if (fault === 'hanging') return;
    if (fault !== 'no-cors') response.setHeader('Access-Control-Allow-Origin', '*');
    if (fault !== 'hidden-headers')
      response.setHeader('Access-Control-Expose-Headers', 'ETag, Content-Range, Accept-Ranges, Retry-After');
    if (pathname.startsWith('/moved/'))
      return response.writeHead(302, { Location: pathname.replace('/moved/', '/') + search }).end();
    if (!source || fault === 'gone') return response.writeHead(source ? 410 : 404).end();
    const range = request.headers.range ?? '';
    state.ranges.push(range);
    const isSigned = state.signature === undefined || searchParams.get('X-Amz-Signature') === state.signature;
    if (fault === 'forbidden' || !isSigned) return response.writeHead(403).end();
    if (fault === 'broken') return response.writeHead(500).end();
    if (fault === 'busy') return response.writeHead(503, { 'Retry-After': '30' }).end();
    if (state.requestsUntilChange-- === 0) state.etag = '"changed"';
    if (fault === 'busy-once') {
      state.fault = undefined;
      return response.writeHead(503, { 'Retry-After': '0' }).end();
    }
    const file = await opened(source, fault?.startsWith('gzip') === true);
    const { sizeBytes } = file;
    const [first = 0, last = sizeBytes - 1] = (/(\d+)-(\d+)/.exec(range) ?? []).slice(1).map(Number);
    const isWhole = fault === 'no-ranges' || range === '';
    const [from, to] = isWhole ? [0, sizeBytes - 1] : [first, Math.min(last, sizeBytes - 1)];
    if (from > to) response.writeHead(416, { 'Content-Range': `bytes */${sizeBytes}` });
    else
      response.writeHead(isWhole ? 200 : 206, {
        ETag: state.etag,
        ...(state.lastModified === undefined ? {} : { 'Last-Modified': state.lastModified }),
        ...(fault === 'gzip-encoded' ? { 'Content-Encoding': 'gzip' } : {}),
        'Accept-Ranges': 'bytes',
        'Content-Length': to - from + 1,
        ...(isWhole ? {} : { 'Content-Range': `bytes ${from}-${to}/${sizeBytes}` }),
      });
    const isCutOff = fault === 'cut-off';
    const end = from > to || request.method === 'HEAD' ? from : isCutOff ? Math.floor((from + to) / 2) : to + 1;
    // It fails if the client doesn't read to the end.
    await pipeline(Readable.from(listPieces(file, from, end)), response, { end: !isCutOff }).catch(() => {});
    await file.close();
    // Send the written data before closing.
    if (isCutOff) response.socket?.destroySoon();
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

/** A file that answers a request. */
interface OpenFile {
  readonly sizeBytes: number;
  read(offset: number, length: number): Uint8Array | Promise<Uint8Array>;
  close(): Promise<void>;
}

async function opened(source: string | MadeFile, isPacked: boolean): Promise<OpenFile> {
  if (typeof source !== 'string') return { ...source, close: async () => {} };
  const handle = await open(source);
  if (isPacked) {
    const packed = gzipSync(await handle.readFile());
    await handle.close();
    const read = (offset: number, length: number) => packed.subarray(offset, offset + length);
    return { sizeBytes: packed.length, read, close: async () => {} };
  }
  const { size } = await handle.stat();
  const read = async (offset: number, length: number) =>
    (await handle.read(new Uint8Array(length), 0, length, offset)).buffer;
  return { sizeBytes: size, read, close: () => handle.close() };
}
