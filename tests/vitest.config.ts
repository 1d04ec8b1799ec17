import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type Plugin } from 'vitest/config';
import { kernelPlugin } from '../src/build/kernel-plugin.ts';
import { chromiumSwitches, installedChromium } from './chromium.mjs';

const root = new URL('..', import.meta.url).pathname;
const executablePath = installedChromium();

/** Modules that tests of the Node host get in place of the backend's function and of the browser's storage. */
const replacedInNode = [
  [/\/sw\/answer\.ts$/, `${root}tests/node/answer-over-http.ts`],
  [/\/sw\/store\/indexeddb\.ts$/, `${root}tests/node/folder-database.ts`],
] as const;
const nodeHost: Plugin = {
  name: 'node-host',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer?.startsWith(`${root}tests/`) && !importer.startsWith(`${root}tests/node/`)
      ? replacedInNode.find(([pattern]) => pattern.test(source))?.[1]
      : undefined,
};

/**
 * `npx vitest run -c tests/vitest.config.ts --project unit|node|browser [file]`; e2e and bench have their own runners.
 */
export default defineConfig({
  root,
  plugins: [kernelPlugin()],
  test: {
    // Other tasks may slow down the machine; a hanging test is still reported.
    testTimeout: 30_000,
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // By default Vitest leaves one core free, which is half of two.
          maxWorkers: 2,
          // Loading all modules again for each file takes as long as the tests, and no test leaves state in them.
          isolate: false,
          setupFiles: ['tests/quick-equality.ts'],
          include: ['tests/unit/**/*.test.ts', 'tests/contract/*.test.ts', 'tests/fuzz/*.test.ts'],
          exclude: ['**/*.browser.test.ts'],
        },
      },
      {
        // Cases of the browser project, answered by the Node host.
        extends: true,
        plugins: [nodeHost],
        resolve: {
          alias: [
            { find: 'vitest/browser', replacement: `${root}tests/node/vitest-browser.ts` },
            { find: /^.*\/sw\/host-image\.ts$/, replacement: `${root}serve/host/canvas.ts` },
          ],
        },
        test: {
          name: 'node',
          environment: 'node',
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          isolate: false,
          setupFiles: ['tests/node/node-host.ts', 'tests/quick-equality.ts'],
          include: [
            ...['tests/contract/cases.browser.test.ts', 'tests/render/*.browser.test.ts'],
            ...['tests/fuzz/*.browser.test.ts', 'tests/unit/hidden/*.browser.test.ts'],
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          // If a file filter matches tests of both projects, as for the fuzz tests, they run in sequence.
          sequence: { groupOrder: 1 },
          setupFiles: [
            ...['tests/unit/empty-page.ts', 'tests/unit/forced-surface.ts', 'tests/render/loaded-fonts.ts'],
            'tests/quick-equality.ts',
          ],
          include: [
            'tests/unit/**/*.browser.test.ts',
            'tests/contract/**/*.browser.test.ts',
            'tests/fuzz/*.browser.test.ts',
            'tests/render/*.browser.test.ts',
          ],
          // The canvas run has no kernel to test.
          exclude:
            process.env.VITE_SURFACE === 'canvas'
              ? ['tests/render/{kernel-memory,surfaces}.*', 'tests/unit/draw/surface/*']
              : [],
          browser: {
            enabled: true,
            headless: true,
            // Loading all modules again for each file takes longer than half of the tests.
            isolate: false,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumSwitches },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
