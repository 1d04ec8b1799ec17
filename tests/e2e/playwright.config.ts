import { defineConfig } from '@playwright/test';
import { chromiumSwitches, installedChromium } from '../chromium.mjs';
import { casesOfToday } from '../today.ts';

const executablePath = installedChromium();

const turns = ['@turn0', '@turn1', '@turn2'];
const turnsOfOtherDays = turns.filter((turn) => !casesOfToday(turns, turns.length).includes(turn));

/**
 * `npx playwright test -c tests/e2e/playwright.config.ts`; with `E2E_KEEP_BUILD=1` the build of the run before is used, with
 * `VITE_DEEP=1` the tests of `@deep` are taken, too. A test of `@turn0`, `@turn1` or `@turn2` has a sibling that runs daily, and
 * runs every third day itself; `VITE_DAY=n` repeats the tests of a day.
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
  // What passes only when repeated is named in the outcome.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  ...(process.env.VITE_DEEP ? {} : { grepInvert: new RegExp(['@deep', ...turnsOfOtherDays].join('|')) }),
  reporter: [['line'], ['json', { outputFile: '../../test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // The pages and the worker of the app share a process: to start one for each page takes a sixth of what it takes to open a map.
      args: [...chromiumSwitches, '--process-per-site'],
    },
    viewport: { width: 1280, height: 800 },
    // Drawing what moves takes a seventh of the time.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
  },
});
