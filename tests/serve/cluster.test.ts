import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { isDeep } from '../today.ts';
import { Cluster, copyNewerProgram, missingPrograms, operator, replicaNames } from './cluster.ts';
import { ClusterLoad, countBySoap, countQuery } from './cluster-load.ts';
import { signIn } from './sign-in.ts';

/* The cluster of deploy/compose.yaml: three replicas, PostgreSQL and HAProxy. */

const missing = missingPrograms();
if (missing.length > 0) console.warn(`Tests of the cluster are skipped: ${missing.join(', ')} not installed.`);
/** Time limit of a test with load, for a busy machine. */
const maxMs = isDeep ? 1_200_000 : 300_000;
/** Number of requests that are answered before and after each event. */
const batch = isDeep ? 100 : 40;
const pack = readFileSync(new URL('../../dist/demo/Earthquakes.zip', import.meta.url));

describe.skipIf(missing.length > 0)('a cluster', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-cluster-'));
  const cluster = new Cluster(folder);
  let token = '';
  let count = '';
  const startLoad = (name: string) => {
    const load = new ClusterLoad(name, cluster, { token, count });
    onTestFinished(() => load.end());
    return load;
  };
  const headers = () => ({ authorization: `Bearer ${token}` });

  beforeAll(async () => {
    await cluster.start();
    token = await signIn(cluster.addressOf('replica1'), operator);
    const published = await cluster.ask('admin/services', { method: 'POST', headers: headers(), body: pack });
    expect([published.status, String(published.body)]).toEqual([200, expect.stringContaining('"success":true')]);
    count = await countBySoap(cluster);
    expect(count).toMatch(/^\d+$/);
  }, 120_000);
  // A test that failed may have left some stopped.
  beforeEach(() => cluster.startMissing(), 60_000);
  afterAll(async () => {
    await cluster.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test('clients see one address, by HTTPS, and nobody has the rights of the page', async () => {
    const redirect = await fetch(`${cluster.plainAddress}services?f=json`, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, expect.stringMatching(/^https:/)]);
    const description = await cluster.ask('services/Earthquakes/MapServer?wsdl');
    expect(String(description.body)).toContain('location="https://maps.test/services/Earthquakes/MapServer"');
    expect((await cluster.ask('__admin/requests')).status).toBe(404);
    const pageKey = readFileSync(join(folder, 'replica1/page-key'), 'utf8');
    for (let round = 0; round < replicaNames.length; round++)
      expect((await cluster.ask('session', { method: 'POST', headers: { 'x-soapstone-key': pageKey } })).status).toBe(
        401,
      );
  });

  test('what one replica publishes, the others answer at once; what one makes private, they refuse at once', async () => {
    const rounds = isDeep ? 20 : 3;
    for (let round = 0; round < rounds; round++) {
      const [writer, ...readers] = replicaNames.map((_, index) =>
        cluster.addressOf(replicaNames[(index + round) % 3]!),
      );
      const read = () => Promise.all(readers.map(async (url) => (await fetch(url + countQuery)).json()));
      const setAccess = async (access: string) => {
        const body = new URLSearchParams({ service: 'Earthquakes', access, f: 'json', token });
        const answer = await fetch(`${writer}portals/self/services/updateAccess`, { method: 'POST', body });
        expect(await answer.json()).toMatchObject({ success: true });
      };
      await setAccess('private');
      expect(await read()).toEqual(readers.map(() => ({ error: expect.objectContaining({ code: 499 }) })));
      await setAccess('public');
      expect(await read()).toEqual(readers.map(() => ({ count: Number(count) })));

      await fetch(`${writer}admin/services/Earthquakes`, { method: 'DELETE', headers: headers() });
      for (const answer of await read()) expect(answer).toHaveProperty('error');
      await fetch(`${writer}admin/services`, { method: 'POST', headers: headers(), body: pack });
      expect(await read()).toEqual(readers.map(() => ({ count: Number(count) })));
    }
  });

  test(
    'no question and no write fails while replicas are killed, or restarted one by one',
    async () => {
      const load = startLoad('stopped replicas');
      for (const name of isDeep ? [...replicaNames, ...replicaNames] : replicaNames.slice(0, 1)) {
        for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
          await load.more(batch);
          await cluster.stop(name, signal);
          await load.more(batch);
          await cluster.startReplica(name);
        }
      }
      await load.more(batch);
      await load.stop();
      expect(load.failures).toEqual([]);
    },
    maxMs,
  );

  test(
    'a restart of the database loses no acknowledged write, and requests fail only while it is away',
    async () => {
      const load = startLoad('stopped database');
      for (let round = 0; round < (isDeep ? 5 : 1); round++) {
        await load.more(batch);
        load.phase++;
        await cluster.database.stop();
        await expect.poll(() => load.failures.some(({ phases }) => phases[0] === load.phase)).toBe(true);
        await cluster.database.resume();
        for (const name of replicaNames) await expect.poll(() => cluster.isReady(name), { timeout: 60_000 }).toBe(true);
        await load.more(3);
        load.phase++;
      }
      await load.more(batch);
      await load.stop();
      // In odd phases the database was away for at least a part of the time.
      expect(load.failures.filter(({ phases: [sent, failed] }) => sent === failed && sent % 2 === 0)).toEqual([]);
    },
    maxMs,
  );

  test.runIf(isDeep)(
    'a newer version with another schema replaces the replicas, and no question fails',
    async () => {
      const program = copyNewerProgram(join(folder, 'newer'));
      const load = startLoad('upgraded database');
      await load.more(batch);
      await cluster.stop('replica1', 'SIGTERM');
      await cluster.startReplica('replica1', program);
      // The others can't go on: they refuse writes, and the balancer sends them nothing soon.
      const older = cluster.addressOf('replica2');
      expect(await (await fetch(older + countQuery)).json()).toEqual({ count: Number(count) });
      const body = new URLSearchParams({ title: 'too late', f: 'json', token });
      const answer = await fetch(`${older}portals/self/groups/createGroup`, { method: 'POST', body });
      expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining('which is newer than') } });
      expect([await cluster.isReady('replica1'), await cluster.isReady('replica2')]).toEqual([true, false]);
      for (const name of ['replica2', 'replica3'] as const) {
        await load.more(200);
        load.phase++;
        await cluster.stop(name, 'SIGTERM');
        await cluster.startReplica(name, program);
      }
      await load.more(batch);
      await load.stop();
      expect(load.failures.filter(({ kind, phases: [sent] }) => kind !== 'write' || sent > 0)).toEqual([]);
      for (const { message } of load.failures) expect(message).toContain('which is newer than');
    },
    300_000,
  );
});
