import type { Plugin, ResolvedConfig } from 'vite';
import { buildScripts } from './build-scripts.ts';
import { withoutText } from './lighten-plugins.ts';

/** A separate script with a fixed name, for pages that aren't built with the app. */
interface Script {
  readonly entry: string;
  readonly fileName: string;
}

/**
 * Bundle scripts as ES modules at fixed addresses below the base, with the types of the client next to them. The
 * documentation in the contract's rows is removed, because it is half of the size and no program reads it.
 *
 * @param clientTypes text of `client.d.ts`
 */
export function fixedScriptsPlugin(scripts: readonly Script[], clientTypes: string): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'soapstone:fixed-scripts',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = request.url?.split('?')[0];
        const script = scripts.find(({ fileName }) => path === config.base + fileName);
        if (!script) return next();
        try {
          const code = await bundle(config, script);
          response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
          response.setHeader('Cache-Control', 'no-cache');
          response.end(code);
        } catch (error) {
          next(error);
        }
      });
    },
    async generateBundle() {
      for (const script of scripts) {
        this.emitFile({ type: 'asset', fileName: script.fileName, source: await bundle(config, script) });
      }
      this.emitFile({ type: 'asset', fileName: 'client.d.ts', source: clientTypes });
    },
  };
}

async function bundle(config: ResolvedConfig, { entry, fileName }: Script): Promise<string> {
  const [chunk] = await buildScripts(config, entry, 'es', [withoutText()], {
    target: 'es2022',
    minify: true,
    modulePreload: false,
    rolldownOptions: { output: { entryFileNames: fileName } },
  });
  if (!chunk) throw new Error(`${entry}: expected one script, found none`);
  return chunk.code;
}
