/** A browser under remote control. */
export interface Engine {
  goto(url: string): Promise<void>;
  /** Run a function in the page with JSON arguments, and return its resolved result. */
  run<Arguments extends readonly unknown[], T>(
    task: (...values: Arguments) => T | Promise<T>,
    ...values: Arguments
  ): Promise<T>;
  /** Return the page as a PNG in base64. */
  screenshot(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Return the source text of a call. In it, `importModule` becomes the page's `import`, which build tools must not
 * process.
 * An exception is returned as text, because the protocols lose parts of it.
 */
export const callText = (task: (...values: never[]) => unknown, values: readonly unknown[]): string =>
  `(async () => (${String(task).replaceAll('importModule(', 'import(')})(...${JSON.stringify(values)}))().then(
    (value) => JSON.stringify({ value }),
    (error) => JSON.stringify({ error: String(error?.stack ? error + '\\n' + error.stack : error) }))`;

/** Return the result of `callText`. @throws {Error} the function's exception */
export function parseResult<T>(text: string): T {
  const { value, error } = JSON.parse(text) as { value: T; error?: string };
  if (error !== undefined) throw new Error(error);
  return value;
}

/** Repeat a task until it doesn't throw. @throws the last error, after ten seconds */
export async function patiently<T>(task: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + 10_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    try {
      return await task();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}
