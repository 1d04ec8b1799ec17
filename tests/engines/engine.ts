/** A browser that is driven from outside. */
export interface Engine {
  goto(url: string): Promise<void>;
  /** Run a function in the page with arguments that JSON can carry, and give what it resolves to. */
  run<Arguments extends readonly unknown[], T>(
    task: (...values: Arguments) => T | Promise<T>,
    ...values: Arguments
  ): Promise<T>;
  /** The page as a PNG in base64. */
  screenshot(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Source text of a call; `importModule` in it is the page's own `import`, which no build tool takes for one of its. What it throws comes
 * back as text, since each protocol has its own way to lose it.
 */
export const callText = (task: (...values: never[]) => unknown, values: readonly unknown[]): string =>
  `(async () => (${String(task).replaceAll('importModule(', 'import(')})(...${JSON.stringify(values)}))().then(
    (value) => JSON.stringify({ value }),
    (error) => JSON.stringify({ error: String(error?.stack ? error + '\\n' + error.stack : error) }))`;

/** What `callText` came to. @throws {Error} what the function threw */
export function parseResult<T>(text: string): T {
  const { value, error } = JSON.parse(text) as { value: T; error?: string };
  if (error !== undefined) throw new Error(error);
  return value;
}

/** Try until it does not throw. @throws the last error, after ten seconds */
export async function patiently<T>(task: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + 10_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    try {
      return await task();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}
