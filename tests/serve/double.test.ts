import { get } from 'node:http';
import { afterEach, expect, inject, test } from 'vitest';
import { adminToken } from './run-soapstone.ts';

const url = inject('url');
const parcels = `${url}rest/services/parcels/FeatureServer/0/query?where=1%3D1&f=json`;

async function admin(path: string, method = 'GET', body?: unknown) {
  const headers = { 'x-soapstone-admin-token': adminToken };
  const response = await fetch(`${url}__admin${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.status, path).toBe(200);
  return response.json();
}

afterEach(() => admin('/rules', 'DELETE'));

test('faults on purpose reach programs as the server would send them', async () => {
  await admin('/rules', 'POST', [
    { when: { operation: 'query', nth: 1 }, do: { fault: { code: 'bad-sql', message: 'On purpose.' } } },
    { when: { operation: 'query', nth: 2 }, do: { close: true } },
    { when: { operation: 'query', nth: 3 }, do: { maximumRecords: 5 } },
  ]);
  expect(await (await fetch(parcels)).json()).toMatchObject({ error: { code: 400, message: 'On purpose.' } });
  await expect(fetch(parcels)).rejects.toThrow();
  const cut = await (await fetch(parcels)).json();
  expect([cut.features.length, cut.exceededTransferLimit]).toEqual([5, true]);
  const whole = await (await fetch(parcels)).json();
  expect([whole.features.length, whole.exceededTransferLimit]).toEqual([40, undefined]);
});

test('the journal says what a message asks', async () => {
  const envelope = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><q:QueryFeatureCount xmlns:q="urn:gis:schemas/3.2.0"><MapName>parcels</MapName><LayerID>0</LayerID><QueryFilter><WhereClause>1=1</WhereClause><SubFields>*</SubFields></QueryFilter></q:QueryFeatureCount></e:Body></e:Envelope>`;
  const headers = { 'content-type': 'text/xml' };
  await (await fetch(`${url}services/parcels/MapServer`, { method: 'POST', headers, body: envelope })).text();
  const { requests } = await admin('/requests?operation=QueryFeatureCount&last=1');
  expect(requests).toMatchObject([{ protocol: 'soap', service: 'parcels', layers: ['0'] }]);
});

test('all that is stored goes back to a snapshot', async () => {
  await admin('/snapshots/before', 'POST');
  const form = new URLSearchParams({ f: 'json', username: 'nobody', password: 'wrong' });
  await (await fetch(`${url}rest/generateToken`, { method: 'POST', body: form })).text();
  // After any request that may write, the next restore can't be skipped.
  await (await fetch(`${url}admin/services`, { method: 'POST', body: '{}' })).text();
  await admin('/snapshots/before/restore', 'POST');
  expect((await (await fetch(parcels)).json()).features).toHaveLength(40);
});

test('the clock is frozen where answers can see it', async () => {
  const now = '2031-05-06T07:08:09.000Z';
  expect(await admin('/clock', 'PUT', { now, isFrozen: true })).toMatchObject({ now, isFrozen: true });
  const items = `${url}rest/services/parcels/OGCFeatureServer/collections/0/items?limit=1&f=json`;
  const response = await fetch(items);
  expect(response.headers.get('x-soapstone-clock')).toBe('frozen');
  expect((await response.json()).timeStamp).toBe(now);
  // Jumps of decades, also to before the page was opened, must not affect the page that sets the clock.
  const longAgo = '2001-02-03T04:05:06.000Z';
  for (const next of [longAgo, now, longAgo, longAgo])
    expect(await admin('/clock', 'PUT', { now: next, isFrozen: true })).toMatchObject({ now: next });
  expect(await admin('/clock', 'DELETE')).toMatchObject({ isSet: false });
});

test.each(['', 'wrong'])('the administration needs its token, "%s" is none', async (shown) => {
  for (const path of ['', '/requests', '/requests/1', '/clock']) {
    const response = await fetch(`${url}__admin${path}`, { headers: { 'x-soapstone-admin-token': shown } });
    expect([path, response.status]).toEqual([path, 401]);
  }
});

test.each([
  ['origin', 'https://evil.example'],
  ['sec-fetch-site', 'cross-site'],
])('pages of others get nothing of the administration, whatever they show (%s: %s)', async (name, value) => {
  const headers = { 'x-soapstone-admin-token': adminToken, [name]: value };
  // `fetch` doesn't send these headers.
  const status = await new Promise((resolve) => {
    get(`${url}__admin/requests`, { headers }, (response) => resolve(response.resume().statusCode));
  });
  expect(status).toBe(403);
});
