import type { Readable, Writable } from 'node:stream';

/** A conversation with a browser in the DevTools protocol. */
export interface Devtools {
  /** @param session of a page; undefined for the browser itself @throws {Error} what the browser objected to, or that it has gone */
  send<T = unknown>(method: string, parameters?: object, session?: string): Promise<T>;
  on(event: string, heard: (parameters: unknown) => void): void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Talk through the pipes that `--remote-debugging-pipe` opens: JSON, with a zero byte after each message. */
export function devtoolsOver(input: Writable, output: Readable): Devtools {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners = new Map<string, ((parameters: unknown) => void)[]>();
  let lastId = 0;
  let isGone = false;
  const pieces: Buffer[] = [];

  output.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let to = chunk.indexOf(0); to >= 0; to = chunk.indexOf(0, from)) {
      pieces.push(chunk.subarray(from, to));
      hear(JSON.parse(Buffer.concat(pieces).toString()) as Message);
      pieces.length = 0;
      from = to + 1;
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
  });
  output.on('close', () => {
    isGone = true;
    for (const { reject } of waiting.values()) reject(new Error('The browser has gone.'));
    waiting.clear();
  });
  // What is written to a browser that has ended.
  input.on('error', () => {});

  function hear({ id, method, params, result, error }: Message): void {
    if (method) for (const heard of listeners.get(method) ?? []) heard(params);
    const caller = id === undefined ? undefined : waiting.get(id);
    if (!caller) return;
    waiting.delete(id!);
    if (error) caller.reject(new Error(error.message));
    else caller.resolve(result);
  }

  return {
    send<T>(method: string, parameters: object = {}, session?: string) {
      if (isGone) return Promise.reject(new Error('The browser has gone.'));
      const id = ++lastId;
      input.write(
        `${JSON.stringify({ id, method, params: parameters, ...(session ? { sessionId: session } : {}) })}\0`,
      );
      return new Promise<T>((resolve, reject) =>
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject }),
      );
    },
    on(event, heard) {
      listeners.set(event, [...(listeners.get(event) ?? []), heard]);
    },
  };
}
