/** The limit of waiting requests is exceeded. */
export class Overloaded extends Error {
  constructor() {
    super('Too many requests are waiting. Ask again in a moment.');
  }
}

/** The share of one request in the total load. */
export interface Share {
  /** Add bytes of its body. @throws {Overloaded} */
  add(bytes: number): void;
  /** Release the whole share. Further calls have no effect. */
  release(): void;
}

/** Create a limit for the number of concurrent requests and for the total bytes of their bodies. */
export function createLoad(maxRequests: number, maxBytes: number) {
  let requests = 0;
  let bytes = 0;
  const idle = new Set<() => void>();

  /** @throws {Overloaded} */
  const enter = (): Share => {
    if (requests >= maxRequests) throw new Overloaded();
    requests++;
    let requestBytes = 0;
    let isOver = false;
    return {
      add(count) {
        if (bytes + count > maxBytes) throw new Overloaded();
        bytes += count;
        requestBytes += count;
      },
      release() {
        if (isOver) return;
        isOver = true;
        requests--;
        bytes -= requestBytes;
        if (requests === 0) for (const resolve of idle) resolve();
      },
    };
  };
  /** Wait until there are no requests. */
  const whenIdle = (): Promise<void> =>
    requests === 0 ? Promise.resolve() : new Promise((resolve) => idle.add(resolve));
  return Object.assign(enter, { whenIdle });
}
