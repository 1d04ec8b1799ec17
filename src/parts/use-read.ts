import { useEffect, useRef, useState } from 'preact/hooks';
import { formatError, isAbort } from '../connection/call.ts';

/** State of a read: pending, the latest value, or the reason of a failure. */
export interface Reading<T> {
  readonly value: T | undefined;
  readonly problem: string | undefined;
  readonly retry: () => void;
}

/**
 * Read data for a component. Late responses are dropped.
 *
 * @param key identifies the data: if it changes, the value is cleared; undefined reads nothing
 * @param again values that cause another read when they change, while the previous value is still shown
 * @param delayMs delay before reading, for keys that change with every keystroke
 * @param everyMs interval of repeated reads while the page is visible
 */
export function useRead<T>(
  key: string | undefined,
  read: (signal: AbortSignal) => Promise<T>,
  options: { again?: readonly unknown[]; delayMs?: number; everyMs?: number | undefined } = {},
): Reading<T> {
  const { again = [], delayMs, everyMs } = options;
  const [state, setState] = useState<{ key: string | undefined; value?: T; problem?: string }>({ key });
  const [attempt, setAttempt] = useState(0);
  const reading = useRef(read);
  reading.current = read;
  useEffect(() => {
    if (key === undefined) return;
    const running = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      try {
        if (document.visibilityState === 'visible' || everyMs === undefined) {
          const value = await reading.current(running.signal);
          if (!running.signal.aborted) setState({ key, value });
        }
      } catch (error) {
        if (isAbort(error) || running.signal.aborted) return;
        setState((before) => ({ ...(before.key === key ? before : { key }), problem: formatError(error) }));
      }
      if (everyMs !== undefined && !running.signal.aborted) timer = setTimeout(run, everyMs);
    };
    if (delayMs) timer = setTimeout(run, delayMs);
    else void run();
    return () => {
      running.abort();
      clearTimeout(timer);
    };
  }, [key, attempt, everyMs, ...again]);
  const isCurrent = state.key === key;
  return {
    value: isCurrent ? state.value : undefined,
    problem: isCurrent ? state.problem : undefined,
    retry: () => setAttempt((before) => before + 1),
  };
}
