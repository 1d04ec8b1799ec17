import { deleteDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { openStore } from '../../../sw/store/open-store.ts';
import type { Store } from '../../../sw/store/store.ts';
import { blobsOf, madeService } from '../features/made-service.ts';
import { manyPolygons } from '../features/made-table.ts';

/** The part of the protocol that is used here; the type of `cdp` leaves it open. */
interface Session {
  send(method: string, parameters: Record<string, unknown>): Promise<unknown>;
}
const session = () => cdp() as unknown as Session;

const databaseName = 'store-in-browser';
const open: Store[] = [];
const fresh = async () => {
  const store = await openStore({
    databaseName,
    now: Date.now,
    newId: () => crypto.randomUUID().replaceAll('-', ''),
    estimate: () => navigator.storage.estimate(),
  });
  open.push(store);
  return store;
};

afterEach(async () => {
  await session().send('Storage.overrideQuotaForOrigin', { origin: location.origin });
  for (const store of open.splice(0)) store.close();
  await deleteDB(databaseName);
});

test('a full disk is a fault that says how much is missing, and the old version stays', {
  timeout: 90_000,
}, async () => {
  // Before the database is opened: Chromium asks for the quota then, and goes on with what it knows while one is open.
  const { usage = 0 } = await navigator.storage.estimate();
  await session().send('Storage.overrideQuotaForOrigin', { origin: location.origin, quotaSize: usage + 1_000_000 });
  const store = await fresh();
  const small = madeService('Many');
  const large = madeService('Many', { ...manyPolygons(20_000), name: 'places' });
  let kept = { version: (await store.publish(small.definition, blobsOf(small.files))).version, rowCount: 3 };
  let failed: unknown;
  // A database of the tests before may still have been open, so the first attempts may succeed.
  for (const until = Date.now() + 60_000; !failed && Date.now() < until; ) {
    try {
      kept = { version: (await store.publish(large.definition, blobsOf(large.files))).version, rowCount: 20_000 };
      await new Promise((resolve) => setTimeout(resolve, 1500));
    } catch (error) {
      failed = error;
    }
  }
  expect(failed).toMatchObject({ name: 'Fault', code: 'no-space' });
  expect((failed as Error).message).toMatch(/^Publishing Many needs \d+ bytes/);
  const record = await store.service('Many');
  expect(record?.version).toBe(kept.version);
  const table = await store.table(record!, 'places');
  const rowCounts = await Promise.all(
    [...table.manifest.batches.keys()].map(async (index) => (await table.attributes(index)).rowCount),
  );
  expect(rowCounts.reduce((sum, rowCount) => sum + rowCount, 0)).toBe(kept.rowCount);
});

test('what is published is on the disk: another store reads it by slice', async () => {
  const { definition, files } = madeService('Many', { ...manyPolygons(20_000), name: 'places' });
  await (await fresh()).publish(definition, blobsOf(files));
  const store = await fresh();
  const table = await store.table((await store.service('Many'))!, 'places');
  const ids = new Set<number | string>();
  for (const index of table.manifest.batches.keys()) {
    for (const id of (await table.attributes(index)).columns.get('OBJECTID')!.values) ids.add(id);
    expect((await table.geometry(0, index)).xy.length).toBe(20 * table.manifest.batches[index]!.rowCount);
  }
  expect(ids.size).toBe(20_000);
});

test('a version that is replaced while it is read goes on or says so', async () => {
  const store = await fresh();
  const { definition, files } = madeService('Many', { ...manyPolygons(20_000), name: 'places' });
  const record = await store.publish(definition, blobsOf(files));
  const table = await store.table(record, 'places');
  await table.attributes(0);
  const next = madeService('Many');
  await store.publish(next.definition, blobsOf(next.files));
  for (const reading of [table.attributes(1), table.geometry(0, 1)]) {
    const found = await reading.catch((error) => error);
    if ('rowCount' in found) expect(found.firstRow).toBe(4096);
    else expect(found).toMatchObject({ name: 'Fault', code: 'not-found' });
  }
});
