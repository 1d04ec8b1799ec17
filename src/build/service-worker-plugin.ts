import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { withoutDeadParts, withoutTypeWords } from './lighten-plugins.ts';
import { partEntry, partsApart, type WorkerPart } from './worker-part.ts';

/** What the worker keeps for offline use; `sw/worker.ts` sees it as the constant `PRECACHE`. */
interface Precache {
  /** Hash of all files: two builds with the same version are the same app. */
  readonly version: string;
  /** Paths below the base, sorted. */
  readonly files: readonly string[];
  /** Those that the page loads for its first picture. */
  readonly first: readonly string[];
}

interface WorkerOptions {
  readonly entry: string;
  /** Name of the script below the base. It must not change: browsers look for a new worker under the old address. */
  readonly fileName: string;
  /** Modules that are loaded when they are first needed. */
  readonly parts: readonly WorkerPart[];
  /** Files of the build that are not kept for offline use. */
  readonly isLeftOut: (fileName: string) => boolean;
  /** What the first picture needs beside the page itself: names of chunks, and other files. */
  readonly isFirst: (name: string) => boolean;
}

interface Bundled {
  readonly code: string;
  readonly map: string | undefined;
  readonly moduleIds: ReadonlySet<string>;
}

/**
 * Bundle the backend as one classic script at `<base>/<fileName>`.
 *
 * A build emits it with the list of all its other files; the development server bundles it when it is asked for, so
 * that both run the same kind of script, and tells the page (`worker:changed`) when one of its modules was edited.
 */
export function serviceWorker({ entry, fileName, parts, isLeftOut, isFirst }: WorkerOptions): Plugin {
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
        // After a failed bundle nothing is known of its modules, so every edit may be the repair.
        if (watched.size > 0 && !watched.has(path)) return;
        inDevelopment = undefined;
        server.ws.send({ type: 'custom', event: 'worker:changed' });
      });
      server.middlewares.use(async (request, response, next) => {
        const path = request.url?.split('?')[0];
        const part = parts.find((one) => path === config.base + one.fileName);
        if (part) {
          response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
          response.end(await bundlePart(config, part));
          return;
        }
        if (path !== config.base + fileName) return next();
        inDevelopment ??= bundle(config, { entry, fileName, parts }, { version: 'dev', files: [], first: [] });
        try {
          const { code, moduleIds } = await inDevelopment;
          watched = moduleIds;
          response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
          response.setHeader('Cache-Control', 'no-cache');
          response.end(code);
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
        const kept = precacheOf(contents, (name) => name === fileName || name.endsWith('.map') || isLeftOut(name));
        const loaded = loadedFirst(output, isFirst);
        const precache = { ...kept, first: kept.files.filter((name) => loaded.has(name) || isFirst(name)) };
        for (const part of parts) {
          this.emitFile({ type: 'asset', fileName: part.fileName, source: await bundlePart(config, part) });
        }
        const { code, map } = await bundle(config, { entry, fileName, parts }, precache);
        this.emitFile({ type: 'asset', fileName, source: code });
        if (map) this.emitFile({ type: 'asset', fileName: `${fileName}.map`, source: map });
      },
    },
  };
}

async function bundle(
  config: ResolvedConfig,
  { entry, fileName, parts }: Omit<WorkerOptions, 'isLeftOut' | 'isFirst'>,
  precache: Precache,
): Promise<Bundled> {
  const pathOf = (module: string) => resolve(config.root, module);
  const define = {
    PRECACHE: JSON.stringify(precache),
    PARTS: JSON.stringify(parts.map((part) => part.fileName)),
  };
  return script(config, pathOf(entry), fileName, [partsApart(parts, pathOf)], define);
}

/** A part as a script that leaves its functions to the worker. */
async function bundlePart(config: ResolvedConfig, part: WorkerPart): Promise<string> {
  const entry = '\0soapstone:part';
  const virtual: Plugin = {
    name: 'soapstone:part',
    resolveId: (id) => (id === entry ? entry : undefined),
    load: (id) => (id === entry ? partEntry(part, resolve(config.root, part.module)) : undefined),
  };
  return (await script(config, entry, part.fileName, [virtual])).code;
}

async function script(
  config: ResolvedConfig,
  input: string,
  fileName: string,
  plugins: Plugin[],
  define: Record<string, string> = {},
): Promise<Bundled> {
  const result = (await build({
    configFile: false,
    root: config.root,
    base: config.base,
    mode: config.mode,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutTypeWords(), withoutDeadParts(), ...plugins],
    define,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      minify: config.isProduction,
      sourcemap: config.isProduction ? config.build.sourcemap : 'inline',
      rolldownOptions: { input, output: { format: 'iife', entryFileNames: fileName } },
    },
  })) as Rolldown.RolldownOutput;
  const [chunk, ...others] = result.output.filter((file) => file.type === 'chunk');
  if (!chunk || others.length > 0) throw new Error(`${fileName}: one script expected, ${others.length + 1} found`);
  return { code: chunk.code, map: chunk.map?.toString(), moduleIds: new Set(chunk.moduleIds) };
}

function precacheOf(
  contents: ReadonlyMap<string, string | Uint8Array>,
  isLeftOut: (name: string) => boolean,
): Omit<Precache, 'first'> {
  const files = [...contents.keys()].filter((name) => !isLeftOut(name)).sort();
  const hash = createHash('sha256');
  for (const name of files) hash.update(name).update(contents.get(name)!);
  return { version: hash.digest('hex').slice(0, 16), files };
}

/** The entry of the page, the chunks that are first by name, and all they import with their styles. */
function loadedFirst(output: Rolldown.OutputBundle, isFirst: (name: string) => boolean): Set<string> {
  const found = new Set<string>();
  const add = (fileName: string) => {
    const file = output[fileName];
    if (found.has(fileName) || file?.type !== 'chunk') return;
    found.add(fileName);
    for (const style of file.viteMetadata?.importedCss ?? []) found.add(style);
    file.imports.forEach(add);
  };
  for (const file of Object.values(output))
    if (file.type === 'chunk' && (file.isEntry || isFirst(file.name))) add(file.fileName);
  return found;
}

function publicFiles(folder: string): Map<string, string | Uint8Array> {
  const contents = new Map<string, string | Uint8Array>();
  if (!folder || !existsSync(folder)) return contents;
  for (const found of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!found.isFile() || found.name.startsWith('.')) continue;
    const path = join(found.parentPath, found.name);
    contents.set(relative(folder, path).replaceAll('\\', '/'), readFileSync(path));
  }
  return contents;
}
