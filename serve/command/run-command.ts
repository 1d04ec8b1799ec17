import { spawn } from 'node:child_process';
import type { SoapstoneServer } from '../api.ts';
import { endWithProcess, signalGroup } from '../browser/leftovers.ts';

/** A command that is asked to end has this time to do so. */
const endMs = 3000;

/**
 * Run a command of the shell beside the maps. It and all that it has started are one group, which ends with this process.
 *
 * @param umask of the files that it writes
 */
export function runCommand(
  command: string,
  { url, adminToken }: SoapstoneServer,
  umask: number,
): { code: Promise<number>; end(): Promise<void> } {
  const own = process.umask(umask);
  const child = spawn(command, {
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, SOAPSTONE_URL: url, SOAPSTONE_ADMIN_TOKEN: adminToken },
    detached: process.platform !== 'win32',
  });
  process.umask(own);
  endWithProcess(() => signalGroup(child, 'SIGKILL'));
  const code = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
  return {
    code,
    async end() {
      signalGroup(child, 'SIGTERM');
      await Promise.race([code, new Promise((resolve) => setTimeout(resolve, endMs))]);
    },
  };
}
