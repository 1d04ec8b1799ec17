import { defineConfig } from 'vitest/config';

/**
 * The built command with independent programs as clients: `npx vitest run -c tests/serve/vitest.config.ts`, after `npm
 * run build`. Tests that don't stop it share one command with published files; missing toolkits are skipped.
 */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'serve',
    include: ['tests/serve/*.test.ts'],
    globalSetup: 'tests/serve/shared-command.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most tests wait for processes.
    maxWorkers: 2,
  },
});
