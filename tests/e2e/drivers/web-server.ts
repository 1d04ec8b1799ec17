import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.zip': 'application/zip',
  '.wasm': 'application/wasm',
};

/** A typical static host: it serves files and otherwise 404.html, and doesn't know the services. */
export interface WebServer {
  readonly origin: string;
  /** `GET /path?query` of every request, in order. */
  readonly requested: string[];
  /** Switch to another build. */
  serve(folder: string): void;
  /** Delay every answer for this path. */
  delay(path: string, milliseconds: number): void;
  stop(): Promise<void>;
}

/**
 * Start a web server.
 *
 * @param base path of the folder on the server, with a slash at both ends
 * @param port 0 for any free one
 * @param beside a second folder for files that the first doesn't have
 */
export async function startWebServer(folder: string, { base = '/', port = 0, beside = '' } = {}): Promise<WebServer> {
  let current = folder;
  const requested: string[] = [];
  const delays = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    requested.push(`${request.method} ${url.pathname}${url.search}`);
    await new Promise((resolve) => setTimeout(resolve, delays.get(url.pathname) ?? 0));
    const path = url.pathname.startsWith(base) ? decodeURIComponent(url.pathname.slice(base.length)) : undefined;
    const root = beside && path && existsSync(join(beside, path)) ? beside : current;
    const file = path === undefined ? undefined : join(root, path === '' ? 'index.html' : path);
    response.setHeader('Cache-Control', 'no-cache');
    if (request.method !== 'GET' && request.method !== 'HEAD') response.writeHead(405).end();
    else if (file?.startsWith(root) && existsSync(file) && statSync(file).isFile()) {
      response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
      if (request.method === 'HEAD') response.end();
      else createReadStream(file).pipe(response);
    } else {
      response.writeHead(404, { 'Content-Type': types['.html'] }).end(readFileSync(join(current, '404.html')));
    }
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    requested,
    serve: (next) => {
      current = next;
    },
    delay: (path, milliseconds) => delays.set(path, milliseconds),
    stop: () => stop(server),
  };
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Return the requests to a web server that were meant for the backend. */
export const backendRequests = (requested: readonly string[]): string[] =>
  requested.filter((request) => /^\w+ (\/maps)?\/(arcgis\/)?(services|admin|output)(\/|\?|$)/.test(request));
