/** More is waiting than this program has room for. */
export class Overloaded extends Error {
  constructor() {
    super('Too many requests are waiting. Ask again in a moment.');
  }
}

/** What one request takes of the room. */
export interface Share {
  /** Add bytes of its body. @throws {Overloaded} */
  add(bytes: number): void;
  /** Give all of it back; may be called again. */
  release(): void;
}

/** Make room for a number of requests that are answered or wait, and for the bytes of their bodies together. */
export function createLoad(maxRequests: number, maxBytes: number) {
  let requests = 0;
  let bytes = 0;

  /** @throws {Overloaded} */
  return (): Share => {
    if (requests >= maxRequests) throw new Overloaded();
    requests++;
    let own = 0;
    let isOver = false;
    return {
      add(count) {
        if (bytes + count > maxBytes) throw new Overloaded();
        bytes += count;
        own += count;
      },
      release() {
        if (isOver) return;
        isOver = true;
        requests--;
        bytes -= own;
      },
    };
  };
}
