import { existsSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { kernelPlugin } from '../../src/build/kernel-plugin.ts';
import { casesOfToday } from '../today.ts';
import type { Engine } from './engine.ts';
import { engines } from './engines.ts';
import { webdriverProvider } from './webdriver-provider.ts';

/** Files of `tests/render` whose images only the kernel draws. Each day, each browser runs a different part of them. */
const compared = 'dense-points,graphics,image-symbols,layers,projections,rasters,renderers,requests,symbols'.split(',');
const makeFile = (name: string) => `tests/render/${name}.browser.test.ts`;
for (const name of compared)
  if (!existsSync(new URL(`../../${makeFile(name)}`, import.meta.url))) throw new Error(`No file ${makeFile(name)}`);

/**
 * The render cases in browsers other than Chromium: `npx vitest run -c tests/engines/render.config.ts`. Missing
 * browsers are skipped.
 */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  plugins: [kernelPlugin()],
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // These browsers are under remote control, and a busy machine delays them.
    retry: 1,
    projects: Object.entries(engines).flatMap(([name, start], i) =>
      start ? [makeProject(name, start, casesOfToday(compared, 3, i))] : [],
    ),
  },
});

function makeProject(
  name: string,
  start: () => Promise<Engine>,
  files: readonly string[],
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name: `render in ${name}`,
      setupFiles: ['tests/unit/empty-page.ts', 'tests/quick-equality.ts'],
      include: files.map(makeFile),
      browser: {
        enabled: true,
        isolate: false,
        screenshotFailures: false,
        provider: webdriverProvider(name, start),
        instances: [{ browser: name as 'firefox' }],
      },
    },
  };
}
