import { useState } from 'preact/hooks';
import { isAbort, messageOf } from '../../connection/call.ts';
import { exporting } from '../../state/tasks.ts';

/**
 * What every dialog does that takes something out of the map: one piece of work at a time, which ends when the dialog is closed, and
 * whose failure is shown.
 */
export function useExport() {
  const [problem, setProblem] = useState<string>();
  const [running, setRunning] = useState<AbortController>();
  return {
    problem,
    setProblem,
    isRunning: running !== undefined,
    close(): void {
      running?.abort();
      exporting.value = undefined;
    },
    async run(work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
      const mine = new AbortController();
      setRunning(mine);
      setProblem(undefined);
      try {
        await work(mine.signal);
      } catch (error) {
        if (!isAbort(error)) setProblem(messageOf(error));
      } finally {
        setRunning(undefined);
      }
    },
  };
}
