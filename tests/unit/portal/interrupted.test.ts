import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createBackground } from '../../../sw/background.ts';
import { portalWorld } from './portal-world.ts';

/** Check whether a promise has settled. */
const isSettled = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 50))]);
const never = new Promise<never>(() => undefined);

/** Simulate a browser's locks, which are released when it stops a worker. */
function browserLocks() {
  const locked = new Set<string>();
  const request = <T>(
    name: string,
    _: { ifAvailable: true },
    task: (lock: object | null) => Promise<T>,
  ): Promise<T> => {
    if (locked.has(name)) return task(null);
    locked.add(name);
    return task({}).finally(() => locked.delete(name));
  };
  return { locked, locks: { request } };
}

test('work in the background keeps a worker until a newer one is to take over', async () => {
  const background = createBackground();
  let end = (): void => undefined;
  background.keepAlive(new Promise<void>((resolve) => (end = resolve)));
  const ended = background.unlessReplaced(background.settled());
  expect(await isSettled(ended)).toBe(false);
  background.makeWay();
  expect(await isSettled(ended)).toBe(true);
  // Later work doesn't keep it alive either.
  expect(await isSettled(background.unlessReplaced(background.settled()))).toBe(true);
  expect(await isSettled(background.settled())).toBe(false);
  end();
  expect(await isSettled(background.settled())).toBe(true);
});

test('a synchronisation and a delivery that an update cuts off are gone on with by the next worker', async () => {
  const background = createBackground();
  const { locked, locks } = browserLocks();
  let calls = 0;
  let written = 0;
  const fetch = () => {
    calls++;
    return never;
  };
  const before = await portalWorld({ locks, keepAlive: background.keepAlive, fetch });
  const webhook = { name: 'Hook', url: 'https://example.org/hook', changes: 'manualChanges', events: '/resources' };
  await before.post('host', 'portals/self/webhooks/createWebhook', webhook);
  await before.post('host', 'portals/self/addResource', { key: 'a', text: 'a' });
  const { replicate } = before.store.portal;
  Object.assign(before.store.portal, {
    replicate: (task: Parameters<typeof replicate>[0]) => (++written > 1 ? never : replicate(task)),
  });
  await before.post('guest', `${before.workspacePath(before.guest.id)}/sync`, { async: 'true' });
  const ended = background.unlessReplaced(background.settled());
  await expect.poll(() => [calls, written]).toEqual([1, 2]);
  expect(await isSettled(ended)).toBe(false);
  background.makeWay();
  expect(await isSettled(ended)).toBe(true);

  // Now the browser stops the worker, and the page starts another.
  locked.clear();
  const called: string[] = [];
  const next = await portalWorld({
    databaseName: before.databaseName,
    locks,
    fetch: async (_, init) => {
      called.push(JSON.parse(String(init?.body)).events[0].id);
      return new Response('');
    },
  });
  await next.settled();
  expect(await next.store.portal.all('syncJobs')).toMatchObject([{ status: 'completed', attempts: 2 }]);
  expect(await next.store.portal.all('leases')).toEqual([]);
  // A delivery is reserved for the worker that took it for 20 s.
  next.clock.now += 30_000;
  await next.post('host', 'portals/self/runDue');
  await next.settled();
  expect(called).toEqual(['a']);
  expect(await next.store.portal.all('deliveries')).toMatchObject([
    { state: 'delivered', attempts: [{ status: 200 }] },
  ]);
});
