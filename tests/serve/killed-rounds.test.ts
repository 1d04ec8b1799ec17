import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../serve/store/engine.ts';
import { openFiles } from '../../serve/store/files.ts';
import { rangeOfPrefix } from '../../serve/store/keys.ts';
import { openLmdb } from '../../serve/store/lmdb.ts';
import { type OpenedStorage, openFolder, openPostgres } from '../../serve/store/open.ts';
import { openPostgresEngine } from '../../serve/store/postgres.ts';
import { filesPrefix } from '../../serve/store/schema.ts';
import { decodeWithoutFiles } from '../../serve/store/values.ts';
import { packService } from '../../sw/service/package.ts';
import { keysStartingWith } from '../../sw/store/database.ts';
import { type DatabaseSchema, schemaVersion, upgrade } from '../../sw/store/schema.ts';
import { freePort } from '../free-port.ts';
import { hasPostgres, PostgresServer } from '../unit/serve/store/postgres-server.ts';
import { madeService } from '../unit/service/made-service.ts';
import { inTest, runInTest } from './in-test.ts';
import { folderWith, parcels, type Running } from './run-soapstone.ts';

/*
 * Two servers share a store while programs publish, edit, synchronize and build tiles through both. Both are killed at
 * any point, several times. Nothing that was acknowledged may be missing, and nothing stored by half.
 */

const isDeep = Boolean(process.env.VITE_DEEP);
const rounds = isDeep ? 20 : 2;
/** Number of acknowledged writes before the servers of a round are killed. */
const writesPerRound = 30;

// biome-ignore lint/suspicious/noExplicitAny: answers of many kinds
type Json = Record<string, any>;

/** A store that two servers can share. */
interface SharedStore {
  /** Options of the command. */
  readonly options: readonly string[];
  openStorage(): Promise<OpenedStorage>;
  openEngine(): Promise<Engine>;
}

/** Tokens of the administrators of two portals: the host owns the services, and the guest receives copies. */
interface Tokens {
  readonly host: string;
  readonly guest: string;
}

const editedFields = ['AREA', 'USE'];
const tileLevels = [0, 2, 4, 6, 8, 9, 10];

const makeFolder = () => inTest(mkdtempSync(join(tmpdir(), 'soapstone-killed-')));

function makeLmdb(): SharedStore {
  const folder = makeFolder();
  return {
    options: ['--data', folder],
    openStorage: () => openFolder(folder),
    openEngine: async () => openLmdb(join(folder, 'db'), await openFiles(join(folder, 'files'))),
  };
}

const postgres = new PostgresServer();
beforeAll(async () => {
  if (hasPostgres) await postgres.start();
}, 60_000);
afterAll(() => postgres.end());

async function makePostgres(): Promise<SharedStore> {
  const url = await postgres.createDatabase();
  return {
    options: ['--database', url],
    openStorage: () => openPostgres(url, makeFolder()),
    openEngine: () => openPostgresEngine(url, makeFolder()),
  };
}

interface Answered {
  readonly status: number;
  readonly json: Json;
}

/** The requests of programs to two servers that may be killed at any time. */
class Programs {
  readonly #servers: readonly string[];
  readonly #tokens: Tokens;
  readonly #workspacePath: string;
  readonly #numbers = new Map<string, number>();
  isOver = false;
  /** Number of acknowledged writes. */
  writes = 0;
  /** Number of requests without an answer. */
  unanswered = 0;
  /** Acknowledged versions by service. Several writers publish and edit the same one. */
  readonly versions = new Map<string, Set<number>>();
  /** The last acknowledged number of each title and alias. */
  readonly acknowledged = new Map<string, number>();
  readonly syncJobs = new Set<string>();
  readonly tileJobs = new Set<string>();

  constructor(servers: readonly string[], tokens: Tokens, workspacePath: string) {
    this.#servers = servers;
    this.#tokens = tokens;
    this.#workspacePath = workspacePath;
  }

  /** Send a request to a server. @returns undefined if it doesn't answer or is starting */
  async ask(
    server: number,
    path: string,
    init: RequestInit = {},
    portal: keyof Tokens = 'host',
  ): Promise<Answered | undefined> {
    const headers = { authorization: `Bearer ${this.#tokens[portal]}` };
    const response = await fetch(this.#servers[server]! + path, { ...init, headers }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (response && text !== undefined && response.status !== 503)
      return { status: response.status, json: JSON.parse(text) as Json };
    this.unanswered++;
    await setTimeout(20);
    return undefined;
  }

  #nextNumber(name: string): number {
    const number = (this.#numbers.get(name) ?? 0) + 1;
    this.#numbers.set(name, number);
    return number;
  }

  #acknowledge({ status, json }: Answered, name: string, number: number): void {
    expect([status, json]).toEqual([200, expect.objectContaining({ success: true })]);
    const versions = this.versions.get(json.key) ?? new Set();
    // Otherwise one writer has overwritten another.
    expect(versions).not.toContain(json.version);
    this.versions.set(json.key, versions.add(json.version));
    this.acknowledged.set(name, number);
    this.writes++;
  }

