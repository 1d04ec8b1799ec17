import { useEffect, useState } from 'preact/hooks';
import { formatError, isAbort } from '../connection/call.ts';

/** Return a function that runs a task, with its state and error. The task is aborted when the component is removed. */
export function useWork() {
  const [problem, setProblem] = useState<string>();
  const [running, setRunning] = useState<AbortController>();
  useEffect(() => () => running?.abort(), [running]);
  return {
    problem,
    setProblem,
    isRunning: running !== undefined,
    cancel: () => running?.abort(),
    async run(work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
      const controller = new AbortController();
      setRunning(controller);
      setProblem(undefined);
      try {
        await work(controller.signal);
      } catch (error) {
        if (!isAbort(error)) setProblem(formatError(error));
      } finally {
        setRunning(undefined);
      }
    },
  };
}
