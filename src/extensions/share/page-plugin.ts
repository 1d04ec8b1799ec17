import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';
import { buildScripts } from '../../build/build-scripts.ts';
import { kernelPlugin } from '../../build/kernel-plugin.ts';
import { withoutDeadParts, withoutText } from '../../build/lighten-plugins.ts';

/** The page of a shared map, without a map: the app fills in the placeholders between `%` signs. */
const fileName = 'share/page.html';

/**
 * Build the page for shared maps. It includes its viewer, deflated and in base64, so that it can be mailed and opened
 * from a disk.
 *
 * @param template the surrounding page; the script replaces its `%VIEWER%`
 */
export function sharedPagePlugin(entry: string, template: string): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'soapstone:shared-page',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        if (request.url?.split('?')[0] !== config.base + fileName) return next();
        try {
          const page = await makePage(config, entry, template);
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.end(page);
        } catch (error) {
          next(error);
        }
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await makePage(config, entry, template) });
    },
  };
}

async function makePage(config: ResolvedConfig, entry: string, template: string): Promise<string> {
  const plugins = [kernelPlugin('-O3s'), withoutText(), withoutDeadParts(), withoutFormats()];
  const [chunk] = await buildScripts(config, entry, 'iife', plugins, {
    target: 'es2022',
    minify: true,
    modulePreload: false,
    rolldownOptions: { treeshake: { moduleSideEffects: false }, output: { codeSplitting: false } },
  });
  if (!chunk) throw new Error(`${entry}: expected one script, found none`);
  const page = readFileSync(resolve(config.root, template), 'utf8');
  const start = /<script id="start">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(start).digest('base64');
  return page
    .replace('%START%', `'sha256-${hash}'`)
    .replace('%VIEWER%', deflateRawSync(chunk.code, { level: 9 }).toString('base64'));
}

/**
 * Leave out code that the viewer never uses: it shows pixels, and its legend uses PNG. Without SIMD it draws on a canvas,
 * because the scalar code would enlarge the page for everyone.
 */
function withoutFormats(): Plugin {
  const empty = '\0soapstone:no-format';
  return {
    name: 'soapstone:without-formats',
    enforce: 'pre',
    resolveId: (source) =>
      /\/(encode-vector|tiff|gif|bmp|palette|scalar-kernel)\.ts$/.test(source) ? empty : undefined,
    load: (id) =>
      id === empty
        ? 'export const encodeVector = undefined, encodeTiff = undefined, encodeGif = undefined, encodeBmp = undefined, paletteImage = undefined, scalarBytes = undefined;'
        : undefined,
  };
}
