import { useEffect, useRef, useState } from 'preact/hooks';
import { isAbort, messageOf } from '../connection/call.ts';
import { changes } from '../connection/portal-call.ts';

/** How it stands with something that was asked: nothing yet, the newest answer, or why there is none. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly problem: string | undefined;
  readonly reload: () => void;
}

/**
 * Ask something of the portal, and again after every change this page makes.
 *
 * @param key what is asked for: another one forgets the answer; undefined asks nothing
 * @param step asks again when it changes, and the answer before is shown until then
 * @param everyMs asks again and again while it is shown and the page is visible
 */
export function useLoaded<T>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
  { step, everyMs }: { step?: number | string; everyMs?: number | undefined } = {},
): Loaded<T> {
  const [state, setState] = useState<{ key: string | undefined; value?: T; problem?: string }>({ key });
  const [attempt, setAttempt] = useState(0);
  const asking = useRef(ask);
  asking.current = ask;
  const version = changes.value;
  useEffect(() => {
    if (key === undefined) return;
    const running = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      try {
        if (document.visibilityState === 'visible' || everyMs === undefined) {
          const value = await asking.current(running.signal);
          if (!running.signal.aborted) setState({ key, value });
        }
      } catch (error) {
        if (isAbort(error) || running.signal.aborted) return;
        setState((before) => ({ ...(before.key === key ? before : { key }), problem: messageOf(error) }));
      }
      if (everyMs !== undefined && !running.signal.aborted) timer = setTimeout(run, everyMs);
    };
    void run();
    return () => {
      running.abort();
      clearTimeout(timer);
    };
  }, [key, version, attempt, step, everyMs]);
  const isCurrent = state.key === key;
  return {
    value: isCurrent ? state.value : undefined,
    problem: isCurrent ? state.problem : undefined,
    reload: () => setAttempt(attempt + 1),
  };
}
