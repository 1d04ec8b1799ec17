import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';

/** Return the output of a GDAL program, or skip the test if it isn't installed. */
export async function gdal(test: TestContext, program: string, ...parameters: string[]): Promise<string> {
  try {
    // Otherwise GDAL's tile cache would remain in the folder where the tests run.
    const env = { ...process.env, GDAL_ENABLE_WMS_CACHE: 'NO' };
    const { stdout, stderr } = await promisify(execFile)(program, parameters, { timeout: 30_000, env });
    return stdout + stderr;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') test.skip(`${program} is not installed`);
    throw error;
  }
}
