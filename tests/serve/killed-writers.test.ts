import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { build } from 'vite';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openFolder } from '../../serve/store/open.ts';
import type { Database } from '../../sw/store/database.ts';
import { inTest } from './in-test.ts';
import { type CrashSchema, content, createCrashStores, recentRows } from './storage-rows.ts';

/* Let two processes write to a data folder while this one reads, and kill them. */

const root = new URL('../..', import.meta.url).pathname;
// Inside the repository, so that the script finds its packages.
const scripts = join(root, 'test-results/killed-writers');
const rounds = process.env.VITE_DEEP ? 20 : 4;
const writers = ['first', 'second'];

beforeAll(() =>
  build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['lmdb', 'pg'] },
    build: { ssr: 'tests/serve/storage-writer.ts', outDir: scripts, target: 'node20' },
  }),
);

interface Writer {
  readonly process: ChildProcess;
  readonly ended: Promise<unknown>;
  /** Number of the last acknowledged write. */
  last: number;
}

function startWriter(folder: string, name: string, onWrite: () => void): Writer {
  const child = spawn(process.execPath, [join(scripts, 'storage-writer.js'), folder, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const writer: Writer = { process: child, last: 0, ended: new Promise((resolve) => child.once('close', resolve)) };
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    writer.last = Number(line);
    onWrite();
  });
  return writer;
}

/** Let two processes write, and kill one shortly before the other, at any point of a write. */
async function writeAndKill(folder: string, database: Database<CrashSchema>): Promise<Map<string, number>> {
  let writes = 0;
  let report!: () => void;
  const isEnough = new Promise<void>((resolve) => {
    report = resolve;
  });
  const onWrite = () => {
    if (++writes >= 60) report();
  };
  const running = writers.map((name) => startWriter(folder, name, onWrite));
  await readUntil(isEnough, database);
  for (const { process: child } of running) {
    await setTimeout(Math.random() * 10);
    child.kill('SIGKILL');
  }
  await Promise.all(running.map(({ ended }) => ended));
  return new Map(writers.map((name, index) => [name, running[index]!.last]));
}

/** Read snapshots one after the other, and check that none contains part of another process's write. */
async function readUntil(end: Promise<void>, database: Database<CrashSchema>): Promise<void> {
  let isEnded = false;
  void end.then(() => {
    isEnded = true;
  });
  while (!isEnded) {
    await database.read(['counts', 'rows', 'files'], async (transaction) => {
      const counts = transaction.objectStore('counts');
      const total = (await counts.get('total')) ?? 0;
      const files = await transaction.objectStore('files').count();
      // The others write in the meantime.
      await setTimeout(1);
      let sum = 0;
      for (const writer of writers) sum += (await counts.get(writer)) ?? 0;
      expect(sum).toBe(total);
      expect(await transaction.objectStore('rows').count()).toBe(files);
    });
  }
}

/** Check that a database has all acknowledged writes, and no partial ones. */
async function checkRows(database: Database<CrashSchema>, acknowledged: ReadonlyMap<string, number>): Promise<void> {
  let total = 0;
  for (const [writer, last] of acknowledged) {
    const count = (await database.get('counts', writer)) ?? 0;
    expect(count, `writes of ${writer}`).toBeGreaterThanOrEqual(last);
    total += count;
    const numbers = Array.from(
      { length: Math.min(count, recentRows) },
      (_, i) => Math.max(0, count - recentRows) + i + 1,
    );
    const ids = numbers.map((number) => `${writer}-${number}`);
    await database.read(['rows', 'files'], async (transaction) => {
      const rows = transaction.objectStore('rows');
      expect(await rows.index('writer').getAllKeys({ lower: [writer], upper: [writer, []] })).toEqual(ids);
      for (const number of numbers) {
        expect(await rows.get(`${writer}-${number}`)).toEqual({ id: `${writer}-${number}`, writer, number });
        const file = await transaction.objectStore('files').get([writer, number]);
        expect(await file?.blob.text()).toBe(content(writer, number));
      }
    });
  }
  expect(await database.get('counts', 'total')).toBe(total);
  expect(await database.count('rows')).toBe(await database.count('files'));
}

test('writers that are killed have stored each write that they acknowledged, and none by half', async () => {
  const folder = inTest(mkdtempSync(join(tmpdir(), 'soapstone-killed-')));
  for (let round = 0; round < rounds; round++) {
    const storage = await openFolder(folder);
    const database = await storage.openDatabase<CrashSchema>({ name: 'crash', version: 1, upgrade: createCrashStores });
    const acknowledged = await writeAndKill(folder, database);
    await checkRows(database, acknowledged);
    for (let sweep = 0; sweep < 2; sweep++) await storage.sweep(Date.now() + 2 * 60 * 60_000);
    expect(await readdir(join(folder, 'files'))).toHaveLength(await database.count('files'));
    await checkRows(database, acknowledged);
    await storage.close();
  }
});
