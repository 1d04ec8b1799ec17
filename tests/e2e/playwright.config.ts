import { defineConfig } from '@playwright/test';
import { chromiumSwitches, installedChromium } from '../chromium.mjs';
import { casesOfToday } from '../today.ts';

const executablePath = installedChromium();

const turns = ['@turn0', '@turn1', '@turn2'];
const turnsOfOtherDays = turns.filter((turn) => !casesOfToday(turns, turns.length).includes(turn));

/**
 * Settings for `npx playwright test -c tests/e2e/playwright.config.ts`.
 * `E2E_KEEP_BUILD=1` reuses the last build, and `VITE_DEEP=1` also runs the tests of `@deep`. A test with `@turn0`,
 * `@turn1` or `@turn2` runs every third day, because a similar test runs daily; `VITE_DAY=n` repeats the tests of a
 * day.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/e2e',
  globalSetup: './drivers/build-app.ts',
  timeout: 60_000,
  expect: { timeout: 20_000 },
  // Two browsers on two cores: one draws while the other waits for its page.
  workers: 2,
  fullyParallel: true,
  // The report lists tests that pass only when repeated.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  ...(process.env.VITE_DEEP ? {} : { grepInvert: new RegExp(['@deep', ...turnsOfOtherDays].join('|')) }),
  reporter: [['line'], ['json', { outputFile: '../../test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // The app's pages and worker share a process. Starting one for each page takes a sixth of the time to open a map.
      args: [...chromiumSwitches, '--process-per-site'],
    },
    viewport: { width: 1280, height: 800 },
    // Drawing animations takes a seventh of the time.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
  },
});
