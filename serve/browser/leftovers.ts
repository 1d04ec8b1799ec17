import type { ChildProcess } from 'node:child_process';

const ends: (() => void)[] = [];

process.on('exit', () => {
  for (const end of ends.splice(0).reverse()) end();
});

/**
 * Have something ended with this process, whatever ends it, short of a signal that cannot be handled.
 *
 * @param end  must not wait; the last one is called first
 * @returns call it once the thing has ended before
 */
export function endWithProcess(end: () => void): () => void {
  ends.push(end);
  return () => {
    const index = ends.indexOf(end);
    if (index >= 0) ends.splice(index, 1);
  };
}

/** Send a signal to a detached process and all that it has started, which are one group. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
}
