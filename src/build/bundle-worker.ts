import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { build, type ResolvedConfig, type Rolldown } from 'vite';
import { withoutDeadParts, withoutTypeText } from './lighten-plugins.ts';
import { entryScript, partScript } from './worker-parts.ts';

/** A worker in scripts. */
export interface Bundled {
  /** Classic scripts and their source maps by their paths below the base. */
  readonly scripts: ReadonlyMap<string, string>;
  readonly moduleIds: ReadonlySet<string>;
}

/** Scripts of parts lie below it. */
export const partsFolder = 'worker/';

/**
 * Bundle a module and all that it imports as classic scripts: the entry, and one for each part of the code that is asked for by `import()`.
 *
 * Chunks are bundled in CommonJS form, in which the bundler itself cares for live bindings and the order of evaluation, and are
 * then wrapped as classic scripts. The name of a part's script has a hash of its content: an entry never meets a part
 * of another build, and browsers see a change of a part as one of the entry.
 *
 * @param constants what the entry sees as global constants, beside `PARTS`
 * @throws {Error} when the entry cannot start alone
 */
export async function bundleWorker(
  config: ResolvedConfig,
  entry: string,
  fileName: string,
  constants: Readonly<Record<string, unknown>>,
): Promise<Bundled> {
  const result = (await build({
    configFile: false,
    root: config.root,
    base: config.base,
    mode: config.mode,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutTypeText(), withoutDeadParts()],
    build: {
      write: false,
      target: 'es2022',
      minify: config.isProduction,
      sourcemap: config.isProduction && !config.build.sourcemap ? false : 'hidden',
      // As a library, since the application's `import()` would load styles and preload scripts.
      lib: { entry: resolve(config.root, entry), formats: ['cjs'] },
      rolldownOptions: {
        // What the entry shares with parts is exported by the entry.
        preserveEntrySignatures: 'allow-extension',
        output: { entryFileNames: fileName, chunkFileNames: '[name].js' },
      },
    },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  const chunks = [result].flat().flatMap(({ output }) => output.filter((file) => file.type === 'chunk'));
  const main = chunks.find(({ isEntry }) => isEntry);
  if (!main || main.imports.length > 0)
    throw new Error(`${fileName}: a script that starts alone expected, imports of ${main?.imports} found`);
  const parts = chunks.filter((chunk) => chunk !== main);
  const files = Object.fromEntries(parts.map((part) => [`./${part.fileName}`, hashedName(part)]));
  const scripts = new Map<string, string>();
  const add = (file: string, script: string, { map }: Rolldown.OutputChunk) => {
    if (!map) return scripts.set(file, script);
    // Our one line before the code.
    const moved = JSON.stringify({ ...map, file: file.split('/').pop(), mappings: `;${map.mappings}` });
    const inline = `data:application/json;base64,${Buffer.from(moved).toString('base64')}`;
    if (config.isProduction) scripts.set(`${file}.map`, moved);
    const address = config.isProduction ? `${file.split('/').pop()}.map` : inline;
    return scripts.set(file, `${script}//# sourceMappingURL=${address}\n`);
  };
  add(fileName, entryScript(fileName, main.code, files, constants), main);
  for (const part of parts) {
    const file = files[`./${part.fileName}`]!;
    add(file, partScript(file, part.code), part);
  }
  return { scripts, moduleIds: new Set(chunks.flatMap(({ moduleIds }) => moduleIds)) };
}

function hashedName({ fileName, code }: Rolldown.OutputChunk): string {
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 10);
  return `${partsFolder}${fileName.replace(/\.js$/, '')}-${hash}.js`;
}
