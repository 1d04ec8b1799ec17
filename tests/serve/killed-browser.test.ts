import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SoapstoneServer } from '../../serve/api.ts';
import { start } from '../../serve/start.ts';
import { inTest } from './in-test.ts';
import { folderWith, parcels } from './run-soapstone.ts';
import { signIn } from './sign-in.ts';

/* Programs write while the browser that stores the data is killed. */

async function startInTest(options: Parameters<typeof start>[0]): Promise<SoapstoneServer> {
  const server = await start(options);
  onTestFinished(() => server.stop());
  return server;
}

/** Return the process of the browser with this data folder. Its child processes have a `--type`. */
const findBrowser = (data: string): number =>
  Number(
    execFileSync('ps', ['-ww', '-eo', 'pid=,args='], { encoding: 'utf8' })
      .split('\n')
      .find((line) => line.includes(`--user-data-dir=${data}`) && !line.includes('--type='))
      ?.trim()
      .split(' ')[0],
  );

const writers = 6;
const readers = 4;
const isDeep = Boolean(process.env.VITE_DEEP);
const kills = isDeep ? 3 : 1;
/** Number of acknowledged writes between two kills. */
const writesBetween = 40;

/** Collect messages about the browser's end; as root there is also a warning that it has no sandbox. */
const heard = (message: string[]) => (line: string) => {
  if (!line.startsWith('Warning')) message.push(line);
};

test('a browser that is killed under writes of programs has stored each that it acknowledged, and none twice', async () => {
  const files = inTest(join(folderWith({ 'parcels.geojson': parcels(20) }), '..'));
  const data = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
  const messages: string[] = [];
  const users = [{ name: 'writer', password: 'a long password' }];
  const server = await startInTest({ files: [join(files, 'parcels')], data, users, say: heard(messages) });
  const authorization = `Bearer ${await signIn(server.url, users[0]!)}`;

  /** IDs of acknowledged groups by title. */
  const acknowledged = new Map<string, string>();
  /** Titles of groups that were sent once without an answer. */
  const givenUp: string[] = [];
  let unanswered = 0;
  let counted = 0;
  let isOver = false;

  /** @returns whether there was an answer; a request that the page may have received gets status 504, or is cut off */
  async function createGroup(title: string): Promise<boolean> {
    const body = new URLSearchParams({ title, f: 'json' });
    const headers = { authorization, 'x-request-id': title };
    const address = `${server.url}portals/self/groups/createGroup`;
    const response = await fetch(address, { method: 'POST', body, headers }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (response === undefined || text === undefined || response.status === 504) {
      unanswered++;
      return false;
    }
    expect([response.status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ success: true })]);
    acknowledged.set(title, JSON.parse(text).group.id);
    return true;
  }
  async function write(writer: number): Promise<void> {
    for (let i = 0; !isOver; i++) {
      const title = `group ${writer}.${i}`;
      // Every second group is sent again with the same request ID until it is answered, like programs do; the others
      // are given up.
      while (!(await createGroup(title))) {
        if (i % 2 === 0) continue;
        givenUp.push(title);
        break;
      }
    }
  }
  async function read(): Promise<void> {
    const query = `${server.url}rest/services/parcels/MapServer/0/query?where=1=1&returnCountOnly=true&f=json`;
    while (!isOver) {
      // A started answer may be cut off. Otherwise it arrives when the browser is back.
      const text = await fetch(query)
        .then((response) => response.text())
        .catch(() => undefined);
      if (text === undefined) continue;
      expect(JSON.parse(text)).toEqual({ count: 20 });
      counted++;
    }
  }

  const killWhenWritten = async () => {
    for (let kill = 1; kill <= kills; kill++) {
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(before + writesBetween);
      process.kill(findBrowser(data), 'SIGKILL');
      await expect.poll(() => messages.length, { timeout: 20_000 }).toBe(kill);
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
  expect(messages).toEqual(Array(kills).fill('The browser has ended. It is started again; requests wait.'));
  // Otherwise no request was pending when the browser was killed.
  expect(unanswered).toBeGreaterThan(0);
  expect(counted).toBeGreaterThan(kills);

  const list = async ({ url }: SoapstoneServer) => {
    const answer = await fetch(`${url}portals/self/groups?f=json`, { headers: { authorization } });
    return ((await answer.json()) as { groups: { id: string; title: string }[] }).groups;
  };
  const groups = await list(server);
  const stored = groups.filter(({ title }) => title.startsWith('group '));
  const titles = stored.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  const byTitle = new Map(stored.map(({ id, title }) => [title, id]));
  expect([...acknowledged].filter(([title, id]) => byTitle.get(title) !== id)).toEqual([]);
  // A group without an answer may exist or not.
  expect(titles.filter((title) => !acknowledged.has(title) && !givenUp.includes(title))).toEqual([]);

  await server.stop();
  expect(await list(await startInTest({ data }))).toEqual(groups);
}, 120_000);

test.runIf(isDeep)(
  'snapshots outlive a browser that is killed; rules and comparisons are there for programs of the same process',
  async () => {
    const files = inTest(join(folderWith({ 'parcels.geojson': parcels(20) }), '..'));
    const data = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
    const users = [{ name: 'writer', password: 'a long password' }];
    const messages: string[] = [];
    const server = await startInTest({ files: [join(files, 'parcels')], data, users, say: heard(messages) });
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
    process.kill(findBrowser(data), 'SIGKILL');
    await expect.poll(() => messages.length, { timeout: 20_000 }).toBe(1);
    await snapshots.restore('one');
    // A backup has accounts, but no tokens.
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

    // A second server records this server's answers, and a third one with fewer rows replays them.
    const folder = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
    const recorder = await startInTest({ record: { address: url, folder } });
    expect(await (await fetch(query.replace(url, recorder.url))).json()).toEqual({ count: 20 });
    await recorder.stop();
    const other = inTest(join(folderWith({ 'parcels.geojson': parcels(19) }), '..'));
    const replayed = await startInTest({ files: [join(other, 'parcels')], replay: { folder, isStrict: true } });
    expect(await (await fetch(query.replace(url, replayed.url))).json()).toEqual({ count: 20 });
  },
  120_000,
);
