import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin, ResolvedConfig, Rolldown } from 'vite';
import { type Bundled, bundleWorker, partsFolder } from './bundle-worker.ts';

/** The files that the worker caches for offline use. `sw/worker.ts` reads it as the constant `PRECACHE`. */
interface Precache {
  /** Hash of all files. Builds with the same version are the same app. */
  readonly version: string;
  /** Paths below the base, sorted. */
  readonly files: readonly string[];
  /** Files that the page loads for its first image. */
  readonly first: readonly string[];
  /** Folder of further files, which are cached after their first use. */
  readonly onDemand?: string;
}

/** No files for the development server, which serves the app itself. */
const nothing: Precache = { version: 'dev', files: [], first: [] };

interface WorkerOptions {
  readonly entry: string;
  /** Name of the script below the base. It must not change, because browsers look for updates at the same address. */
  readonly fileName: string;
  /** Selects files of the build that aren't cached for offline use. */
  readonly isLeftOut: (fileName: string) => boolean;
  /** Folder of the build whose files are only cached after their first use. */
  readonly onDemand: string;
  /** Selects chunks by name, and other files, that the first image needs in addition to the page itself. */
  readonly isFirst: (name: string) => boolean;
}

/**
 * Bundle the backend as a classic script at `<base>/<fileName>`, with a script for each of its `import()` calls below
 * `<base>/worker/`. The worker stores these at installation and runs them on first use.
 *
 * A build emits it with the list of all other files. The development server bundles it on request, so that both run the
 * same kind of script. It notifies the page (`worker:changed`) when a module of the worker changes.
 */
export function serviceWorker({ entry, fileName, isLeftOut, onDemand, isFirst }: WorkerOptions): Plugin {
  let config: ResolvedConfig;
  let inDevelopment: Promise<Bundled> | undefined;
  let watched: ReadonlySet<string> = new Set();

  return {
    name: 'soapstone:service-worker',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer(server) {
      server.watcher.on('change', (path) => {
        // If bundling has failed, the modules are unknown, so any edit may fix it.
        if (watched.size > 0 && !watched.has(path)) return;
        inDevelopment = undefined;
        server.ws.send({ type: 'custom', event: 'worker:changed' });
      });
      server.middlewares.use(async (request, response, next) => {
        const path = request.url?.split('?')[0];
        if (!path?.startsWith(config.base)) return next();
        const file = path.slice(config.base.length);
        if (file !== fileName && !file.startsWith(partsFolder)) return next();
        inDevelopment ??= bundleWorker(config, entry, fileName, { PRECACHE: nothing });
        try {
          const { scripts, moduleIds } = await inDevelopment;
          watched = moduleIds;
          const script = scripts.get(file);
          if (script === undefined) return next();
          response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
          response.setHeader('Cache-Control', 'no-cache');
          response.end(script);
        } catch (error) {
          inDevelopment = undefined;
          watched = new Set();
          next(error);
        }
      });
    },
    generateBundle: {
      order: 'post',
      async handler(_options, output) {
        const contents = publicFiles(config.publicDir);
        for (const file of Object.values(output))
          contents.set(file.fileName, file.type === 'chunk' ? file.code : file.source);
        const precached = listPrecache(
          contents,
          (name) => name === fileName || name.endsWith('.map') || isLeftOut(name),
        );
        const loaded = listFirstLoaded(output, isFirst);
        const precache = {
          ...precached,
          files: precached.files.filter((name) => !name.startsWith(onDemand)),
          first: precached.files.filter((name) => loaded.has(name) || isFirst(name)),
          onDemand,
        };
        const { scripts } = await bundleWorker(config, entry, fileName, { PRECACHE: precache });
        for (const [name, source] of scripts) this.emitFile({ type: 'asset', fileName: name, source });
      },
    },
  };
}

function listPrecache(
  contents: ReadonlyMap<string, string | Uint8Array>,
  isLeftOut: (name: string) => boolean,
): Pick<Precache, 'version' | 'files'> {
  const files = [...contents.keys()].filter((name) => !isLeftOut(name)).sort();
  const hash = createHash('sha256');
  for (const name of files) hash.update(name).update(contents.get(name)!);
  return { version: hash.digest('hex').slice(0, 16), files };
}

/** List the page's entry, the chunks that `isFirst` selects, and their imports and styles. */
function listFirstLoaded(output: Rolldown.OutputBundle, isFirst: (name: string) => boolean): Set<string> {
  const fileNames = new Set<string>();
  const add = (fileName: string) => {
    const file = output[fileName];
    if (fileNames.has(fileName) || file?.type !== 'chunk') return;
    fileNames.add(fileName);
    for (const style of file.viteMetadata?.importedCss ?? []) fileNames.add(style);
    file.imports.forEach(add);
  };
  for (const file of Object.values(output))
    if (file.type === 'chunk' && (file.isEntry || isFirst(file.name))) add(file.fileName);
  return fileNames;
}

function publicFiles(folder: string): Map<string, string | Uint8Array> {
  const contents = new Map<string, string | Uint8Array>();
  if (!folder || !existsSync(folder)) return contents;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const path = join(entry.parentPath, entry.name);
    contents.set(relative(folder, path).replaceAll('\\', '/'), readFileSync(path));
  }
  return contents;
}
