import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import { kernelPlugin } from './src/build/kernel-plugin.ts';

const root = new URL('.', import.meta.url).pathname;

/** Add the type declarations of the package. `serve/api.ts` imports nothing, so its source is used. */
const apiTypes: Plugin = {
  name: 'soapstone:api-types',
  generateBundle() {
    const start = 'export declare function start(options?: StartOptions): Promise<SoapstoneServer>;\n';
    const source = `${readFileSync(`${root}serve/api.ts`, 'utf8')}\n${start}`;
    this.emitFile({ type: 'asset', fileName: 'index.d.ts', source });
  },
};

const sqlite = 'sql.js/dist/sql-wasm.wasm';

/** Replace the address of SQLite's WebAssembly by the path of a copy next to the scripts. */
const sqliteByPath: Plugin = {
  name: 'soapstone:sqlite-by-path',
  resolveId: { order: 'pre', handler: (id) => (id === `${sqlite}?url` ? '\0sqlite-path' : undefined) },
  load: (id) =>
    id === '\0sqlite-path'
      ? `import { fileURLToPath } from 'node:url';
         export default fileURLToPath(new URL('sql-wasm.wasm', import.meta.url));`
      : undefined,
  generateBundle() {
    const source = readFileSync(`${root}node_modules/${sqlite}`);
    this.emitFile({ type: 'asset', fileName: 'sql-wasm.wasm', source });
  },
};

/**
 * Scripts for Node, next to the app: the command, the module for programs that import it, the reader thread, and shared
 * chunks.
 */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [apiTypes, sqliteByPath, kernelPlugin()],
  // sql.js is a CommonJS module.
  define: { __dirname: 'import.meta.dirname' },
  // Packages with native code can't be bundled; they are dependencies of the package.
  ssr: { noExternal: true, external: ['lmdb', 'pg', '@napi-rs/canvas'] },
  build: {
    ssr: true,
    outDir: 'bin',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: {
        soapstone: 'serve/command/main.ts',
        index: 'serve/start.ts',
        'reader-thread': 'serve/host/publish/reader-thread.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        banner: (chunk) => (chunk.name === 'soapstone' ? '#!/usr/bin/env node' : ''),
      },
    },
  },
});
