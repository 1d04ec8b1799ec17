import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Compile `assembly/index.ts` next to a module that imports `./assembly/index.bytes`. AssemblyScript becomes
 * WebAssembly with 128-bit SIMD. The default export is a string with one character per byte, which compresses better
 * than base64. `./assembly/index.scalar.bytes` is the same without SIMD.
 *
 * As a string, the code is in the script that uses it. It is cached for offline use with that script and needs no
 * request.
 *
 * @param optimisation '-O3s' for 20 % less code, which draws more slowly: points take more than half as long again
 */
export function kernelPlugin(optimisation: '-O3' | '-O3s' = '-O3'): Plugin {
  const names = /\/assembly\/index(\.scalar)?\.bytes$/;
  return {
    name: 'soapstone:kernel',
    enforce: 'pre',
    resolveId: (source, importer) =>
      importer && names.test(source) ? `\0kernel:${join(dirname(importer.split('?')[0]!), source)}.js` : undefined,
    async load(id) {
      if (!id.startsWith('\0kernel:')) return undefined;
      const entry = relative('.', id.slice('\0kernel:'.length)).replace(/(\.scalar)?\.bytes\.js$/, '.ts');
      const { wasm, files } = await compile(entry, !id.includes('.scalar.'), optimisation);
      for (const file of files) this.addWatchFile(resolve(file));
      return `export default ${JSON.stringify(Buffer.from(wasm).toString('latin1'))};`;
    },
  };
}

const cacheFolder = 'node_modules/.cache/kernel';

/** Compile a module and its imports, or read the result for the same sources from the cache. */
async function compile(
  entry: string,
  hasVectors: boolean,
  optimisation: string,
): Promise<{ readonly wasm: Uint8Array; readonly files: readonly string[] }> {
  const files = listSources(entry);
  const options = ['--runtime', 'stub', ...(hasVectors ? ['--enable', 'simd'] : []), '--noAssert', optimisation];
  const hash = createHash('sha256').update(readFileSync('node_modules/assemblyscript/package.json'));
  hash.update(options.join(' '));
  for (const file of files) hash.update(readFileSync(file));
  const cached = join(cacheFolder, `${hash.digest('hex').slice(0, 16)}.wasm`);
  try {
    return { wasm: readFileSync(cached), files };
  } catch {
    // Not compiled yet.
  }
  const { default: asc } = await import('assemblyscript/asc');
  let wasm: Uint8Array | undefined;
  const { error, stderr } = await asc.main([entry, '--outFile', 'kernel.wasm', ...options], {
    // The compiler appends the extension of imported names itself.
    readFile: (path) =>
      files.includes(path) ? readFileSync(path, 'utf8').replace(/ from '(\..+)\.ts'/g, " from '$1'") : null,
    writeFile: (_name, contents) => {
      wasm = contents as Uint8Array;
    },
    listFiles: () => null,
  });
  if (error || !wasm) throw new Error(`${entry}: ${stderr.toString()}${error?.message ?? 'nothing was compiled'}`);
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(cached, wasm);
  return { wasm, files };
}

/** List a module and its imports in the project's folder, including indirect ones. */
function listSources(entry: string): string[] {
  const files = [entry];
  for (const file of files)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const path = join(dirname(file), name!);
      if (!files.includes(path)) files.push(path);
    }
  return files;
}
