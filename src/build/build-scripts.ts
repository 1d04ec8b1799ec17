import { resolve } from 'node:path';
import { type BuildOptions, build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';

/**
 * Bundle a module and its imports with the settings of the app, without writing files.
 *
 * It is built as a library, because in an application `import()` would load styles and preload scripts.
 *
 * @param entry path below the root of the app
 * @param options of the build, in addition to those of a library
 */
export async function buildScripts(
  config: ResolvedConfig,
  entry: string,
  format: 'es' | 'cjs' | 'iife',
  plugins: Plugin[],
  options: BuildOptions,
): Promise<Rolldown.OutputChunk[]> {
  const result = (await build({
    configFile: false,
    root: config.root,
    base: config.base,
    mode: config.mode,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    build: {
      write: false,
      lib: { entry: resolve(config.root, entry), formats: [format], name: format === 'iife' ? 'app' : undefined },
      ...options,
    },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  return [result].flat().flatMap(({ output }) => output.filter((file) => file.type === 'chunk'));
}
