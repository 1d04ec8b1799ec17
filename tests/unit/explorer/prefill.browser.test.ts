import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import './all-extensions.ts';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { call } from '../../../src/connection/call.ts';
import { signPageIn } from '../../../src/connection/sign-in.ts';
import { exampleRequest } from '../../../src/explorer/example-request.ts';
import { httpRow, parts } from '../../../src/explorer/operations.ts';
import { prefill } from '../../../src/explorer/prefill.ts';
import { type ExplorerRequest, emptyRequest, makeWire } from '../../../src/explorer/request.ts';
import { requestFacts } from '../../../src/explorer/request-facts.ts';
import { answer, openRequest, request, sendRequest } from '../../../src/explorer/session.ts';
import { refreshServices } from '../../../src/state/services.ts';
import { answer as answerOf } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { type OperationName, operations } from '../../../sw/contract/index.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { buildSampleCaches } from '../../contract/sample-caches.ts';
import { sampleContext } from '../../contract/sample-context.ts';
import { sampleService } from '../../contract/sample-service.ts';

/* Send the request that the explorer fills in for every operation unchanged, and check that it succeeds. */

/** Make a context whose separate store has new portals and the samples, with the related tables first. */
async function firstDay(): Promise<Context> {
  const newId = () => crypto.randomUUID().replaceAll('-', '');
  const store = await openStore({
    openDatabase: openIndexedDb,
    databaseName: `explorer-${newId()}`,
    now: Date.now,
    newId,
  });
  const { definition, files } = sampleService();
  const maps = definition.maps.toSorted((a, b) => Number(b.Name === 'Related') - Number(a.Name === 'Related'));
  await store.publish({ ...definition, name: 'Alpha', maps }, files);
  await store.publish({ ...definition, name: 'Cached' }, files);
  await store.setSetting('demo-published', true);
  return {
    ...{ ...(await sampleContext()), store, newId, now: Date.now, origin: location.origin, passwordIterations: 2 },
  };
}

let context: Context;
beforeAll(async () => {
  context = await firstDay();
  const listening = { addEventListener() {}, removeEventListener() {}, postMessage() {} };
  const registration = { ...listening, active: { ...listening, state: 'activated' }, update: async () => undefined };
  const serviceWorker = { ...listening, controller: listening, register: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const response = await answerOf(context, new Request(new URL(input, location.href), init));
    if (!response) throw new TypeError(`${input} is no address of the backend`);
    const headers = new Headers(response.headers);
    headers.set('x-soapstone', 'test');
    return new Response(response.body, { status: response.status, headers });
  });
  await refreshServices();
  await signPageIn();
  await buildSampleCaches(context);
});
afterAll(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  localStorage.clear();
  sessionStorage.clear();
});

/** Send a request and return its outcome: the code of a fault, or `answered`. */
async function readOutcome(filled: ExplorerRequest): Promise<string> {
  openRequest(emptyRequest(filled.operation));
  request.value = filled;
  await sendRequest(makeWire(filled));
  const shown = answer.value;
  if (shown.state !== 'answered') return shown.state;
  return shown.fault ? `${shown.fault.code}: ${shown.fault.message}` : 'answered';
}

/** Operations that need a map with tiles. */
const ofCaches = /Cache|[Tt]ile/;

/** Send the filled-in request of each operation and return the outcomes of those that failed. */
async function listFailures(names: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const failures: Record<string, string> = {};
  for (const name of names) {
    const fresh = emptyRequest(name);
    const isCached = ofCaches.test(name) && httpRow(name).path.includes('{service');
    const begun = isCached ? { ...fresh, path: { service: 'Cached' }, touched: ['service'] } : fresh;
    const { request: filled } = await prefill(begun, new AbortController().signal);
    const outcome = await readOutcome(filled);
    if (outcome !== 'answered') failures[name] = outcome;
  }
  return failures;
}

test('each operation of SOAP', async () => {
  const failures: Record<string, string> = {};
  for (const operation of Object.keys(operations) as OperationName[]) {
    const service = ofCaches.test(operation) ? 'Cached' : 'Alpha';
    const cached = operation === 'GetLayerTile' ? 'Squares only' : 'Layers';
    const { Result: info } = await call('GetServerInfo', service, {
      MapName: service === 'Cached' ? cached : 'Related',
    });
    const values = exampleRequest(operation, requestFacts(info)) as ExplorerRequest['values'];
    const outcome = await readOutcome({ ...emptyRequest(operation), path: { service }, values });
    if (outcome !== 'answered') failures[operation] = outcome;
  }
  // Of the samples' single-layer caches, only level 1 has tiles.
  expect(failures).toEqual({ GetLayerTile: expect.stringMatching(/^not-found: Tile not available/) });
});

test('each request of REST, of OGC and for vector tiles', async () => {
  const names = [...Object.keys(parts.rest), ...Object.keys(parts.ogc)].filter((name) => name !== 'rest:folder');
  expect(names.length).toBeGreaterThan(40);
  expect(await listFailures(names)).toEqual({});
});

/** Operations that create things others need run first. Deletions run last, contents before their containers. */
const first = [
  ...['createGroup', 'addItem', 'addItemResource', 'addResource', 'createUser', 'createWebhook'],
  ...['createCollaboration', 'addWorkspace', 'addParticipant', 'syncWorkspace'],
];
const last = [
  ...['removeItemResource', 'deleteItem', 'deleteGroup', 'removeResource', 'deleteWebhook', 'deleteUser'],
  ...['deleteSchedule', 'removePortalGroupLink', 'removeParticipant', 'deleteWorkspace', 'deleteCollaboration'],
  ...['revoke', 'revokeToken'],
];

test('each operation of the portal', async () => {
  const all = Object.keys(parts.portal);
  const between = all.filter((name) => !first.includes(name) && !last.includes(name));
  expect(between.length).toBe(all.length - first.length - last.length);
  expect(await listFailures([...first, ...between, ...last])).toEqual({});
});
