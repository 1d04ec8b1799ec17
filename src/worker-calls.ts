import { Fault, type FaultCode, toFault } from '../sw/contract/index.ts';
import { type Diagnostic, ReadFault, workerFault } from '../sw/formats/reading/read-fault.ts';

// biome-ignore lint/suspicious/noExplicitAny: each call has parameters of its own, which `Calls` types
type Work = (...given: any[]) => unknown;

/** The handlers of a worker as seen by the page: each returns a promise and accepts a signal. */
type Calls<H> = {
  readonly [K in keyof H]: H[K] extends (...given: infer G) => infer R
    ? (...given: [...G, signal?: AbortSignal]) => Promise<Awaited<R>>
    : never;
};

/** An argument of a call. Functions and signals can't be sent, so their calls and aborts are sent instead. */
type Given = { readonly value: unknown } | { readonly is: 'function' | 'signal' };

interface SentFault {
  readonly code: FaultCode;
  readonly message: string;
  readonly detail: Fault['detail'];
  readonly diagnostic?: Diagnostic | undefined;
}

/**
 * A message between page and worker. The page calls a handler. The worker calls a function argument, named `<id of its
 * call>.<position>`.
 */
type Message =
  | { readonly id: number; readonly name: string; readonly given: readonly Given[] }
  | { readonly abort: number }
  | { readonly answered: number; readonly value?: unknown; readonly fault?: SentFault };

/** The used part of `DedicatedWorkerGlobalScope`, which the page's library doesn't declare, and of other ports. */
export interface CallPort {
  postMessage(message: Message, moved?: Transferable[]): void;
  onmessage: ((event: MessageEvent<Message>) => void) | null;
}

