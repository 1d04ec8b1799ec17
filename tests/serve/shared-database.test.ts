import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, PostgresServer } from '../unit/serve/store/postgres-server.ts';
import { inTest, runInTest } from './in-test.ts';
import { folderWith, parcels } from './run-soapstone.ts';
import { signIn } from './sign-in.ts';

/* Several commands share the maps in one PostgreSQL database. */

const account = { name: 'ada', password: 'a long password' };
const user = `${account.name}:${account.password}:administrator`;
const countQuery = 'rest/services/parcels/MapServer/0/query?where=1=1&returnCountOnly=true&f=json';

/** Return the number of maps of a service by SOAP, or the fault. */
async function countMaps(url: string, service: string): Promise<string> {
  const body = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><q:GetMapCount xmlns:q="urn:gis:schemas/3.2.0"/></e:Body></e:Envelope>`;
  const headers = { 'content-type': 'text/xml' };
  const answer = await fetch(`${url}services/${service}/MapServer`, { method: 'POST', body, headers });
  const text = await answer.text();
  return /<Result>(\d+)</.exec(text)?.[1] ?? text;
}

async function post(address: string, form: Record<string, string>): Promise<unknown> {
  return (await fetch(address, { method: 'POST', body: new URLSearchParams({ ...form, f: 'json' }) })).json();
}

describe.skipIf(!hasPostgres)('commands with one database', () => {
  const server = new PostgresServer();
  beforeAll(() => server.start());
  afterAll(() => server.end());

  test('what one publishes, another answers at once; what one makes private, another refuses at once', async () => {
    const database = await server.createDatabase();
    const folder = join(inTest(join(folderWith({ 'parcels.geojson': parcels(20) }), '..')), 'parcels');
    // All create the tables, the portals and the account at the same time.
    const reading = runInTest(['serve', '--database', database, '--user', user]);
    const cache = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
    const third = runInTest(['serve', '--database', database, '--data', cache, '--user', user]);
    const publishing = runInTest(['serve', folder, '--database', database, '--user', user]);
    const [a, b] = await Promise.all([publishing.url, reading.url, third.url]);
    expect(await countMaps(b, 'parcels')).toBe('1');
    expect(await (await fetch(b + countQuery)).json()).toEqual({ count: 20 });
    expect(reading.output.stderr).toContain(`The maps are in ${database.replace('postgres@', '')}.`);

    const token = await signIn(b, account);
    const file = await fetch(`${a}admin/services/parcels?f=package&token=${token}`);
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${a}admin/services/parcels`, { method: 'DELETE', headers });
    expect(await countMaps(b, 'parcels')).toContain('not found');
    const published = await fetch(`${a}admin/services`, { method: 'POST', body: await file.arrayBuffer(), headers });
    expect(await published.json()).toMatchObject({ success: true, key: 'parcels' });
    expect(await countMaps(b, 'parcels')).toBe('1');

    const access = { service: 'parcels', access: 'private', token };
    expect(await post(`${a}portals/self/services/updateAccess`, access)).toMatchObject({ success: true });
    expect(await countMaps(b, 'parcels')).toContain('not found');
    expect(await (await fetch(b + countQuery)).json()).toMatchObject({ error: { code: 499 } });
    expect(await post(`${b}portals/self/revokeToken`, { token })).toMatchObject({ success: true });
    expect(await (await fetch(`${a}${countQuery}&token=${token}`)).json()).toMatchObject({ error: { code: 498 } });

    await third.stop();
    const again = runInTest(['serve', '--database', database, '--data', cache]);
    expect((await fetch(`${await again.url}health/ready`)).status).toBe(200);
  });

  test('a database that starts later is awaited, and one that stops makes the command not ready', async () => {
    const database = await server.createDatabase();
    await server.stop();
    const waiting = runInTest(['serve', '--database', database]);
    await expect.poll(() => waiting.output.stderr, { timeout: 20_000 }).toContain('Waiting for it');
    await server.resume();
    const url = await waiting.url;
    const status = async (path: string) => (await fetch(url + path)).status;
    expect([await status('health/live'), await status('health/ready')]).toEqual([200, 200]);
    await server.stop();
    expect([await status('health/live'), await status('health/ready')]).toEqual([200, 503]);
    await server.resume();
    await expect.poll(() => status('health/ready'), { timeout: 20_000 }).toBe(200);
  });

  test('a refused or invalid address ends the command, and no message has its password', async () => {
    const database = await server.createDatabase();
    for (const [address, code, message] of [
      [`${database.replace('postgres@', 'nobody:secret@')}`, 6, /role "nobody" does not exist/],
      ['mysql://nobody:secret@localhost/maps', 2, /Use postgres:/],
      ['secret', 2, /Use postgres:/],
    ] as const) {
      const running = runInTest(['serve', '--database', address]);
      expect(await running.ended).toBe(code);
      expect(running.output.stderr).toMatch(message);
      expect(running.output.stderr).not.toContain('secret');
    }
  });
});
