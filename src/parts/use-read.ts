import { useEffect, useRef, useState } from 'preact/hooks';
import { isAbort, messageOf } from '../connection/call.ts';

/** How it goes with what is read: nothing yet, the newest answer, or why there is none. */
export interface Reading<T> {
  readonly value: T | undefined;
  readonly problem: string | undefined;
  readonly retry: () => void;
}

/**
 * Read something for a component that is shown. An answer that comes too late is dropped.
 *
 * @param key what is read: another one forgets the answer; undefined reads nothing
 * @param again reads again when one of these changes, and the answer before is shown until then
 * @param delayMs waits so long first, for what changes with every key that is pressed
 * @param everyMs reads again and again while the page is visible
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
        setState((before) => ({ ...(before.key === key ? before : { key }), problem: messageOf(error) }));
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