  /** Publish a service that both servers publish. */
  publishShared(server: number): Promise<void> {
    return this.#publish(server, 'shared');
  }

  /** Publish a service that only this server publishes. */
  publishAlone(server: number): Promise<void> {
    return this.#publish(server, `alone${server}`);
  }

  async #publish(server: number, name: string): Promise<void> {
    const number = this.#nextNumber(`${name} ${server}`);
    const { definition, files } = madeService(name);
    const document = { ...definition.document, Title: `${server} ${number}` };
    const body = new Blob([packService({ ...definition, document }, files) as Uint8Array<ArrayBuffer>]);
    const answer = await this.ask(server, 'admin/services', { method: 'POST', body });
    if (answer) this.#acknowledge(answer, `${name} ${server}`, number);
  }

  /** Change the alias of one field; the other server changes that of another. */
  async edit(server: number): Promise<void> {
    const field = editedFields[server]!;
    const number = this.#nextNumber(field);
    const body = JSON.stringify({ layers: [{ LayerID: 0, fields: { [field]: { AliasName: `alias ${number}` } } }] });
    const answer = await this.ask(server, 'admin/services/parcels', { method: 'PATCH', body });
    if (answer) this.#acknowledge(answer, field, number);
  }

  /** Begin a synchronization. That of a killed server counts as running until its lease ends. */
  async synchronize(server: number): Promise<void> {
    const body = new URLSearchParams({ f: 'json', async: 'true' });
    const answer = await this.ask(server, `${this.#workspacePath}/sync`, { method: 'POST', body }, 'guest');
    if (answer?.json.success) this.syncJobs.add(answer.json.jobId);
    await setTimeout(100);
  }

  /** Synchronize until the end. @returns whether it was complete */
  async synchronizeNow(): Promise<boolean> {
    const body = new URLSearchParams({ f: 'json' });
    return (await this.ask(0, `${this.#workspacePath}/sync`, { method: 'POST', body }, 'guest'))?.json.success === true;
  }

  async listSyncJobs(): Promise<Json[]> {
    const answer = await this.ask(0, `${this.#workspacePath}/syncStatus?f=json&num=100`, {}, 'guest');
    return answer!.json.status;
  }

  async buildTiles(server: number): Promise<void> {
    const body = JSON.stringify({ action: 'build', levels: tileLevels, overwrite: true });
    const begun = await this.ask(server, 'admin/caches/tiled', { method: 'POST', body });
    const id = begun?.json.result?.id;
    // The other server may have begun one.
    if (id === undefined) return void (await setTimeout(50));
    this.tileJobs.add(id);
    while (!this.isOver) {
      const job = await this.runTileJob(server, id);
      if (job && job.status !== 'running') return;
    }
  }

  /** Do a part of a job. */
  async runTileJob(server: number, id: string): Promise<Json | undefined> {
    return (await this.ask(server, `admin/caches/tiled/jobs/${id}/run`, { method: 'POST' }))?.json.job;
  }

  /** Write through both servers until `isOver`. */
  async run(): Promise<void> {
    const kinds = [this.publishShared, this.publishAlone, this.edit, this.synchronize, this.buildTiles];
    const loops = [0, 1].flatMap((server) =>
      kinds.map(async (kind) => {
        while (!this.isOver) await kind.call(this, server);
      }),
    );
    await Promise.all(loops);
  }
}

/** Check over HTTP that everything acknowledged is stored, and as a whole. */
async function checkAnswers(programs: Programs): Promise<void> {
  const ask = async (path: string) => (await programs.ask(0, path))!.json;
  const { services } = await ask('admin/services');
  const byKey = new Map((services as Json[]).map((service) => [service.key, service]));
  for (const [key, versions] of programs.versions) {
    expect(byKey.get(key)?.version, key).toBeGreaterThanOrEqual(Math.max(...versions));
    if (key === 'parcels') continue;
    const [server, number] = byKey.get(key)!.title.split(' ');
    expect(Number(number), key).toBeGreaterThanOrEqual(
      // The shared service has the title of the server that was last.
      key === 'shared' ? 1 : (programs.acknowledged.get(`${key} ${server}`) ?? 0),
    );
    const query = 'query?where=1=1&returnCountOnly=true&f=json';
    expect(await ask(`rest/services/${key}/MapServer/1/${query}`), key).toEqual({ count: 3 });
  }
  const { fields } = await ask('rest/services/parcels/MapServer/0?f=json');
  for (const name of editedFields) {
    const alias = (fields as Json[]).find((field) => field.name === name)!.alias;
    expect(Number(alias.replace('alias ', '')), name).toBeGreaterThanOrEqual(programs.acknowledged.get(name) ?? 0);
  }
  const syncIds = (await programs.listSyncJobs()).map(({ syncId }) => syncId);
  expect(syncIds).toEqual(expect.arrayContaining([...programs.syncJobs]));
  const readCache = async () => (await ask('admin/caches/tiled')).caches[0];
  let { job } = await readCache();
  while (job.status === 'running') job = await programs.runTileJob(0, job.id);
  expect(job.status).toBe('done');
  expect((await readCache()).tiles).toBe(job.tiles);
}

