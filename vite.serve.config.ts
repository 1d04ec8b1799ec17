import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

const root = new URL('.', import.meta.url).pathname;

/** The types of what is imported from the package, which import nothing. */
const apiTypes: Plugin = {
  name: 'soapstone:api-types',
  generateBundle() {
    const start = 'export declare function start(options?: StartOptions): Promise<SoapstoneServer>;\n';
    const source = `${readFileSync(`${root}serve/api.ts`, 'utf8')}\n${start}`;
    this.emitFile({ type: 'asset', fileName: 'index.d.ts', source });
  },
};

/** The program beside the app: one script for the command, one for who imports it, and what both share. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [apiTypes],
  // Packages with native code can't be bundled; they are dependencies of the package.
  ssr: { noExternal: true, external: ['lmdb', '@napi-rs/canvas'] },
  build: {
    ssr: true,
    outDir: 'bin',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: { soapstone: 'serve/command/main.ts', index: 'serve/start.ts' },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        banner: (chunk) => (chunk.name === 'soapstone' ? '#!/usr/bin/env node' : ''),
      },
    },
  },
});
