import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const outDir = new URL('../../../../test-results/reader-thread/', import.meta.url).pathname;

/** Build the program, and return the script of the thread that reads files. Threads can't run TypeScript. */
export async function builtReader(): Promise<URL> {
  await build({ configFile: 'vite.serve.config.ts', logLevel: 'error', build: { outDir } });
  return pathToFileURL(`${outDir}reader-thread.js`);
}
