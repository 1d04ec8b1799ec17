import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { type Running, runSoapstone } from './run-soapstone.ts';

/** Start a command that is stopped when its test ends, whatever the result. */
export function runInTest(parameters: readonly string[], program?: string): Running {
  const running = runSoapstone(parameters, program);
  onTestFinished(async () => {
    await running.stop();
  });
  return running;
}

/**
 * Remove a folder after its test. Call it before starting a command that writes to it, because that is then stopped
 * first.
 */
export function inTest(folder: string): string {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}
