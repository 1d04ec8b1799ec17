import { defineConfig } from 'vitest/config';

/**
 * The built command, and programs of others that reach the maps through it: `npx vitest run -c tests/serve/vitest.config.ts`,
 * after `npm run build`. One command with published files is shared by all that does not stop it; a toolkit that is
 * missing is skipped.
 */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'serve',
    include: ['tests/serve/*.test.ts'],
    globalSetup: 'tests/serve/shared-command.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A browser for each file would be too much for two cores.
    fileParallelism: false,
  },
});
