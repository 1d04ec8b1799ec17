import { readFileSync } from 'node:fs';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { answer } from '../../../../sw/answer.ts';
import { remote } from '../../../../sw/extensions/remote/extension.ts';
import { openStore } from '../../../../sw/portal/store/open-store.ts';
import { openIndexedDb } from '../../../../sw/store/indexeddb.ts';
import type { FetchRemote } from '../../../../sw/store/open-store.ts';
import { administrator } from '../../portal/administrator.ts';
import { areasFile, publishRemote, remoteContext } from './remote-context.ts';

const address = 'https://data.example.org/areas.fgb';
const file = readFileSync(areasFile);

/** A server with one file, and a log of its requests. */
function fileServer() {
  const requests: RequestInit[] = [];
  const fetchRemote: FetchRemote = async (_, init) => {
    requests.push(init);
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(new Headers(init.headers).get('range') ?? '')!;
    const body = file.subarray(Number(from), Number(to) + 1);
    const headers = { etag: '"1"', 'content-range': `bytes ${from}-${to}/${file.length}` };
    return new Response(body, { status: 206, headers });
  };
  return { requests, fetchRemote };
}

async function made() {
  const { requests, fetchRemote } = fileServer();
  const context = await remoteContext(fetchRemote, `consent-${Math.random()}`);
  const ask = async (method: string, path: string, body?: BodyInit) => {
    const headers = path.startsWith('admin/') ? await administrator(context) : {};
    const request = new Request(`${context.origin}/${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return (await answer(context, request))!;
  };
  const query = async () => (await ask('GET', 'rest/services/There/FeatureServer/0/query?where=1%3D1&f=json')).json();
  const publish = async () => {
    await publishRemote(context, address, 'There', { fetchRemote });
    requests.length = 0;
  };
  return { context, requests, ask, query, publish };
}

test('a server is asked only after a person agreed in this browser, and then without redirections', async () => {
  const current = await made();
  await current.publish();
  expect((await current.query()).features.length).toBeGreaterThan(0);
  expect(current.requests.length).toBeGreaterThan(0);
  for (const { redirect, credentials } of current.requests) expect([redirect, credentials]).toEqual(['error', 'omit']);
  // Restoring a full backup doesn't restore consent.
  const backup = await (await current.ask('GET', 'admin/backup')).blob();
  const { context, requests, ask, query } = await made();
  expect((await (await ask('POST', 'admin/restore', backup)).json()).services).toBe(1);
  const refused = await query();
  expect(refused.error.message).toContain('https://data.example.org');
  expect(requests).toEqual([]);
  // Consent for another scheme doesn't count.
  await (await context.store.remoteFiles()).allow(address.replace('https:', 'http:'));
  expect((await query()).error).toBeDefined();
  expect(requests).toEqual([]);
  const { sources } = await (await ask('GET', 'admin/sources/There')).json();
  expect(sources).toMatchObject([{ address, isAllowed: false }]);
  const allowed = await ask('POST', 'admin/sources/There', JSON.stringify({ address, isAllowed: true }));
  expect((await allowed.json()).sources).toMatchObject([{ isAllowed: true }]);
  expect((await query()).features.length).toBeGreaterThan(0);
});

test('what was published here before consent was asked for goes on', async () => {
  const databaseName = `before-consent-${Math.random()}`;
  const { context, publish } = await made();
  await publish();
  const record = (await context.store.service('There'))!;
  const before = await openDB(databaseName, 5, {
    upgrade(database) {
      database.createObjectStore('services', { keyPath: 'key' });
      database.createObjectStore('settings');
    },
  });
  await before.put('services', record);
  before.close();
  const { now, newId } = context;
  const store = await openStore({ openDatabase: openIndexedDb, databaseName, now, newId, remote: remote.remote });
  const files = await store.remoteFiles();
  expect([await files.isAllowed(address), await files.isAllowed('https://other.example.org/a')]).toEqual([true, false]);
});
