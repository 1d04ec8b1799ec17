import { defineConfig } from 'vitest/config';

/**
 * The built app in browsers beside Chromium: `npx vitest run -c tests/engines/vitest.config.ts`, after `npm run build`.
 * A browser that is missing is skipped.
 */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'engines',
    include: ['tests/engines/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // These browsers are driven from outside, and a busy machine keeps them waiting.
    retry: 1,
    fileParallelism: false,
  },
});