/** Check in the store that each row has its files, each file its row, and that counts of tiles are right. */
async function checkStore(store: SharedStore): Promise<void> {
  const storage = await store.openStorage();
  const database = await storage.openDatabase<DatabaseSchema>({ name: 'soapstone:/', version: schemaVersion, upgrade });
  for (const name of database.storeNames) await database.getAll(name);
  for (const cache of await database.getAll('caches')) {
    const tiles = await database.count('tiles', keysStartingWith([cache.id]) as never);
    expect(cache.uses.reduce((sum, use) => sum + use.tiles, 0)).toBe(tiles);
  }
  for (let sweep = 0; sweep < 2; sweep++) await storage.sweep(Date.now() + 2 * 3_600_000);
  await storage.close();
  const engine = await store.openEngine();
  const snapshot = await engine.beginRead();
  const lists = await snapshot.scan(rangeOfPrefix(filesPrefix));
  await snapshot.end();
  const used = (await Promise.all(lists.map(([, list]) => decodeWithoutFiles(list)))).flat();
  expect((await engine.files.list(Number.MAX_SAFE_INTEGER)).sort()).toEqual(used.sort());
  await engine.close();
}

/** Start two servers and return the tokens of the page of one of them. */
async function startServers(store: SharedStore, ports: readonly number[]) {
  const servers = ports.map((port) => runInTest(['serve', ...store.options, '--port', String(port)]));
  for (const { url } of servers) await url;
  return servers;
}

async function signIn(server: Running): Promise<{ tokens: Tokens; workspacePath: string }> {
  const url = await server.url;
  const read = async (path: string, init?: RequestInit) => (await (await fetch(url + path, init)).json()) as Json;
  const headers = { 'x-soapstone-key': server.pageKey() };
  const { sessions } = await read('session', { method: 'POST', headers });
  const [host, guest] = sessions;
  const form = `f=json&token=${guest.token}`;
  const collaborations = `portals/${guest.portalId}/collaborations`;
  const {
    collaborations: [collaboration],
  } = await read(`${collaborations}?${form}`);
  const {
    workspaces: [workspace],
  } = await read(`${collaborations}/${collaboration.id}/workspaces?${form}`);
  const workspacePath = `${collaborations}/${collaboration.id}/workspaces/${workspace.id}`;
  return { tokens: { host: host.token, guest: guest.token }, workspacePath };
}

const stores: readonly (readonly [name: string, makeStore: () => SharedStore | Promise<SharedStore>])[] = [
  ['LMDB', makeLmdb],
  ...(hasPostgres ? [['PostgreSQL', makePostgres] as const] : []),
];

describe.each(stores)('%s', (_, makeStore) => {
  test(
    'servers that are killed have stored what they acknowledged, nothing by half, and leave no file',
    async () => {
      const store = await makeStore();
      const folder = inTest(join(folderWith({ 'parcels.geojson': parcels(20) }), '..'));
      const tiled = inTest(join(folderWith({ 'tiled.geojson': parcels(200) }), '..'));
      const first = runInTest([
        'serve',
        join(folder, 'parcels'),
        join(tiled, 'parcels/tiled.geojson'),
        ...store.options,
      ]);
      await first.url;
      await first.stop();
      const ports = [await freePort(), await freePort()];
      let programs: Programs | undefined;
      for (let round = 0; round < rounds; round++) {
        const servers = await startServers(store, ports);
        if (!programs) {
          const { tokens, workspacePath } = await signIn(servers[0]!);
          programs = new Programs(
            ports.map((port) => `http://localhost:${port}/`),
            tokens,
            workspacePath,
          );
          const body = JSON.stringify({ action: 'settings', storage: 'exploded' });
          expect((await programs.ask(0, 'admin/caches/tiled', { method: 'POST', body }))!.status).toBe(200);
        }
        const { writes } = programs;
        programs.isOver = false;
        const running = programs.run();
        // Either the writes are enough, or one of them has failed.
        await Promise.race([
          running,
          expect.poll(() => programs!.writes, { timeout: 60_000 }).toBeGreaterThan(writes + writesPerRound),
        ]);
        for (const { child, ended } of round % 2 === 0 ? servers : servers.toReversed()) {
          await setTimeout(Math.random() * 50);
          child.kill('SIGKILL');
          await ended;
        }
        programs.isOver = true;
        await running;
        await checkStore(store);
        const [restarted] = await startServers(store, ports.slice(0, 1));
        await checkAnswers(programs);
        // The lease of the killed server must end first, which takes 20 s.
        if (isDeep && round === rounds - 1)
          await expect.poll(() => programs!.synchronizeNow(), { timeout: 60_000, interval: 1000 }).toBe(true);
        restarted!.child.kill('SIGKILL');
        await restarted!.ended;
      }
      // Otherwise no server was killed during a request.
      expect(programs!.unanswered).toBeGreaterThan(0);
      expect([programs!.syncJobs.size, programs!.tileJobs.size].every((count) => count > 0)).toBe(true);
    },
    rounds * 60_000,
  );
});
