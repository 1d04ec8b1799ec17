import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../free-port.ts';

const root = join(import.meta.dirname, '../../..');

/** The server of `npm start`, on a free port. */
export interface PreviewServer {
  readonly origin: string;
  /** Return the printed output. */
  readonly output: () => string;
  stop(): Promise<void>;
}

/** Serve a finished build with `vite preview`. */
export async function startPreview(folder: string): Promise<PreviewServer> {
  const port = await freePort();
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'preview', '--outDir', folder, '--port', String(port), '--strictPort'], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (data) => {
    output += data;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (data) => {
      output += data;
      if (output.includes(`:${port}/`)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`vite preview ended with ${code}: ${output}`)));
  });
  return { origin: `http://localhost:${port}`, output: () => output, stop: () => stop(child) };
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill();
  });
}
