import { spawn } from 'node:child_process';
import { endWithProcess, signalGroup } from '../process-end.ts';

/** Time after a signal within which a command must exit. */
const endMs = 3000;

/** A running command. */
interface RunningCommand {
  readonly code: Promise<number>;
  end(): Promise<void>;
}

/**
 * Run a shell command while the server runs. The command and its child processes form a group, which ends with this
 * process.
 *
 * @param environment added to the one of this process
 * @param umask for the files that the command writes
 */
export function runCommand(
  command: string,
  environment: Readonly<Record<string, string>>,
  umask: number,
): RunningCommand {
  const processUmask = process.umask(umask);
  const child = spawn(command, {
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    detached: process.platform !== 'win32',
  });
  process.umask(processUmask);
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
