import { answer, isForBackend } from './answer.ts';
import { createBackground } from './background.ts';
import type { Context } from './context.ts';
import { Fault } from './contract/index.ts';
import { pageHeaders } from './contract/page-headers.ts';
import { adminSegment, relayedHeader, relaySegment } from './contract/relayed.ts';
import { publishFirstDemo } from './endpoints/demo.ts';
import { hostContext } from './host-context.ts';
import { createShell, type ShellFiles } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build: a hash of the app and the files it works offline with, below the base. */
declare const PRECACHE: ShellFiles;
/** Scripts that the build makes of each `import()`, below the base. */
declare const PARTS: { readonly files: readonly string[]; failure: (message: string, cause: unknown) => Error };

PARTS.failure = (message, cause) => new Fault('storage-failed', message, {}, { cause });

const base = new URL(self.registration.scope).pathname;
const programSegments = [adminSegment, relaySegment];
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
  // What is loaded now may be loaded again at any time, offline too.
  importScripts(...PARTS.files.map((file) => base + file));
  const isFirstVisit = !self.registration.active;
  // Nothing waits for the very first worker; a later one waits until a person wants the new version.
  event.waitUntil(shell.keep(isFirstVisit).then(() => (isFirstVisit ? self.skipWaiting() : undefined)));
  // The service of the first image is fetched now, before it is requested.
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
  // Developer tools send such requests; a worker must not pass them on.
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return;
  if (url.origin !== self.location.origin || !url.pathname.startsWith(base)) return;
  // These paths belong to the command that serves the page; the worker leaves them alone.
  if (programSegments.some((segment) => url.pathname.startsWith(`${base}${segment}/`))) return;
  // `?no-sw` bypasses a broken worker.
  if (request.mode === 'navigate' && url.searchParams.has('no-sw')) return;
  // A page was perhaps closed since, and its shell is no longer needed.
  if (event.resultingClientId) {
    const tidied = shell.notePage(event.resultingClientId).then(() => shell.dropUnused([1000, 5000]));
    event.waitUntil(background.unlessReplaced(tidied));
  }
  if (isForBackend(base, request, url)) {
    const answered = answerMarked(request);
    event.respondWith(answered);
    // A synchronisation or a delivery may go on after the answer; cut off, it is resumed later.
    const done = answered.then(background.settled, background.settled).then(() => shell.keepRest());
    event.waitUntil(background.unlessReplaced(done));
  } else {
    const path = url.pathname.slice(base.length) || 'index.html';
    event.respondWith(
      request.mode === 'navigate' ? shell.file(request).then((file) => asPage(file, path)) : shell.file(request),
    );
  }
});

/** Give a page the headers that a web server may not have sent. */
function asPage(file: Response, path: string): Response {
  if (!file.body || file.type === 'opaqueredirect') return file;
  const page = new Response(file.body, file);
  for (const [name, value] of pageHeaders(path)) page.headers.set(name, value);
  return page;
}

/**
 * Requests by their `x-request-id` or mark, while they are being answered. A browser does not abort `request.signal` of a worker
 * while an answer is pending, so a client says in a message that it has gone.
 */
const pending = new Map<string, AbortController>();

async function answerCancellable(request: Request): Promise<Response | undefined> {
  // Programs choose their own ids, and must not cancel the request of another.
  const id = request.headers.get(relayedHeader) ?? request.headers.get('x-request-id');
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

/** Answers carry a header, so that a page can tell them from those of a web server. */
async function answerMarked(request: Request): Promise<Response> {
  const response = (await answerCancellable(request)) ?? new Response('Not found', { status: 404 });
  response.headers.set('x-soapstone', PRECACHE.version);
  const clock = (await currentContext()).clock?.setting;
  if (clock) response.headers.set('x-soapstone-clock', clock.isFrozen ? 'frozen' : 'shifted');
  return response;
}
