import { defineConfig } from '@playwright/test';
import { chromiumSwitches, installedChromium } from '../chromium.mjs';

const executablePath = installedChromium();

/** Settings for the Playwright example, which `examples.test.ts` runs with the same browser as other tests. */
export default defineConfig({
  testDir: '../../docs/examples',
  outputDir: '../../test-results/examples',
  reporter: 'line',
  timeout: 60_000,
  expect: { timeout: 20_000 },
  use: { launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumSwitches } },
});
