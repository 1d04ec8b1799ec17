import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasPostgres, PostgresServer } from '../unit/serve/store/postgres-server.ts';
import { inTest, runInTest } from './in-test.ts';
import { folderWith, parcels, type Running } from './run-soapstone.ts';

/* Work that commands do by themselves, shared by several commands with one database. */

const rounds = process.env.VITE_DEEP ? 20 : 3;
const hourMs = 60 * 60_000;

/** Start commands with one database, on computers whose clocks differ. */
async function startReplicas(database: string, ...files: string[]): Promise<Running[]> {
  const replicas = [0, hourMs, -hourMs].map((aheadMs, index) => {
    const clock = `const now = Date.now; Date.now = () => now() + ${aheadMs};`;
    process.env.NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(clock)}`;
    return runInTest(['serve', ...(index === 0 ? files : []), '--database', database]);
  });
  delete process.env.NODE_OPTIONS;
  await Promise.all(replicas.map(({ url }) => url));
  return replicas;
}

/** A receiver of webhooks that remembers the IDs of deliveries, and answers unless told otherwise. */
async function startReceiver() {
  const received: string[] = [];
  const state = { received, answers: true, url: '' };
  const server = createServer((request: IncomingMessage, response) => {
    received.push(String(request.headers['x-soapstone-delivery']));
    if (state.answers) response.end('{}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return state;
}

/** Sign in like the page, as administrator of each portal. */
async function openSessions(replica: Running): Promise<{ portalId: string; token: string }[]> {
  const headers = { 'x-soapstone-key': replica.pageKey() };
  return (await (await fetch(`${await replica.url}session`, { method: 'POST', headers })).json()).sessions;
}

/** Return a function that sends a form as administrator of a portal; the second one can synchronize. */
async function signInPage(replica: Running) {
  const url = await replica.url;
  const sessions = await openSessions(replica);
  return async (portal: number, path: string, form: Record<string, string> = {}, base = url) => {
    const body = new URLSearchParams({ ...form, token: sessions[portal]!.token, f: 'json' });
    const address = `${base}portals/${sessions[portal]!.portalId}/${path}`;
    return (await fetch(address, { method: 'POST', body })).json();
  };
}

describe.skipIf(!hasPostgres)('commands with one database and clocks that differ', () => {
  const server = new PostgresServer();
  beforeAll(() => server.start());
  afterAll(() => server.end());

  test('start each due synchronization once, and report its end once', async () => {
    const replicas = await startReplicas(await server.createDatabase());
    const receiver = await startReceiver();
    const post = await signInPage(replicas[0]!);
    const events = { changes: 'manualChanges', events: '/syncs' };
    expect(await post(1, 'webhooks/createWebhook', { name: 'Hook', url: receiver.url, ...events })).toMatchObject({
      success: true,
    });
    const { collaborations } = await post(1, 'collaborations');
    const collaboration = `collaborations/${collaborations[0].id}`;
    const { workspaces } = await post(1, `${collaboration}/workspaces`);
    const workspace = `${collaboration}/workspaces/${workspaces[0].id}`;

    for (let round = 1; round <= rounds; round++) {
      await post(1, `${workspace}/schedule/update`, { repeatCount: '1' });
      const runs = await Promise.all(replicas.map(async ({ url }) => post(1, 'runDue', {}, await url)));
      expect(runs.every(({ success }) => success)).toBe(true);
      await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(round);
      const { status } = await post(1, `${workspace}/syncStatus`, { num: '100' });
      expect(status).toHaveLength(round);
      for (const job of status) expect(job).toMatchObject({ status: 'completed', syncExecType: 'scheduled' });
    }
    expect(new Set(receiver.received).size).toBe(rounds);
    expect(receiver.received).toHaveLength(rounds);
  }, 200_000);

  test('take over a delivery of a command that was killed', async () => {
    const replicas = await startReplicas(await server.createDatabase());
    const receiver = await startReceiver();
    const post = await signInPage(replicas[0]!);
    await post(0, 'webhooks/settings/update', { notificationTimeOutInSeconds: '5' });
    const events = { changes: 'manualChanges', events: '/groups' };
    await post(0, 'webhooks/createWebhook', { name: 'Hook', url: receiver.url, ...events });
    receiver.answers = false;
    await post(0, 'groups/createGroup', { title: 'a' });
    await expect.poll(() => receiver.received.length).toBe(1);
    replicas[0]!.child.kill('SIGKILL');
    receiver.answers = true;
    await expect.poll(() => receiver.received.length, { timeout: 40_000 }).toBe(2);
    expect(receiver.received[1]).toBe(receiver.received[0]);
    const other = await replicas[1]!.url;
    const { webhooks } = await post(0, 'webhooks', {}, other);
    const list = `webhooks/${webhooks[0].id}/notificationStatus`;
    await expect
      .poll(async () => (await post(0, list, {}, other)).WebhookStatus)
      .toMatchObject([{ status: 'delivered' }]);
    expect(receiver.received).toHaveLength(2);
  }, 90_000);

  test('build tiles that nobody waits for, also after the command that began was killed', async () => {
    const files = join(inTest(join(folderWith({ 'parcels.geojson': parcels(40) }), '..')), 'parcels');
    const replicas = await startReplicas(await server.createDatabase(), files);
    const token = (await openSessions(replicas[0]!))[0]!.token;
    const [first, second] = (await Promise.all(replicas.map(({ url }) => url))) as [string, string];
    const headers = { authorization: `Bearer ${token}` };
    const act = async (body: object) => {
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await (await fetch(`${first}admin/caches/parcels`, init)).json()).result;
    };
    await act({ action: 'settings', scheme: 'web-mercator' });
    const levels = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    const { tiles } = await act({ action: 'estimate', levels });
    await act({ action: 'build', levels });
    const job = async () => (await (await fetch(`${second}admin/caches/parcels`, { headers })).json()).caches[0].job;
    await expect.poll(async () => (await job()).position, { timeout: 20_000, interval: 20 }).toBeGreaterThan(0);
    replicas[0]!.child.kill('SIGKILL');
    await expect.poll(async () => (await job()).status, { timeout: 60_000 }).toBe('done');
    expect(await job()).toMatchObject({ tilesDone: tiles });
  }, 90_000);
});
