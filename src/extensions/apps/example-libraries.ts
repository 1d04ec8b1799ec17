import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';

/** Folder of the example libraries below the base; `public/run.html` maps their names to its files. */
export const libraryFolder = 'examples/lib/';

/** Modules that examples may import, by file name. */
const modules: Readonly<Record<string, string>> = {
  leaflet: 'leaflet',
  'esri-leaflet': 'esri-leaflet',
  'maplibre-gl': 'maplibre-gl',
  ...Object.fromEntries(
    [
      ...['Map', 'View', 'style', 'proj', 'format/EsriJSON', 'format/GeoJSON'],
      ...['layer/Image', 'layer/Tile', 'layer/Vector', 'loadingstrategy', 'tilegrid'],
      ...['source/ImageArcGISRest', 'source/TileArcGISRest', 'source/ImageWMS', 'source/WMTS', 'source/Vector'],
    ].map((name) => [`ol/${name}`, `ol/${name}.js`]),
  ),
};

/** Files of libraries that are copied unchanged, by their name in the folder. */
const copied: Readonly<Record<string, string>> = {
  'leaflet.css': 'leaflet/dist/leaflet.css',
  'maplibre-gl.css': 'maplibre-gl/dist/maplibre-gl.css',
  'ol.css': 'ol/ol.css',
};

/**
 * Bundle the map libraries of the examples as modules that a page imports by name; shared parts are bundled only once.
 * They are rebuilt if the versions or this file have changed, and otherwise read from `node_modules/.cache`.
 */
export function exampleLibraries(): Plugin {
  let config: ResolvedConfig;
  let made: Promise<ReadonlyMap<string, Uint8Array>> | undefined;
  return {
    name: 'soapstone:example-libraries',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = request.url?.split('?')[0]?.slice(config.base.length) ?? '';
        if (!path.startsWith(libraryFolder)) return next();
        made ??= readLibraries(config.root);
        const file = (await made).get(path);
        if (!file) return next();
        const types: Record<string, string> = { '.css': 'text/css', '.png': 'image/png', '.json': 'application/json' };
        response.setHeader('Content-Type', types[extname(path)] ?? 'text/javascript');
        response.end(file);
      });
    },
    async generateBundle() {
      for (const [fileName, source] of await readLibraries(config.root))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** Return the files by their paths below the base, from the cache if nothing has changed. */
async function readLibraries(root: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const parent = join(root, 'node_modules/.cache/soapstone-libraries');
  const hash = createHash('sha256');
  for (const input of ['package-lock.json', 'src/extensions/apps/example-libraries.ts'])
    hash.update(readFileSync(join(root, input)));
  const folder = join(parent, hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) {
    const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return new Map(
      names.map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(folder.length + 1).replaceAll('\\', '/'), new Uint8Array(readFileSync(path))];
      }),
    );
  }
  const files = await bundle(root);
  // Rename the complete folder, because two builds may run at the same time.
  const unfinished = `${folder}.${process.pid}`;
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(unfinished, name)), { recursive: true });
    writeFileSync(join(unfinished, name), bytes);
  }
  for (const old of readdirSync(parent))
    if (!old.includes('.')) rmSync(join(parent, old), { recursive: true, force: true });
  if (!existsSync(folder)) renameSync(unfinished, folder);
  return files;
}

async function bundle(root: string): Promise<Map<string, Uint8Array>> {
  const outputs = await bundleModules(root);
  const toBytes = (source: string | Uint8Array) => new Uint8Array(Buffer.from(source as string));
  const files = new Map(
    outputs.map((file) => [file.fileName, toBytes(file.type === 'chunk' ? file.code : file.source)]),
  );
  for (const [name, source] of Object.entries(copied))
    files.set(libraryFolder + name, new Uint8Array(readFileSync(join(root, 'node_modules', source))));
  return files;
}

async function bundleModules(root: string): Promise<Rolldown.RolldownOutput['output']> {
  const result = (await build({
    root,
    configFile: false,
    publicDir: false,
    base: './',
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: modules,
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: `${libraryFolder}[name].js`,
          chunkFileNames: `${libraryFolder}parts/[name].js`,
          assetFileNames: `${libraryFolder}parts/[name][extname]`,
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  return result.output;
}
