import { answer, isForBackend } from './answer.ts';
import { createBackground } from './background.ts';
import type { Context } from './context.ts';
import { Fault } from './contract/index.ts';
import { pageHeaders } from './contract/page-headers.ts';
import { publishFirstDemo } from './endpoints/demo.ts';
import { hostContext } from './host-context.ts';
import { createShell, type ShellFiles } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build: a hash of the app, and the files for offline use, below the base. */
declare const PRECACHE: ShellFiles;
/** Scripts that the build creates from each `import()`, below the base. */
declare const PARTS: { readonly files: readonly string[]; failure: (message: string, cause: unknown) => Error };

PARTS.failure = (message, cause) => new Fault('storage-failed', message, {}, { cause });

const base = new URL(self.registration.scope).pathname;
const shell = createShell(base, PRECACHE);

const background = createBackground();

let context: Promise<Context> | undefined;
function currentContext(): Promise<Context> {
  context ??= hostContext(base, background.keepAlive).catch((error: unknown) => {
    context = undefined;
    throw error;
  });
  return context;
}

self.addEventListener('install', (event) => {
  // A script can only be imported later, and offline, if it was imported during installation.
  importScripts(...PARTS.files.map((file) => base + file));
  const isFirstVisit = !self.registration.active;
  // No page waits for the first worker to be replaced, so activate it immediately. Later workers wait until the user
  // accepts the new version.
  event.waitUntil(shell.keep(isFirstVisit).then(() => (isFirstVisit ? self.skipWaiting() : undefined)));
  // Fetch the service of the first image before it is requested.
  if (isFirstVisit) background.keepAlive(currentContext().then(publishFirstDemo));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(shell.dropUnused().then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  if (event.data?.type === 'claim') event.waitUntil(self.clients.claim());
  if (event.data?.type === 'skip-waiting') event.waitUntil(self.skipWaiting());
  if (event.data?.type === 'make-way') background.makeWay();
  if (event.data?.type === 'keep-rest') {
    const reported = shell.keepRest(true).then((isWhole) => event.ports[0]?.postMessage(isWhole));
    event.waitUntil(background.unlessReplaced(reported));
  }
  if (event.data?.type === 'cancel') pending.get(event.data.id)?.abort();
  if (event.data?.type === 'version') event.ports[0]?.postMessage(PRECACHE.version);
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  // Developer tools send such requests, and a worker must not forward them.
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return;
  if (url.origin !== self.location.origin || !url.pathname.startsWith(base)) return;
  // `?no-sw` bypasses a broken worker.
  if (request.mode === 'navigate' && url.searchParams.has('no-sw')) return;
  // A page may have closed in the meantime, so check for unused shells.
  if (event.resultingClientId) {
    const tidied = shell.notePage(event.resultingClientId).then(() => shell.dropUnused([1000, 5000]));
    event.waitUntil(background.unlessReplaced(tidied));
  }
  if (isForBackend(base, request, url)) {
    const answered = answerMarked(request);
    event.respondWith(answered);
    // A synchronization or delivery can continue after the response. If it is interrupted, it is resumed later.
    const done = answered.then(background.settled, background.settled).then(() => shell.keepRest());
    event.waitUntil(background.unlessReplaced(done));
  } else {
    const path = url.pathname.slice(base.length) || 'index.html';
    event.respondWith(
      request.mode === 'navigate' ? shell.file(request).then((file) => asPage(file, path)) : shell.file(request),
    );
  }
});

/** Add the page headers that a web server may not have sent. */
function asPage(file: Response, path: string): Response {
  if (!file.body || file.type === 'opaqueredirect') return file;
  const page = new Response(file.body, file);
  for (const [name, value] of pageHeaders(path)) page.headers.set(name, value);
  return page;
}

/**
 * Controllers of the requests in progress, by `x-request-id`. Browsers don't abort `request.signal` in a worker while a
 * response is pending, so clients send a message when they cancel.
 */
const pending = new Map<string, AbortController>();

async function answerCancellable(request: Request): Promise<Response | undefined> {
  const id = request.headers.get('x-request-id');
  if (!id) return answer(await currentContext(), request);
  const cancel = new AbortController();
  pending.set(id, cancel);
  try {
    const signal = AbortSignal.any([request.signal, cancel.signal]);
    return await answer(await currentContext(), new Request(request, { signal }));
  } finally {
    if (pending.get(id) === cancel) pending.delete(id);
  }
}

/** Mark responses with a header, so that pages can tell them from responses of a web server. */
async function answerMarked(request: Request): Promise<Response> {
  const response = (await answerCancellable(request)) ?? new Response('Not found', { status: 404 });
  response.headers.set('x-soapstone', PRECACHE.version);
  const clock = (await currentContext()).clock?.setting;
  if (clock) response.headers.set('x-soapstone-clock', clock.isFrozen ? 'frozen' : 'shifted');
  return response;
}
