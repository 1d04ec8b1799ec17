import type { UnzipDecoder } from 'fflate';

/**
 * Unpacks zip entries with the platform's inflate, several times as fast as a script and in parallel with it. Output is
 * asynchronous: `ondata` runs after `push`, and its last call is marked as final.
 */
export class NativeInflate implements UnzipDecoder {
  static readonly compression = 8;
  ondata!: UnzipDecoder['ondata'];
  /** Resolves after the last call of `ondata`. */
  readonly ended: Promise<void>;
  readonly #writer: ReturnType<DecompressionStream['writable']['getWriter']>;

  constructor() {
    const { readable, writable } = new DecompressionStream('deflate-raw');
    this.#writer = writable.getWriter();
    this.ended = this.#read(readable.getReader());
  }

  push(chunk: Uint8Array, isLast: boolean): void {
    // The reading side reports the same error.
    this.#writer.write(chunk.slice()).catch(() => undefined);
    if (isLast) this.finish();
  }

  /** End the input, which makes a truncated entry fail. */
  finish(): void {
    this.#writer.close().catch(() => undefined);
  }

  /** Stop inflating. The reading side also reports errors of `abort`. */
  terminate(): void {
    this.#writer.abort().catch(() => undefined);
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        this.ondata(null, value, false);
      }
      this.ondata(null, new Uint8Array(0), true);
    } catch (error) {
      this.terminate();
      this.ondata(error as Parameters<UnzipDecoder['ondata']>[0], new Uint8Array(0), true);
    }
  }
}
