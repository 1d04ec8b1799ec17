import { resolve } from 'node:path';
import { type BuildOptions, build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';

/**
 * Bundle a module and all that it imports with the settings of the app, writing no file.
 *
 * It is built as a library, since `import()` of an application would load styles and preload scripts.
 *
 * @param entry   below the root of the app
 * @param options of the build, beyond those of a library
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
      lib: { entry: resolve(config.root, entry), formats: [format], ...(format === 'iife' && { name: 'app' }) },
      ...options,
    },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  return [result].flat().flatMap(({ output }) => output.filter((file) => file.type === 'chunk'));
}
