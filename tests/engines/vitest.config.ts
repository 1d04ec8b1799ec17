import { defineConfig } from 'vitest/config';

/**
 * The built app in browsers other than Chromium: `npx vitest run -c tests/engines/vitest.config.ts`, after `npm run
 * build`.
 * Missing browsers are skipped.
 */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'engines',
    include: ['tests/engines/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // These browsers are under remote control, and a busy machine delays them.
    retry: 1,
    fileParallelism: false,
  },
});
