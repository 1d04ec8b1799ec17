import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { encodeRequest } from '../../../sw/soap/encode.ts';
import { sealEnvelope } from '../../../sw/soap/envelope.ts';
import { origin, portalWorld, type Who } from '../portal/portal-world.ts';
import { madeService, toBlobs } from '../service/made-service.ts';
import { testWith } from '../with-extensions.ts';

/**
 * Make a world with functions that request the service's maximum image size by SOAP and REST, and a function that
 * publishes the service with another maximum.
 */
async function made() {
  const world = await portalWorld();
  const { context, store, tokens } = world;
  const publish = async (MaximumImageHeight: number) => {
    const { definition, files } = madeService('World');
    const limits = { ...definition.limits, MaximumImageHeight };
    await store.publish({ ...definition, limits }, toBlobs(files));
  };
  const ask = async (who: Who = 'member') => {
    const headers = { authorization: `Bearer ${tokens[who]}` };
    const body = sealEnvelope(encodeRequest('GetServiceConfigurationInfo', {}));
    const soap = new Request(`${origin}/services/World/MapServer`, { method: 'POST', headers, body });
    const rest = new Request(`${origin}/rest/services/World/MapServer?f=json`, { headers });
    const [bySoap, byRest] = await Promise.all(
      [soap, rest].map(async (request) => (await answer(context, request))!.text()),
    );
    const value = /<Key>MaximumImageHeight<\/Key>\s*<Value[^>]*>(\d+)/.exec(bySoap!)?.[1];
    const code = /unknown-service|bad-token/.exec(bySoap!)?.[0];
    const { maxImageHeight, error } = JSON.parse(byRest!);
    return { soap: value ? Number(value) : code, rest: maxImageHeight ?? error.code };
  };
  await publish(400);
  /** Make the service private to a portal. */
  const close = (portalId: string) =>
    store.portal.write(async (transaction) => {
      const settings = transaction.objectStore('serviceSettings');
      await settings.put({ ...(await settings.get('World'))!, portalId, access: 'private' });
    });
  return { ...world, ask, publish, close };
}

testWith('rest')('who was let in is let in again without the database', async () => {
  const { ask } = await made();
  const first = await ask();
  expect(first).toEqual({ soap: 400, rest: 400 });
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  onTestFinished(() => transaction.mockRestore());

  expect(await ask()).toEqual(first);

  const stores = transaction.mock.calls.flatMap(([names]) => [...names]);
  for (const name of ['services', 'serviceSettings', 'tokens', 'users']) expect(stores).not.toContain(name);
});

testWith('rest')('a service that was published anew is the new one at once', async () => {
  const { ask, publish } = await made();
  await ask();
  for (const height of [300, 200]) {
    await publish(height);
    expect(await ask()).toEqual({ soap: height, rest: height });
  }
});

testWith('rest')('a service that becomes private is refused at once, and given to its portal alone', async () => {
  const { ask, close, guest } = await made();
  await Promise.all([ask('member'), ask('guestMember')]);
  const closing = close(guest.id);

  // The change is in progress, so new requests wait for it.
  expect(await ask('member')).toEqual({ soap: 'unknown-service', rest: 404 });
  await closing;

  expect(await ask('member')).toEqual({ soap: 'unknown-service', rest: 404 });
  expect(await ask('guestMember')).toEqual({ soap: 400, rest: 400 });
});

testWith('rest').for(['tokens', 'users'] as const)(
  'a caller whose row of %s is removed is refused at once',
  async (name) => {
    const { ask, close, store, host } = await made();
    await close(host.id);
    expect(await ask('member')).toEqual({ soap: 400, rest: 400 });

    await store.portal.write(async (transaction) => {
      const rows = await transaction.objectStore('tokens').getAll();
      const row = rows.find(({ username }) => username === 'mona')!;
      if (name === 'tokens') await transaction.objectStore('tokens').delete(row.id);
      else await transaction.objectStore('users').delete([row.portalId, row.username]);
    });

    expect(await ask('member')).toEqual({ soap: 'bad-token', rest: 498 });
  },
);

testWith('rest')('a remembered token expires', async () => {
  const { ask, close, host, clock } = await made();
  await close(host.id);
  expect(await ask('member')).toEqual({ soap: 400, rest: 400 });
  clock.now += 600 * 60_000 + 1;
  expect(await ask('member')).toEqual({ soap: 'bad-token', rest: 498 });
});

testWith('rest')('a service that was removed is gone at once, and a write that fails changes nothing', async () => {
  const { ask, store } = await made();
  await ask();
  const failing = store.portal.write(async (transaction) => {
    await transaction.objectStore('serviceSettings').delete('World');
    throw new Error('given up');
  });
  await expect(failing).rejects.toThrow('given up');
  expect(await ask()).toEqual({ soap: 400, rest: 400 });
  await store.remove('World');
  expect(await ask()).toEqual({ soap: 'unknown-service', rest: 404 });
});

test('what another connection writes counts at once', async () => {
  const databaseName = `portal-${Math.random()}`;
  const { store } = await portalWorld({ databaseName });
  expect((await store.portal.admission([], 'World')).service?.key).toBe('World');
  const other = await openStore({
    openDatabase: openIndexedDb,
    databaseName,
    now: () => 0,
    newId: () => crypto.randomUUID(),
  });
  await other.remove('World');
  expect((await store.portal.admission([], 'World')).service).toBeUndefined();
});