/** The used part of `Worker`, for threads of other hosts. */
export interface CallWorker extends CallPort {
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

const movedParts = new WeakMap<object, Transferable[]>();

/** Transfer buffers with an answer instead of copying them. They are empty afterwards on the answering side. */
export function moving<T extends object>(answer: T, ...parts: Transferable[]): T {
  movedParts.set(answer, parts);
  return answer;
}

/**
 * Answer calls with these handlers, until this function is called again.
 *
 * @param port leads to the caller; by default to the page that started this worker
 */
export function serveCalls(handlers: object, port: CallPort = globalThis as unknown as CallPort): void {
  connect(port, { ...handlers } as Record<string, Work>);
}

/**
 * Open the calls of a worker. The worker starts with the first call. If it has ended, the next call restarts it.
 *
 * Arguments may be functions, which the worker calls (for progress or more input), and a signal. An abort rejects the
 * call immediately with its reason, and aborts the handler's signal. Calls reject with the `Fault` of their handler, or
 * with the error of a function argument. If the worker itself fails, they reject with an `internal` fault.
 *
 * @param prepare called with the calls of each restarted worker, to restore its state
 */
export function workerCalls<H>(start: () => CallWorker, prepare?: (calls: Calls<H>) => void) {
  let hasStarted = false;
  let running: { readonly worker: CallWorker; readonly end: ReturnType<typeof connect> } | undefined;
  /** End the worker immediately; pending calls are rejected with the reason. */
  const end = (reason: unknown = new DOMException('The worker was ended.', 'AbortError')): void => {
    const ended = running;
    running = undefined;
    ended?.worker.terminate();
    ended?.end.fail(reason);
  };
  const calls = callsBy<H>(async (name, parameters) => {
    if (!running) {
      const worker = start();
      worker.onerror = ({ message }) => end(workerFault('internal', 'stopped', message));
      running = { worker, end: connect(worker, {}) };
      if (hasStarted) prepare?.(calls);
      hasStarted = true;
    }
    return running.end.call(name, parameters);
  });
  return { calls, end, isRunning: () => running !== undefined };
}

/**
 * Open calls that each start their own worker and end it afterwards, so that an abort stops work that ignores signals.
 */
export const callsAlone = <H>(start: () => CallWorker): Calls<H> =>
  callsBy(async (name, parameters) => {
    const { calls, end } = workerCalls<Record<string, Work>>(start);
    try {
      return await calls[name]!(...parameters);
    } finally {
      end();
    }
  });

const callsBy = <H>(call: (name: string, given: readonly unknown[]) => Promise<unknown>): Calls<H> =>
  new Proxy({} as Calls<H>, {
    get(_, name) {
      // With a `then` member the object would be a promise, so `await` would call it.
      if (name === 'then') return undefined;
      return async (...given: unknown[]) => {
        given.find(isSignal)?.throwIfAborted();
        return call(name as string, given);
      };
    },
  });

const isSignal = (value: unknown): value is AbortSignal => value instanceof AbortSignal;

function connect(port: CallPort, handlers: Record<string, Work>) {
  const waiting = new Map<number, { readonly resolve: Work; readonly reject: (reason: unknown) => void }>();
  const stops = new Map<number, AbortController>();
  let last = 0;

  function call(name: string, parameters: readonly unknown[]): Promise<unknown> {
    const id = ++last;
    const signal = parameters.find(isSignal);
    let abort = () => {};
    const answer = new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      abort = () => {
        port.postMessage({ abort: id });
        reject(signal!.reason);
      };
      signal?.addEventListener('abort', abort);
      const send = (argument: unknown, index: number): Given => {
        if (isSignal(argument)) return { is: 'signal' };
        if (typeof argument !== 'function') return { value: argument };
        handlers[`${id}.${index}`] = async (...more) => {
          try {
            return await argument(...more);
          } catch (error) {
            reject(error);
            throw new Fault('internal', 'A callback of the page failed.');
          }
        };
        return { is: 'function' };
      };
      port.postMessage({ id, name, given: parameters.map(send) });
    }).finally(() => {
      signal?.removeEventListener('abort', abort);
      waiting.delete(id);
      for (const index of parameters.keys()) delete handlers[`${id}.${index}`];
    });
    // Callers that report progress ignore the answer.
    answer.catch(() => undefined);
    return answer;
  }

  async function answer({ id, name, given }: Extract<Message, { name: string }>): Promise<void> {
    const stop = new AbortController();
    stops.set(id, stop);
    const receive = (argument: Given, index: number): unknown => {
      if ('value' in argument) return argument.value;
      return argument.is === 'signal' ? stop.signal : (...more: unknown[]) => call(`${id}.${index}`, more);
    };
    try {
      const value = await handlers[name]!(...given.map(receive));
      port.postMessage({ answered: id, value }, movedParts.get(Object(value)) ?? []);
    } catch (error) {
      const { code, message, detail, diagnostic } = readableFault(error, stop.signal) as ReadFault;
      port.postMessage({ answered: id, fault: { code, message, detail, diagnostic } });
    }
    stops.delete(id);
  }

  port.onmessage = ({ data }) => {
    if ('name' in data) return void answer(data);
    if ('abort' in data) return stops.get(data.abort)?.abort();
    const { answered, value, fault } = data;
    if (!fault) return void waiting.get(answered)?.resolve(value);
    const { code, message, detail, diagnostic } = fault;
    waiting
      .get(answered)
      ?.reject(diagnostic ? new ReadFault(code, diagnostic, message) : new Fault(code, message, detail));
  };
  const fail = (reason: unknown): void => {
    for (const { reject } of waiting.values()) reject(reason);
  };
  return { call, fail };
}

/** Convert an error to a fault, with a clear cause for some errors of browsers. */
function readableFault(error: unknown, signal: AbortSignal): Fault {
  // Typed arrays and strings throw this when memory runs out.
  if (error instanceof RangeError) return workerFault('too-large', 'outOfMemory');
  const name = (error as { name?: unknown } | null)?.name;
  if (name === 'NotReadableError' || name === 'NotFoundError') return workerFault('not-found', 'goneFile');
  return toFault(error, signal);
}
