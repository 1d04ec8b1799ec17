import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPublisher } from '../../../../src/publish/import/open-publisher.ts';
import { serveCalls } from '../../../../src/worker-calls.ts';
import { WorkerHere } from '../../worker-here.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', WorkerHere);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a worker without progress is ended, and the fault names its files; one with progress goes on', async () => {
  let progress: ((share: number) => void) | undefined;
  WorkerHere.script = () =>
    serveCalls({
      read(...given: unknown[]) {
        progress = given[3] as typeof progress;
        return new Promise(() => {});
      },
    });
  const publisher = openPublisher([new File(['x'], 'endless.dxf')], {} as never, () => Promise.reject());
  const outcome = publisher.read().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(290_000);
  progress!(0.1);
  await vi.advanceTimersByTimeAsync(290_000);
  expect(WorkerHere.last!.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(WorkerHere.last!.isEnded).toBe(true);
  expect(await outcome).toMatchObject({
    code: 'too-large',
    message: 'endless.dxf: reading was stopped after 5 minutes without progress.',
  });
});
