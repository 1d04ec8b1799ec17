import { expect, test } from 'vitest';
import type { Locks } from '../../../sw/context.ts';
import { hashPassword, isPassword } from '../../../sw/portal/password.ts';
import { manyPolygons } from '../rows/made-table.ts';
import { madeService, toBlobs } from '../service/made-service.ts';
import { portalWorld } from './portal-world.ts';

const locks = navigator.locks as unknown as Locks;

test('on the real database and with real locks a service is copied with its data, and one of two requests waits', async () => {
  const world = await portalWorld({ locks });
  const { definition, files } = madeService('World', { ...manyPolygons(20_000), name: 'places' });
  await world.store.publish(definition, toBlobs(files));
  const startedAt = performance.now();
  const sync = (id: string) =>
    world.post('guest', `${world.workspacePath(world.guest.id)}/sync`, {}, { 'x-request-id': id });
  const both = await Promise.all([sync('a'), sync('b')]);
  console.info(
    `replicated ${(await world.store.service('World'))!.bytes} bytes in ${Math.round(performance.now() - startedAt)} ms`,
  );
  // Either of the two may be first.
  const outcomes = both.map(({ success, error }) => (success ? 'done' : error?.code));
  expect(outcomes.sort()).toEqual([409, 'done']);
  const copy = await world.store.service('Branch/World');
  const table = await world.store.table(copy!, 'places');
  expect((await table.attributes(0)).rowCount).toBeGreaterThan(100);
  // The copy is independent: it remains when its source is deleted.
  await world.store.remove('World');
  const reload = await portalWorld({ locks, databaseName: world.databaseName });
  const copied = await reload.store.table((await reload.store.service('Branch/World'))!, 'places');
  expect((await copied.geometry(0, 0)).xy.length).toBeGreaterThan(100);
  expect(await reload.store.portal.all('leases')).toEqual([]);
});

test('a password of 600,000 rounds is hashed and told from others', async () => {
  const startedAt = performance.now();
  const record = await hashPassword('correct horse');
  console.info(`hashed in ${Math.round(performance.now() - startedAt)} ms`);
  expect(record.iterations).toBe(600_000);
  expect(await isPassword('correct horse', record)).toBe(true);
  expect(await isPassword('correct horsE', record)).toBe(false);
});
