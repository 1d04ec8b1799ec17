import { firstCredit } from '../../src/relay/frames.ts';

interface ByteQueue {
  push(bytes: Uint8Array): void;
  end(): void;
  /** What was pushed before is still read. */
  fail(error: Error): void;
  bytes(): AsyncGenerator<Uint8Array>;
}

/** Credit is granted in portions of at least this size. */
const portion = firstCredit / 4;

/** Hold bytes from where they come to where they are read, and tell the sender how many more may come. */
export function byteQueue(grant: (count: number) => void): ByteQueue {
  const waiting: Uint8Array[] = [];
  let ended = false;
  let failure: Error | undefined;
  let taken = 0;
  let wake = () => {};

  return {
    push(bytes) {
      waiting.push(bytes);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    fail(error) {
      failure ??= error;
      wake();
    },
    async *bytes() {
      for (;;) {
        const next = waiting.shift();
        if (next) {
          yield next;
          taken += next.length;
          if (taken < portion) continue;
          grant(taken);
          taken = 0;
        } else if (ended) return;
        else if (failure) throw failure;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}
