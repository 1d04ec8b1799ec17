import { type Browser, startBrowser } from './browser.ts';

type BrowserOptions = Omit<Parameters<typeof startBrowser>[0], 'onGone'>;

/** Keeps a browser running: one that has gone is started again, with the data that it had. */
export interface BrowserKeeper {
  /** The browser that runs now; waits while it is started. */
  current(): Promise<Browser>;
  close(): Promise<void>;
}

/** A browser that goes so often within a minute will go again. */
const mostRestarts = 5;
const minuteMs = 60_000;

/**
 * Start a browser.
 *
 * @param say       hears of each new start
 * @param onGivenUp called when it is not started again
 * @throws {Error} when the first one does not start
 */
export async function keepBrowser(
  options: BrowserOptions,
  say: (line: string) => void,
  onGivenUp: (reason: string) => void,
): Promise<BrowserKeeper> {
  const restarts: number[] = [];
  let isClosing = false;
  const start = () => startBrowser({ ...options, onGone: restart });
  let running = start();
  await running;

  function restart(reason: string): void {
    if (isClosing) return;
    const now = Date.now();
    restarts.push(now);
    if (restarts.filter((at) => at > now - minuteMs).length > mostRestarts) {
      onGivenUp(reason);
      return;
    }
    say(`${reason} It is started again; requests wait.`);
    running = start();
    running.catch((error: Error) => restart(error.message));
  }

  return {
    current: () => running,
    async close() {
      isClosing = true;
      const browser = await running.catch(() => undefined);
      await browser?.close();
    },
  };
}
