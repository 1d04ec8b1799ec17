import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { type Running, runSoapstone } from './run-soapstone.ts';

/** Start a command that ends with its test, however that ends. */
export function runInTest(parameters: readonly string[], program?: string): Running {
  const running = runSoapstone(parameters, program);
  onTestFinished(async () => {
    await running.stop();
  });
  return running;
}

/** Have a folder removed after its test. Called before the command starts that writes to it, since that ends first then. */
export function inTest(folder: string): string {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}
