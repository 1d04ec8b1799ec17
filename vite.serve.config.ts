import { defineConfig } from 'vite';

const root = new URL('.', import.meta.url).pathname;

/** The program beside the app: one script for the command, one for who imports it, and what both share. */
export default defineConfig({
  root,
  publicDir: false,
  ssr: { noExternal: true },
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
