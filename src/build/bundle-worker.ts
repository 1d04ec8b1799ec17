import { createHash } from 'node:crypto';
import type { ResolvedConfig, Rolldown } from 'vite';
import { buildScripts } from './build-scripts.ts';
import { kernelPlugin } from './kernel-plugin.ts';
import { withoutDeadParts, withoutTypeText } from './lighten-plugins.ts';
import { partScript, scriptEnd, scriptStart } from './worker-parts.ts';

export interface Bundled {
  /** Classic scripts and their source maps, by path below the base. */
  readonly scripts: ReadonlyMap<string, string>;
  readonly moduleIds: ReadonlySet<string>;
}

/** Folder of the scripts of parts. */
export const partsFolder = 'worker/';

/**
 * Bundle a module and its imports as classic scripts: the entry, and one script for each part that is loaded by
 * `import()`.
 *
 * The bundler writes chunks in CommonJS form, so that it handles live bindings and evaluation order. They are then
 * wrapped as classic scripts. The name of a part's script includes a hash of its content. So an entry never loads a
 * part of another build, and a changed part changes the entry too.
 *
 * @param constants global constants for the entry, in addition to the constant for its parts
 * @param smallChunk minimum length of a chunk for a separate script. Smaller ones are included as text in the entry's
 *   script.
 */
export async function bundleWorker(
  config: ResolvedConfig,
  entry: string,
  fileName: string,
  constants: Readonly<Record<string, unknown>>,
  smallChunk = 7500,
): Promise<Bundled> {
  const chunks = await buildScripts(config, entry, 'cjs', [kernelPlugin(), withoutTypeText(), withoutDeadParts()], {
    target: 'es2022',
    minify: config.isProduction,
    sourcemap: config.isProduction && !config.build.sourcemap ? false : 'hidden',
    rolldownOptions: {
      // The entry exports the code that it shares with parts.
      preserveEntrySignatures: 'allow-extension',
      // Only the entry has side effects. Otherwise all exports of a list such as `portal/index.ts` would be loaded at
      // the start.
      treeshake: { moduleSideEffects: false },
      output: { entryFileNames: fileName, chunkFileNames: '[name].js' },
    },
  });
  const startFiles = startChunks(chunks, smallChunk);
  const parts = chunks.filter((chunk) => !startFiles.includes(chunk));
  const chunkFile = (chunk: Rolldown.OutputChunk): string =>
    parts.includes(chunk) ? hashedName(chunk) : `./${chunk.fileName}`;
  const files = Object.fromEntries(chunks.map((chunk) => [`./${chunk.fileName}`, chunkFile(chunk)]));
  const scripts = new Map<string, string>();
  const add = (file: string, texts: readonly Text[]) => {
    const map = joinSourceMaps(texts);
    const isApart = config.isProduction;
    if (isApart && map) scripts.set(`${file}.map`, map);
    const inline = () => `data:application/json;base64,${Buffer.from(map!).toString('base64')}`;
    const comment = map && `//# sourceMappingURL=${isApart ? `${file.split('/').pop()}.map` : inline()}\n`;
    scripts.set(file, texts.map(({ text }) => text).join('') + (comment ?? ''));
  };
  const wrapChunk = (chunk: Rolldown.OutputChunk): Text => ({
    text: partScript(files[`./${chunk.fileName}`]!, chunk.code),
    map: chunk.map,
  });
  add(fileName, [
    { text: scriptStart(files, parts.map(hashedName), constants) },
    ...startFiles.map(wrapChunk),
    { text: scriptEnd(`./${fileName}`) },
  ]);
  for (const part of parts) add(chunkFile(part), [wrapChunk(part)]);
  return { scripts, moduleIds: new Set(chunks.flatMap(({ moduleIds }) => moduleIds)) };
}

/** List the chunks of the entry's script: those needed at the start, and small ones. */
function startChunks(chunks: readonly Rolldown.OutputChunk[], smallChunk: number): Rolldown.OutputChunk[] {
  const reached = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of reached)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) reached.add(chunk);
  const small = chunks.filter(({ code }) => code.length < smallChunk);
  return [...new Set([...reached, ...small])];
}

function hashedName({ fileName, code }: Rolldown.OutputChunk): string {
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 10);
  return `${partsFolder}${fileName.replace(/\.js$/, '')}-${hash}.js`;
}

/** A piece of a script. If it is a chunk, the chunk begins on the second line. */
interface Text {
  readonly text: string;
  readonly map?: Rolldown.SourceMap | null;
}

/** Return the source map of consecutive pieces; undefined if no chunk has one. */
function joinSourceMaps(texts: readonly Text[]): string | undefined {
  const sections: object[] = [];
  let line = 0;
  for (const { text, map } of texts) {
    if (map) sections.push({ offset: { line: line + 1, column: 0 }, map });
    line += text.split('\n').length - 1;
  }
  return sections.length > 0 ? JSON.stringify({ version: 3, sections }) : undefined;
}
