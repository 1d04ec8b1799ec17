import { defineConfig } from 'vite';
import { clientTypes } from './src/build/client-types.ts';
import { demoServices } from './src/build/demo/plugin.ts';
import { withoutDeadParts } from './src/build/lighten-plugins.ts';
import { notFoundPlugin } from './src/build/not-found-plugin.ts';
import { fixedScriptsPlugin } from './src/build/script-plugin.ts';
import { serviceWorker } from './src/build/service-worker-plugin.ts';
import { exampleLibraries, libraryFolder } from './src/extensions/apps/example-libraries.ts';
import { restTypes } from './src/extensions/rest/client-types.ts';
import { sharedPagePlugin } from './src/extensions/share/page-plugin.ts';

export default defineConfig({
  // No fallback to index.html: the web server knows files and nothing else.
  appType: 'mpa',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { target: 'es2022', sourcemap: true, chunkSizeWarningLimit: 700 },
  worker: { format: 'es', plugins: () => [withoutDeadParts()] },
  server: { port: 5173 },
  // Scan all entries, so that in development the page doesn't reload when the first file is dropped.
  optimizeDeps: { entries: ['index.html', 'src/publish/import/worker.ts'] },
  preview: { port: 4747 },
  plugins: [
    withoutDeadParts(),
    demoServices(),
    fixedScriptsPlugin(
      [
        { entry: 'src/extensions/client.ts', fileName: 'client.js' },
        { entry: 'src/bridge/bridge.ts', fileName: 'bridge.js' },
      ],
      clientTypes([restTypes]),
    ),
    exampleLibraries(),
    sharedPagePlugin('src/extensions/share/viewer/main.tsx', 'src/extensions/share/viewer/page.html'),
    serviceWorker({
      entry: 'sw/worker.ts',
      fileName: 'sw.js',
      isFirst: (name) => /^(index\.html|viewer|fonts\/.*\.woff2)$/.test(name),
      // The demo packages are published into the database on the first visit; only web servers use 404.html.
      onDemand: libraryFolder,
      isLeftOut: (name) => name.startsWith('demo/') || name === '404.html',
    }),
    notFoundPlugin(),
  ],
});
