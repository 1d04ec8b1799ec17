import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inTest, runInTest } from './in-test.ts';
import { adminToken, folderWith, parcels, type Running } from './run-soapstone.ts';
import { signIn } from './sign-in.ts';

/* A command answers by several processes. */

const account = { name: 'ada', password: 'a long password' };
const user = `${account.name}:${account.password}:administrator`;
const query = 'rest/services/parcels/MapServer/0/query?where=1=1&returnCountOnly=true&f=json';

/** Return the process IDs of the workers of a command. */
function workersOf({ child }: Running): number[] {
  const list = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  const rows = list.trim().split('\n');
  return rows.flatMap((row) => {
    const [pid, parent, state] = row.trim().split(/\s+/);
    return Number(parent) === child.pid && !state!.startsWith('Z') ? [Number(pid)] : [];
  });
}

function startWorkers(count: number): Running {
  const data = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
  const files = join(inTest(join(folderWith({ 'parcels.geojson': parcels(20) }), '..')), 'parcels');
  return runInTest(['serve', files, '--data', data, '--user', user, '--workers', String(count)]);
}

const whenAllAnswer = ({ output }: Running) =>
  expect.poll(() => output.stderr, { timeout: 20_000 }).toMatch(/All \d workers answer/);

/** Return a function that sends requests through one connection, which one worker answers. */
function openConnection(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return (path: string, form?: Record<string, string>) =>
    new Promise<unknown>((resolve, reject) => {
      const sent = request(url + path, { agent, method: form ? 'POST' : 'GET' }, async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response) parts.push(part as Buffer);
        resolve(JSON.parse(Buffer.concat(parts).toString()));
      });
      sent.on('error', reject);
      if (form) sent.setHeader('content-type', 'application/x-www-form-urlencoded');
      sent.end(form && new URLSearchParams(form).toString());
    });
}

test('each worker knows at once what another has changed, and one that is killed is replaced', async () => {
  const running = startWorkers(2);
  const url = await running.url;
  await whenAllAnswer(running);
  const token = await signIn(url, account);
  const connections = Array.from({ length: 4 }, () => openConnection(url));
  for (const get of connections) expect(await get(query)).toEqual({ count: 20 });
  for (const [index, change] of connections.entries()) {
    const access = index % 2 === 0 ? 'private' : 'public';
    const form = { service: 'parcels', access, token, f: 'json' };
    expect(await change('portals/self/services/updateAccess', form)).toMatchObject({ success: true });
    const expected = access === 'private' ? { error: { code: 499 } } : { count: 20 };
    for (const get of connections) expect(await get(query)).toMatchObject(expected);
  }

  const before = workersOf(running);
  expect(before).toHaveLength(2);
  process.kill(before[0]!, 'SIGKILL');
  // Connections of the other worker aren't interrupted, and new ones are answered.
  const results = await Promise.allSettled(connections.map((get) => get(query)));
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  await expect.poll(() => workersOf(running).filter((pid) => pid !== before[0]), { timeout: 20_000 }).toHaveLength(2);
  for (let i = 0; i < 4; i++) expect(await openConnection(url)(query)).toEqual({ count: 20 });
});

test('the first request to the test double leaves one worker, whose rules and journal are complete', async () => {
  const running = startWorkers(3);
  const url = await running.url;
  await whenAllAnswer(running);
  const open = openConnection(url);
  expect(await open(query)).toEqual({ count: 20 });
  const admin = async (path: string, body?: object) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const headers = { 'x-soapstone-admin-token': adminToken };
    return (await fetch(`${url}__admin/${path}`, { headers, ...(body && init) })).json();
  };
  const refused = await fetch(`${url}__admin/rules`);
  expect([refused.status, workersOf(running).length]).toEqual([401, 3]);
  await admin('rules', { when: { operation: 'query', nth: 2 }, do: { status: 503 } });
  expect(workersOf(running)).toHaveLength(1);
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) statuses.push((await fetch(url + query, { headers: { connection: 'close' } })).status);
  expect(statuses).toEqual([200, 503, 200, 200, 200, 200]);
  expect(await admin('requests/count?operation=query')).toEqual({ count: 6 });

  const [only] = workersOf(running);
  process.kill(only!, 'SIGKILL');
  await expect.poll(() => workersOf(running).filter((pid) => pid !== only), { timeout: 20_000 }).toHaveLength(1);
  await expect
    .poll(() => admin('requests/count').catch(() => undefined), { timeout: 20_000 })
    .toMatchObject({ count: expect.any(Number) });
});

test('a signal lets requests of all workers end, and ends all', async () => {
  const running = startWorkers(2);
  const url = await running.url;
  await whenAllAnswer(running);
  const text = new URLSearchParams({ where: '1=1', returnCountOnly: 'true', f: 'json' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': text.length };
  const begun = Array.from({ length: 4 }, () => {
    const sent = request(url + query.split('?')[0], { method: 'POST', headers, agent: false });
    const status = new Promise((resolve, reject) => {
      sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
    });
    sent.write(text.slice(0, 5));
    return { sent, status };
  });
  for (let i = 0; i < 4; i++) expect(await openConnection(url)(query)).toEqual({ count: 20 });
  running.child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${url}health/ready`)).status).toBe(503);
  for (const { sent } of begun) sent.end(text.slice(5));
  expect(await Promise.all(begun.map(({ status }) => status))).toEqual([200, 200, 200, 200]);
  expect(await running.ended).toBe(0);
  expect(workersOf(running)).toEqual([]);
});

test('workers of a command that is killed end, also within a write', async () => {
  const running = startWorkers(2);
  const url = await running.url;
  await whenAllAnswer(running);
  const pids = workersOf(running);
  const token = await signIn(url, account);
  let isOver = false;
  const writing = Array.from({ length: 8 }, async () => {
    const change = openConnection(url);
    while (!isOver)
      await change('portals/self/groups/createGroup', { title: 'a', token, f: 'json' }).catch(() => undefined);
  });
  const change = openConnection(url);
  for (let i = 0; i < 10; i++) await change('portals/self/groups/createGroup', { title: 'b', token, f: 'json' });
  running.child.kill('SIGKILL');
  await running.ended;
  const isAlive = (pid: number) => workersOf({ child: { pid: 1 } } as Running).includes(pid);
  await expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([]);
  isOver = true;
  await Promise.all(writing);
});

test('a command whose first worker fails ends with its message and code', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const data = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
  const bad = inTest(join(folderWith({ 'broken.geojson': '{"type":"FeatureCollection","features":[{]' }), '..'));
  for (const [parameters, code, message] of [
    [['--port', String(port)], 5, /^Port \d+ is taken by another program/],
    [[join(bad, 'parcels/broken.geojson')], 4, /broken.geojson could not be published: /],
  ] as const) {
    const running = runInTest(['serve', ...parameters, '--data', data, '--workers', '2']);
    expect(await running.ended).toBe(code);
    expect(running.output.stderr).toMatch(message);
  }
});
