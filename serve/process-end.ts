import type { ChildProcess } from 'node:child_process';

const ends: (() => void)[] = [];

process.on('exit', () => {
  for (const end of ends.splice(0).reverse()) end();
});

/**
 * Call a function when this process exits, for any reason except a signal that can't be handled.
 *
 * @param end must not wait; the last one is called first
 * @returns a function that cancels the call
 */
export function endWithProcess(end: () => void): () => void {
  ends.push(end);
  return () => {
    const index = ends.indexOf(end);
    if (index >= 0) ends.splice(index, 1);
  };
}

/** Send a signal to a detached process and its children, which form a group. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
}
