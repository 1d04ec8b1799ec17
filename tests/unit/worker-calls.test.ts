import { beforeEach, expect, test, vi } from 'vitest';
import { callsAlone, moving, serveCalls, workerCalls } from '../../src/worker-calls.ts';
import { Fault } from '../../sw/contract/index.ts';
import { readFault } from '../../sw/formats/reading/diagnostic.ts';
import { ReadFault } from '../../sw/formats/reading/read-fault.ts';
import { WorkerHere } from './worker-here.ts';

const bytes = new Uint8Array([1, 2, 3]);
let stopped: unknown;
const handlers = {
  add: (a: number, b: number) => a + b,
  async sum(next: () => Promise<number | undefined>, onProgress: (sum: number) => void) {
    let sum = 0;
    for (let entry = await next(); entry !== undefined; entry = await next()) {
      sum += entry;
      onProgress(sum);
    }
    return sum;
  },
  untilStopped: (signal?: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal!.addEventListener('abort', () => {
        stopped = signal;
        reject(signal!.reason);
      });
    }),
  give: () => moving({ bytes }, bytes.buffer),
  fault() {
    throw new Fault('not-found', 'towns: expected a layer, found nothing.', { bytes: 7 });
  },
  unread() {
    throw readFault('too-large', 'silent', 'a.dxf', 5);
  },
  full: () => new Array(-1),
  gone() {
    throw new DOMException('gone', 'NotReadableError');
  },
  notCloneable: () => ({ run() {} }),
};
const start = () => new WorkerHere() as unknown as Worker;
const catchFault = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: unknown) => error,
  );

beforeEach(() => {
  WorkerHere.script = () => serveCalls(handlers);
  WorkerHere.last = undefined;
});

test('a worker starts with the first call and answers the calls of its page', async () => {
  const { calls, isRunning } = workerCalls<typeof handlers>(start);
  expect(isRunning()).toBe(false);
  expect(await Promise.all([calls.add(1, 2), calls.add(3, 4)])).toEqual([3, 7]);
  expect(isRunning()).toBe(true);
});

test('a worker calls the functions that it was given, and what one throws the call throws', async () => {
  const { calls } = workerCalls<typeof handlers>(start);
  const numbers = [1, 2, 3].values();
  const sums: number[] = [];
  const next = async () => numbers.next().value;
  expect(await calls.sum(next, (sum) => sums.push(sum))).toBe(6);
  expect(sums).toEqual([1, 3, 6]);
  const pageError = new Error('of the page');
  expect(
    await catchFault(
      calls.sum(
        () => Promise.reject(pageError),
        () => {},
      ),
    ),
  ).toBe(pageError);
});

test('an abort rejects the call with its reason, and reaches the handler; other calls go on', async () => {
  const { calls, isRunning } = workerCalls<typeof handlers>(start);
  const stop = new AbortController();
  const waiting = catchFault(calls.untilStopped(stop.signal));
  await calls.add(1, 1);
  stop.abort();
  expect(await waiting).toBe(stop.signal.reason);
  await vi.waitFor(() => expect(stopped).toBeInstanceOf(AbortSignal));
  expect(await catchFault(calls.add(1, 1, stop.signal))).toBe(stop.signal.reason);
  expect([await calls.add(1, 1), isRunning()]).toEqual([2, true]);
});

test('faults arrive with code, text and detail, those of readers with their diagnostic', async () => {
  const { calls } = workerCalls<typeof handlers>(start);
  const fault = await catchFault(calls.fault());
  expect(fault).toBeInstanceOf(Fault);
  expect(fault).toMatchObject({
    code: 'not-found',
    message: 'towns: expected a layer, found nothing.',
    detail: { bytes: 7 },
  });
  const unread = await catchFault(calls.unread());
  expect(unread).toBeInstanceOf(ReadFault);
  expect(unread).toMatchObject({ code: 'too-large', diagnostic: { key: 'silent', values: ['a.dxf', 5] } });
  expect(await catchFault(calls.full())).toMatchObject({ code: 'too-large', diagnostic: { key: 'outOfMemory' } });
  expect(await catchFault(calls.gone())).toMatchObject({ code: 'not-found', diagnostic: { key: 'goneFile' } });
});

test('an answer that cannot be sent is a fault and not silence', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { calls } = workerCalls<typeof handlers>(start);
  expect(await catchFault(calls.notCloneable())).toMatchObject({ code: 'internal' });
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test('an answer gives its buffers away', async () => {
  const { calls } = workerCalls<typeof handlers>(start);
  expect([...(await calls.give()).bytes]).toEqual([1, 2, 3]);
  expect(bytes.byteLength).toBe(0);
});

test('calls of a worker that fails or is ended are rejected, and the next call starts another', async () => {
  const { calls, end, isRunning } = workerCalls<typeof handlers>(start);
  const waiting = catchFault(calls.untilStopped());
  const first = WorkerHere.last!;
  first.onerror!({ message: 'no memory' });
  expect(await waiting).toMatchObject({ code: 'internal', message: 'The worker stopped: no memory.' });
  expect([first.isEnded, isRunning()]).toEqual([true, false]);
  const again = catchFault(calls.untilStopped());
  expect(WorkerHere.last).not.toBe(first);
  const reason = new Fault('too-large', 'silent');
  end(reason);
  expect(await again).toBe(reason);
});

test('a worker that takes the place of another is prepared before it is asked', async () => {
  WorkerHere.script = () => serveCalls({ open: (by: number) => serveCalls({ add: (a: number) => a + by }) });
  type Opened = { open(by: number): void; add(a: number): number };
  const { calls } = workerCalls<Opened>(start, (again) => void again.open(10));
  await calls.open(1);
  expect(await calls.add(1)).toBe(2);
  WorkerHere.last!.onerror!({ message: 'no memory' });
  expect(await Promise.all([calls.add(1), calls.add(2)])).toEqual([11, 12]);
});

test('a call alone has a worker of its own, which ends with the answer or the abort', async () => {
  const alone = callsAlone<typeof handlers>(start);
  expect(await alone.add(2, 3)).toBe(5);
  expect(WorkerHere.last!.isEnded).toBe(true);
  const stop = new AbortController();
  const waiting = catchFault(alone.untilStopped(stop.signal));
  await Promise.resolve();
  expect(WorkerHere.last!.isEnded).toBe(false);
  stop.abort();
  expect(await waiting).toBe(stop.signal.reason);
  expect(WorkerHere.last!.isEnded).toBe(true);
});
