import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { kernelPlugin } from '../../src/build/kernel-plugin.ts';
import { chromiumSwitches, installedChromium } from '../chromium.mjs';
import { answerRequest, nextRequest, openGateway, type ProgramLanguage, runPrograms } from './programs.mjs';
import { drawnBy, printedBy } from './readers.mjs';

const executablePath = installedChromium();

/**
 * Tests with independent programs: they read files made in Chromium, and run copied requests against the backend in
 * Chromium.
 * Run `npx vitest run -c tests/formats/vitest.config.ts` after `node tests/formats/readers.mjs`, which installs the
 * programs. Tests of missing programs are skipped.
 */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  plugins: [kernelPlugin()],
  test: {
    name: 'formats',
    include: ['tests/formats/*.test.ts'],
    testTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      // Load all modules only once.
      isolate: false,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumSwitches },
      }),
      instances: [{ browser: 'chromium' }],
      commands: {
        drawnBy: (_, program: string, base64: string, name: string) => drawnBy(program, base64, name),
        openGateway: () => openGateway(),
        nextRequest: () => nextRequest(),
        answerRequest: (_, id: number, answer: Parameters<typeof answerRequest>[1]) => answerRequest(id, answer),
        runPrograms: (
          _,
          language: ProgramLanguage,
          programs: Record<string, string>,
          options?: Parameters<typeof runPrograms>[2],
        ) => runPrograms(language, programs, options),
        printedBy: (_, program: string, base64: string, name: string) => printedBy(program, base64, name),
      },
    },
  },
});
