import { ClientError } from './client-error.ts';
import type { Transport, TransportRequest } from './transport.ts';

/** Header of every answer of the backend. An answer without it is from a web server. */
const markHeader = 'x-soapstone';

/** Timeout for the worker to take control, in milliseconds. */
const claimTimeoutMs = 3000;

/**
 * Create the transport for a page, frame or worker in the scope of the server. It uses plain `fetch` after checking
 * that the service worker is in control, and installs the worker on a first visit. If the program that serves the page
 * also answers requests, no worker is needed.
 *
 * @param base address of the app, with a trailing slash
 * @throws {ClientError} `no-worker` if no worker is in control and none can be installed
 */
export async function workerTransport(base: string): Promise<Transport> {
  const kind = await findServer(base);
  return {
    kind,
    base,
    async send(path, init) {
      if (kind === 'worker' && isPage() && !navigator.serviceWorker.controller) throw makeUncontrolledError(path);
      const response = await cancellableFetch(base + path, requestInit(init)).catch((error: unknown) => {
        if (init.signal?.aborted) throw init.signal.reason;
        throw new ClientError('no-answer', `The map server did not answer (${String(error)}). Ask again.`, path);
      });
      if (response.headers.has(markHeader)) return response;
      throw new ClientError(
        'no-answer',
        `A web server answered (status ${response.status}), not the map server. Reload the page normally.`,
        path,
      );
    },
    close() {},
  };
}

/**
 * Fetch from the worker. If the signal aborts, send the worker the ID of the request (`x-request-id`), because the
 * browser doesn't notify the worker itself.
 */
export async function cancellableFetch(url: string, init: RequestInit): Promise<Response> {
  const id = new Headers(init.headers).get('x-request-id');
  // From a web worker, `fetch` is the only connection to the service worker.
  const cancel = () => isPage() && navigator.serviceWorker.controller?.postMessage({ type: 'cancel', id });
  const forget = () => init.signal?.removeEventListener('abort', cancel);
  if (id) init.signal?.addEventListener('abort', cancel);
  try {
    const response = await fetch(url, init);
    forget();
    return response;
  } catch (error) {
    // Remove the listener later, because other listeners of the same abort run first.
    setTimeout(forget);
    throw error;
  }
}

function requestInit({ method, headers, body, signal }: TransportRequest): RequestInit {
  return { method, headers, body: body as BodyInit | undefined, signal: signal ?? null };
}

const makeUncontrolledError = (path: string): ClientError =>
  new ClientError(
    'no-worker',
    'No service worker controls this page, so nothing was sent: it would have reached the web host. Reload the page normally.',
    path,
  );

/** Check whether this is a page or a frame. Workers can't access the registration. */
const isPage = (): boolean => typeof navigator !== 'undefined' && 'serviceWorker' in navigator;

/**
 * Check whether a worker or a program answers below the base, and install the worker if neither does.
 *
 * @throws {ClientError} `no-worker`
 */
async function findServer(base: string): Promise<'worker' | 'server'> {
  if (isPage() && navigator.serviceWorker.controller) return 'worker';
  const isAnswered = await isAnsweredBelow(base);
  if (!isPage()) {
    // A web worker can't detect which of the two answers.
    if (!isAnswered) throw makeUncontrolledError('services');
    return 'worker';
  }
  if (isAnswered) return 'server';
  await assureControl(base);
  return 'worker';
}

async function assureControl(base: string): Promise<void> {
  const container = navigator.serviceWorker;
  const registration = await container
    .register(`${base}sw.js`, { scope: base, updateViaCache: 'none' })
    .catch(async (error: unknown) => {
      const earlier = await container.getRegistration(base);
      if (earlier?.active) return earlier;
      throw new ClientError('no-worker', `The service worker of ${base} could not be installed: ${String(error)}`);
    });
  const taken = new Promise<boolean>((resolve) => {
    container.addEventListener('controllerchange', () => resolve(true), { once: true });
    void container.ready.then(() => setTimeout(() => resolve(container.controller !== null), claimTimeoutMs));
  });
  // After a forced reload the worker is active but doesn't control the page until it is asked to.
  void container.ready.then(({ active }) => active?.postMessage({ type: 'claim' }));
  if (!(await taken)) throw makeUncontrolledError('');
  void registration;
}

/** Check whether the backend answers a harmless request. */
const isAnsweredBelow = (base: string): Promise<boolean> =>
  fetch(`${base}services?f=json`, { headers: { accept: 'application/json' } }).then(
    ({ headers }) => headers.has(markHeader),
    () => false,
  );
