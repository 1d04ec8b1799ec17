import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { kernelPlugin } from '../../src/build/kernel-plugin.ts';
import { chromiumSwitches, installedChromium } from '../chromium.mjs';

const executablePath = installedChromium();

/** Measurements of single modules in Chromium: `npx vitest run -c tests/bench/vitest.config.ts [file]`. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  plugins: [kernelPlugin()],
  test: {
    name: 'bench',
    include: ['tests/bench/*.bench.ts'],
    testTimeout: 120_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumSwitches },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
