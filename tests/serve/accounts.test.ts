import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inTest, runInTest } from './in-test.ts';
import { folderWith, parcels } from './run-soapstone.ts';
import { signIn } from './sign-in.ts';

/* Programs sign in, and private services answer only them. */

test('a private service is there for who signs in, by any interface, and for nobody else', async () => {
  const file = join(inTest(join(folderWith({ 'parcels.geojson': parcels(20) }), '..')), 'parcels/parcels.geojson');
  const accounts = ['--user', 'reader:only reads:member', '--user', 'admin:a new password:administrator'];
  const running = runInTest(['serve', file, ...accounts]);
  const url = await running.url;
  const administrator = await signIn(url, { name: 'admin', password: 'a new password' });
  const reader = await signIn(url, { name: 'reader', password: 'only reads' });

  const post = async (path: string, form: Record<string, string>) =>
    (await fetch(url + path, { method: 'POST', body: new URLSearchParams({ ...form, f: 'json' }) })).json();
  const access = { service: 'parcels', access: 'private' };
  const change = 'portals/self/services/updateAccess';
  expect(await post(change, access)).toMatchObject({ error: { code: 499 } });
  expect(await post(change, { ...access, token: reader })).toMatchObject({ error: { code: 403 } });
  expect(await post(change, { ...access, token: administrator })).toMatchObject({ success: true });

  const json = async (path: string, token?: string) => {
    const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
    return (await fetch(url + path, headers && { headers })).json();
  };
  const query = 'rest/services/parcels/MapServer/0/query?where=1=1&returnCountOnly=true&f=json';
  expect(await json(query)).toMatchObject({ error: { code: 499 } });
  expect(await json(query, 'guessed')).toMatchObject({ error: { code: 498 } });
  expect(await json(query, reader)).toEqual({ count: 20 });
  expect(await json(`${query}&token=${reader}`)).toEqual({ count: 20 });
  for (const [token, count] of [
    [undefined, 0],
    [reader, 2],
  ] as const)
    expect((await json('rest/services?f=json', token)).services).toHaveLength(count);

  const message = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><q:GetMapCount xmlns:q="urn:gis:schemas/3.2.0"/></e:Body></e:Envelope>`;
  const soap = async (query: string) => {
    const headers = { 'content-type': 'text/xml' };
    const address = `${url}services/parcels/MapServer${query}`;
    return (await fetch(address, { method: 'POST', body: message, headers })).text();
  };
  expect(await soap('')).toContain('not found');
  expect(await soap(`?token=${reader}`)).toContain('<Result>1</Result>');
  // The session is only for the page, so an administrator's token is refused too.
  const headers = { authorization: `Bearer ${administrator}` };
  expect((await fetch(`${url}session`, { method: 'POST', headers })).status).toBe(401);
});

test('a publisher publishes a package by HTTP, and others do not', async () => {
  const file = join(inTest(join(folderWith({ 'parcels.geojson': parcels(20) }), '..')), 'parcels/parcels.geojson');
  const accounts = ['--user', 'reader:only reads:member', '--user', 'writer:a long password'];
  const running = runInTest(['serve', file, ...accounts]);
  const url = await running.url;
  const reader = await signIn(url, { name: 'reader', password: 'only reads' });
  const writer = await signIn(url, { name: 'writer', password: 'a long password' });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const pageKey = { 'x-soapstone-key': running.pageKey() };
  const session = await fetch(`${url}session`, { method: 'POST', headers: pageKey });
  const [{ token }] = ((await session.json()) as { sessions: [{ token: string }] }).sessions;
  const service = `${url}admin/services/parcels`;
  const body = await (await fetch(`${service}?f=package`, { headers: bearer(token) })).arrayBuffer();
  expect((await fetch(service, { method: 'DELETE', headers: bearer(token) })).status).toBe(200);
  const publish = async (headers: Record<string, string>) =>
    (await fetch(`${url}admin/services`, { method: 'POST', headers, body })).status;
  expect([await publish({}), await publish(bearer('guessed')), await publish(bearer(reader))]).toEqual([499, 498, 403]);
  expect(await publish(bearer(writer))).toBe(200);
  const query = 'rest/services/parcels/MapServer/0/query?where=1=1&returnCountOnly=true&f=json';
  expect(await (await fetch(url + query)).json()).toEqual({ count: 20 });
});

test('a restart with the same accounts ends no session, and one with another password ends them', async () => {
  const data = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
  const account = { name: 'writer', password: 'a long password' };
  const first = runInTest(['serve', '--data', data, '--user', `${account.name}:${account.password}`]);
  const token = await signIn(await first.url, account);
  await first.stop();
  for (const [password, status] of [
    [account.password, 200],
    ['another password', 498],
  ] as const) {
    const running = runInTest(['serve', '--data', data, '--user', `${account.name}:${password}`]);
    const answer = await fetch(`${await running.url}portals/self/groups?f=json&token=${token}`);
    expect((await answer.json()).error?.code ?? 200).toBe(status);
    await signIn(await running.url, { ...account, password });
    await running.stop();
  }
});

test('bad accounts are refused in one sentence', async () => {
  const file = join(inTest(join(folderWith({ 'parcels.geojson': parcels(1) }), '..')), 'parcels/parcels.geojson');
  for (const [parameters, code, message] of [
    [['serve', file, '--user', 'reader'], 2, /^--user: expected NAME:PASSWORD, found "reader"/],
    [['--user', 'reader:long enough'], 2, /^--user goes with "soapstone serve"/],
    [['serve', file, '--user', 'reader:short'], 2, /^Account reader: .*expected at least 8 characters/m],
  ] as const) {
    const { ended, output } = runInTest(parameters);
    expect([await ended, output.stderr.trim()]).toEqual([code, expect.stringMatching(message)]);
  }
});
