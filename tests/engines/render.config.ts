import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { kernelPlugin } from '../../src/build/kernel-plugin.ts';
import type { Engine } from './engine.ts';
import { engines } from './engines.ts';
import { webdriverProvider } from './webdriver-provider.ts';

/** Files of `tests/render` with pictures that the kernel alone draws. */
const compared = 'dense-points,graphics,layers,picture-symbols,projections,rasters,renderers,requests,symbols';

/**
 * The render cases in browsers beside Chromium: `npx vitest run -c tests/engines/render.config.ts`. A browser that is missing is
 * skipped.
 */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  plugins: [kernelPlugin()],
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // These browsers are driven from outside, and a busy machine keeps them waiting.
    retry: 1,
    projects: Object.entries(engines).flatMap(([name, start]) => (start ? [projectOf(name, start)] : [])),
  },
});

function projectOf(name: string, start: () => Promise<Engine>): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name: `render in ${name}`,
      setupFiles: ['tests/unit/empty-page.ts', 'tests/equal-bytes.ts'],
      include: [`tests/render/{${compared}}.browser.test.ts`],
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
