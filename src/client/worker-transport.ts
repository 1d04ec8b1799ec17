import { ClientError } from './client-error.ts';
import type { Transport, TransportRequest } from './transport.ts';

/** Every answer of the backend carries this header; one without it came from a web server. */
const markHeader = 'x-soapstone';

/** How long taking control may last, in milliseconds. */
const claimPatienceMs = 3000;

/**
 * Make the door of a page, frame or worker below the scope of the server: plain `fetch`, once it is sure that the worker
 * answers it. On a first visit the worker is installed.
 *
 * @param base address of the app, with a slash at its end
 * @throws {ClientError} `no-worker` when there is none and none can be had
 */
export async function workerTransport(base: string): Promise<Transport> {
  await assureControl(base);
  return {
    kind: 'worker',
    base,
    async send(path, init) {
      if (isPage() && !navigator.serviceWorker.controller) throw uncontrolled(path);
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
 * Fetch from the worker, and send it the id of the request (`x-request-id`) when the signal aborts: the browser does not tell
 * the worker by itself that nobody waits for its answer any more.
 */
export async function cancellableFetch(url: string, init: RequestInit): Promise<Response> {
  const id = new Headers(init.headers).get('x-request-id');
  // A worker that asks has no way to the service worker but fetch.
  const cancel = () => isPage() && navigator.serviceWorker.controller?.postMessage({ type: 'cancel', id });
  const forget = () => init.signal?.removeEventListener('abort', cancel);
  if (id) init.signal?.addEventListener('abort', cancel);
  try {
    const response = await fetch(url, init);
    forget();
    return response;
  } catch (error) {
    // Not before listeners of the same abort were called.
    setTimeout(forget);
    throw error;
  }
}

function requestInit({ method, headers, body, signal }: TransportRequest): RequestInit {
  return { method, headers, body: body as BodyInit | undefined, signal: signal ?? null };
}

const uncontrolled = (path: string): ClientError =>
  new ClientError(
    'no-worker',
    'No service worker controls this page, so nothing was sent: it would have reached the web host. Reload the page normally.',
    path,
  );

/** Workers have no view of the registration; pages and frames do. */
const isPage = (): boolean => typeof navigator !== 'undefined' && 'serviceWorker' in navigator;

async function assureControl(base: string): Promise<void> {
  if (!isPage()) return assureByAnswer(base);
  const container = navigator.serviceWorker;
  if (container.controller) return;
  const registration = await container
    .register(`${base}sw.js`, { scope: base, updateViaCache: 'none' })
    .catch(async (error: unknown) => {
      const earlier = await container.getRegistration(base);
      if (earlier?.active) return earlier;
      throw new ClientError('no-worker', `The service worker of ${base} could not be installed: ${String(error)}`);
    });
  const taken = new Promise<boolean>((resolve) => {
    container.addEventListener('controllerchange', () => resolve(true), { once: true });
    void container.ready.then(() => setTimeout(() => resolve(container.controller !== null), claimPatienceMs));
  });
  // After a reload past the cache the worker is there and has to be asked.
  void container.ready.then(({ active }) => active?.postMessage({ type: 'claim' }));
  if (!(await taken)) throw uncontrolled('');
  void registration;
}

/** A harmless question shows who answers, before anything else is said. */
async function assureByAnswer(base: string): Promise<void> {
  const response = await fetch(`${base}services?f=json`, { headers: { accept: 'application/json' } });
  if (!response.headers.has(markHeader)) throw uncontrolled('services');
}
