import type { Answer } from '../exchange.ts';

/**
 * Limit the number of answers in progress. Others wait for their turn in order of arrival, until their clients
 * disconnect. An answer that is being sent doesn't count.
 */
export function inTurns(maxAtOnce: number, answer: Answer): Answer {
  let running = 0;
  const waiting: (() => void)[] = [];

  const turn = (signal: AbortSignal): Promise<void> | undefined => {
    if (running < maxAtOnce) {
      running++;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(enter);
    });
  };

  return async (exchange) => {
    exchange.signal.throwIfAborted();
    await turn(exchange.signal);
    try {
      return await answer(exchange);
    } finally {
      // The next one takes over the place.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
