import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPublisher } from '../../../../src/publish/import/publisher.ts';
import type { WorkerMessage } from '../../../../src/publish/import/worker-messages.ts';

/** A worker that is ended by a watchdog, and says what the test lets it say. */
class QuietWorker {
  static last: QuietWorker;
  isEnded = false;
  onmessage: ((event: { data: WorkerMessage }) => void) | null = null;
  onerror: unknown = null;
  constructor() {
    QuietWorker.last = this;
  }
  postMessage(): void {}
  terminate(): void {
    this.isEnded = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', QuietWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a worker without progress is ended, and the fault names its files; one with progress goes on', async () => {
  const publisher = openPublisher([new File(['x'], 'endless.dxf')], {} as never, () => Promise.reject());
  const outcome = publisher.read().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(290_000);
  QuietWorker.last.onmessage!({ data: { type: 'progress', stage: 'reading', share: 0.1 } });
  await vi.advanceTimersByTimeAsync(290_000);
  expect(QuietWorker.last.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(QuietWorker.last.isEnded).toBe(true);
  expect(await outcome).toMatchObject({
    code: 'too-large',
    message: 'endless.dxf: expected progress within 5 minutes, found none. Reading was stopped.',
  });
});
