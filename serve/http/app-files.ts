import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { hostMark } from '../../sw/contract/node-host.ts';
import { pageHeaders } from '../../sw/contract/page-headers.ts';
import type { Reply } from '../exchange.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
  '.ts': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.pbf': 'application/x-protobuf',
};

interface AppFiles {
  /** Hash of the app's start page, which names all other parts by their hashes. */
  readonly version: string;
  /** Return the file of a path, with `/` for the page; undefined if there is none. */
  find(path: string, ifNoneMatch: string | undefined): Reply | undefined;
}

/**
 * Open the files of the built app. The list of files is read once, so no path can reach a file outside of it.
 *
 * @param isBackend this program is the backend of the page, which reads that from a `meta` element
 * @param hasDemo false for an empty list of demo services
 * @throws {Error} if the folder has no built app
 */
export function openAppFiles(
  folder: string,
  { isBackend, hasDemo }: { isBackend: boolean; hasDemo: boolean },
): AppFiles {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`No built app at ${folder}: run "npm run build" first.`);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(join(folder, name)).isFile() && !name.endsWith('.map'));
  // Includes the service worker. The page of a backend doesn't register it, but it replaces a worker of an earlier
  // version that still answers at this address, and then the page offers to remove it.
  const fileNames = new Set(names);

  function read(name: string): Buffer {
    if (name === 'demo/index.json' && !hasDemo) return Buffer.from('{"services":[]}');
    const content = readFileSync(join(folder, name));
    if (name !== 'index.html' || !isBackend) return content;
    const mark = `<meta name="${hostMark.name}" content="${hostMark.content}" />`;
    return Buffer.from(content.toString().replace('<head>', `<head>\n    ${mark}`));
  }

  return {
    version: hashOf(read('index.html')),
    find(path, ifNoneMatch) {
      const name = path === '/' ? 'index.html' : decodePath(path.slice(1));
      if (!fileNames.has(name)) return undefined;
      const body = read(name);
      const etag = `"${hashOf(body)}"`;
      // Names of assets contain a hash of their content. Other files have the same name in every build.
      const isFixed = name.startsWith('assets/') || name.startsWith('worker/');
      const headers: (readonly [string, string])[] = [
        ['content-type', types[extname(name)] ?? 'application/octet-stream'],
        ['cache-control', isFixed ? 'public, max-age=31536000, immutable' : 'no-cache'],
        ['etag', etag],
        ...(name.endsWith('.html') ? pageHeaders(name) : [['cross-origin-resource-policy', 'same-origin'] as const]),
      ];
      return ifNoneMatch === etag ? { status: 304, headers, body: undefined } : { status: 200, headers, body };
    },
  };
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
