/** A worker in this thread: its script responds in later tasks, and values are copied as between threads. */
export class WorkerHere {
  /** The script that the next worker runs. */
  static script: () => void;
  static last: WorkerHere | undefined;
  isEnded = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  #handle: ((event: { data: unknown }) => void) | undefined;

  constructor() {
    WorkerHere.last = this;
    const value = (data: unknown, moved?: Transferable[]) => this.#send(data, moved, () => this.onmessage);
    // A script uses global names of its scope. Here they belong to the worker that was started last.
    Object.defineProperty(globalThis, 'postMessage', { configurable: true, value });
    Object.defineProperty(globalThis, 'onmessage', {
      configurable: true,
      set: (handle: (event: { data: unknown }) => void) => {
        this.#handle = handle;
      },
    });
    WorkerHere.script();
  }

  postMessage(data: unknown, moved?: Transferable[]): void {
    this.#send(data, moved, () => this.#handle);
  }

  terminate(): void {
    this.isEnded = true;
  }

  #send(
    data: unknown,
    transfer: Transferable[] = [],
    handler: () => ((event: { data: unknown }) => void) | null | undefined,
  ) {
    const copy: unknown = structuredClone(data, { transfer });
    queueMicrotask(() => !this.isEnded && handler()?.({ data: copy }));
  }
}
