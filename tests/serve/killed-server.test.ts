import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { SoapstoneServer, StartOptions } from '../../serve/api.ts';
import { freePort } from '../free-port.ts';
import { inTest, runInTest } from './in-test.ts';
import { folderWith, parcels } from './run-soapstone.ts';
import { signIn } from './sign-in.ts';

/* Programs write and read while the server is killed and restarted. */

const built = new URL('../../bin/index.js', import.meta.url).href;

async function startInTest(options: StartOptions): Promise<SoapstoneServer> {
  const { start } = (await import(/* @vite-ignore */ built)) as {
    start(options: StartOptions): Promise<SoapstoneServer>;
  };
  const server = await start(options);
  onTestFinished(() => server.stop());
  return server;
}

const writers = 6;
const readers = 4;
const isDeep = Boolean(process.env.VITE_DEEP);
const kills = isDeep ? 3 : 1;
/** Number of acknowledged writes between two kills. */
const writesBetween = 40;

test('a server that is killed under writes of programs has stored each that it acknowledged, and none twice', async () => {
  const files = inTest(join(folderWith({ 'parcels.geojson': parcels(20) }), '..'));
  const data = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
  const user = { name: 'writer', password: 'a long password' };
  const port = await freePort();
  const url = `http://localhost:${port}/`;
  const startServer = (...more: string[]) => runInTest(['serve', ...more, '--data', data, '--port', String(port)]);
  let server = startServer(join(files, 'parcels'), '--user', `${user.name}:${user.password}`);
  await server.url;
  const authorization = `Bearer ${await signIn(url, user)}`;

  /** IDs of acknowledged groups, by title. */
  const acknowledged = new Map<string, string>();
  /** Titles of groups that were sent once and not acknowledged. */
  const givenUp: string[] = [];
  let unanswered = 0;
  let counted = 0;
  let isOver = false;

  /** Create a group. @returns whether the server answered; while it starts, it answers with status 503 */
  async function createGroup(title: string): Promise<boolean> {
    const body = new URLSearchParams({ title, f: 'json' });
    const headers = { authorization, 'x-request-id': title };
    const address = `${url}portals/self/groups/createGroup`;
    const response = await fetch(address, { method: 'POST', body, headers }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (response === undefined || text === undefined || response.status === 503) {
      unanswered++;
      await setTimeout(20);
      return false;
    }
    expect([response.status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ success: true })]);
    acknowledged.set(title, JSON.parse(text).group.id);
    return true;
  }
  async function write(writer: number): Promise<void> {
    for (let i = 0; !isOver; i++) {
      const title = `group ${writer}.${i}`;
      // Repeat every second request under its name until it is answered, like programs do; give up the others.
      while (!(await createGroup(title))) {
        if (i % 2 === 0) continue;
        givenUp.push(title);
        break;
      }
    }
  }
  async function read(): Promise<void> {
    const query = `${url}rest/services/parcels/MapServer/0/query?where=1=1&returnCountOnly=true&f=json`;
    while (!isOver) {
      const text = await fetch(query)
        .then((response) => (response.ok ? response.text() : undefined))
        .catch(() => undefined);
      if (text === undefined) {
        await setTimeout(20);
        continue;
      }
      expect(JSON.parse(text)).toEqual({ count: 20 });
      counted++;
    }
  }

  const killWhenWritten = async () => {
    for (let kill = 1; kill <= kills; kill++) {
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(before + writesBetween);
      server.child.kill('SIGKILL');
      await server.ended;
      server = startServer();
      await server.url;
    }
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(before + writesBetween);
  };
  const running = [
    ...Array.from({ length: writers }, (_, index) => write(index)),
    ...Array.from({ length: readers }, read),
  ];
  await Promise.race([killWhenWritten(), Promise.all(running)]).finally(() => {
    isOver = true;
  });
  await Promise.all(running);
  // Otherwise the server was never killed during a request.
  expect(unanswered).toBeGreaterThan(0);
  expect(counted).toBeGreaterThan(kills);

  const list = async () => {
    const answer = await fetch(`${url}portals/self/groups?f=json`, { headers: { authorization } });
    return ((await answer.json()) as { groups: { id: string; title: string }[] }).groups;
  };
  const groups = await list();
  const stored = groups.filter(({ title }) => title.startsWith('group '));
  const titles = stored.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  const byTitle = new Map(stored.map(({ id, title }) => [title, id]));
  expect([...acknowledged].filter(([title, id]) => byTitle.get(title) !== id)).toEqual([]);
  // Unacknowledged groups may be stored or not.
  expect(titles.filter((title) => !acknowledged.has(title) && !givenUp.includes(title))).toEqual([]);

  await server.stop();
  server = startServer();
  await server.url;
  expect(await list()).toEqual(groups);
}, 120_000);

test('snapshots, rules and recordings are there for programs of the same process', async () => {
  const files = inTest(join(folderWith({ 'parcels.geojson': parcels(20) }), '..'));
  const users = [{ name: 'writer', password: 'a long password' }];
  const server = await startInTest({ files: [join(files, 'parcels')], users });
  const { url, rules, snapshots } = server;
  let token = await signIn(url, users[0]!);
  const titles = async () => {
    const answer = await fetch(`${url}portals/self/groups?f=json&token=${token}`);
    const { groups } = (await answer.json()) as { groups: { title: string }[] };
    return groups.map(({ title }) => title).filter((title) => title.startsWith('group'));
  };
  const createGroup = (title: string) =>
    fetch(`${url}portals/self/groups/createGroup`, {
      method: 'POST',
      body: new URLSearchParams({ title, token, f: 'json' }),
    });
  await createGroup('group 1');
  await snapshots.take('one');
  await createGroup('group 2');
  expect((await titles()).toSorted()).toEqual(['group 1', 'group 2']);
  await snapshots.restore('one');
  // A backup contains accounts but no tokens.
  token = await signIn(url, users[0]!);
  expect(await titles()).toEqual(['group 1']);

  const query = `${url}rest/services/parcels/MapServer/0/query?where=1=1&returnCountOnly=true&f=json`;
  const id = rules.add({ when: { operation: 'query' }, do: { status: 503 } });
  rules.add({ when: { operation: 'export' }, do: { close: true } });
  expect((await fetch(query)).status).toBe(503);
  expect(rules.list()).toMatchObject([
    { id, on: true, applied: 1 },
    { do: { close: true }, applied: 0 },
  ]);
  rules.clear();
  expect(rules.list()).toEqual([]);
  expect((await fetch(query)).status).toBe(200);

  // Another server records the answers of this one, and a third one with fewer rows replays them.
  const folder = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
  const recorder = await startInTest({ record: { address: url, folder } });
  expect(await (await fetch(query.replace(url, recorder.url))).json()).toEqual({ count: 20 });
  await recorder.stop();
  const other = inTest(join(folderWith({ 'parcels.geojson': parcels(19) }), '..'));
  const replayed = await startInTest({ files: [join(other, 'parcels')], replay: { folder, strict: true } });
  expect(await (await fetch(query.replace(url, replayed.url))).json()).toEqual({ count: 20 });
}, 120_000);
