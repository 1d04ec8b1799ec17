import type { Plugin } from 'vite';
import { buildDemoPackages } from './build-demo.ts';

/** Files by path below the base. */
type Files = ReadonlyMap<string, Uint8Array | string>;

/**
 * Add the demo services to the build, and serve them in development: `demo/World.zip`, `demo/Earthquakes.zip`,
 * `demo/Earth.zip`, and their list `demo/index.json`.
 */
export function demoServices(): Plugin {
  let root = process.cwd();
  let base = '/';
  let files: Promise<Files> | undefined;
  return {
    name: 'soapstone:demo-services',
    configResolved(config) {
      root = config.root;
      base = config.base;
    },
    async generateBundle() {
      files ??= makeFiles(root);
      for (const [fileName, source] of await files) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = (request.url ?? '').split('?')[0]!;
        const name = path.startsWith(base) ? path.slice(base.length) : path.slice(1);
        if (!name.startsWith('demo/')) return next();
        try {
          files ??= makeFiles(root);
          const content = (await files).get(name);
          if (content === undefined) return next();
          response.setHeader('Content-Type', name.endsWith('.json') ? 'application/json' : 'application/zip');
          response.end(content);
        } catch (error) {
          files = undefined;
          next(error);
        }
      });
    },
  };
}

async function makeFiles(root: string): Promise<Files> {
  const packages = await buildDemoPackages(root);
  const services = [...packages].map(([file, bytes]) => ({
    name: file.replace(/\.zip$/, ''),
    file,
    bytes: bytes.length,
  }));
  return new Map<string, Uint8Array | string>([
    ['demo/index.json', JSON.stringify({ services })],
    ...[...packages].map(([file, bytes]) => [`demo/${file}`, bytes] as const),
  ]);
}
