import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import type { WebhookRecord } from '../../../sw/portal/schema/portal-records.ts';
import { writeBackup } from '../../../sw/service/backup.ts';
import type { Key } from '../../../sw/store/database.ts';
import { administrator } from '../portal/administrator.ts';
import { origin, portalWorld } from '../portal/portal-world.ts';

type Row = { readonly key: Key; readonly value: unknown };

async function made() {
  const { context, tokens, post, portals } = await portalWorld().then(async (world) => ({
    ...world,
    portals: await world.context.store.portal.all('portals'),
  }));
  const { store } = context;
  await administrator(context);
  const ask = async (method: string, path: string, body?: Blob) =>
    (await answer(
      context,
      new Request(`${origin}/${path}`, { method, headers: await administrator(context), ...(body && { body }) }),
    ))!;
  /** Make a backup whose rows were changed; its hashes match, because anyone can compute them. */
  const applyChange = async (change: (stores: Map<string, Row[]>) => void): Promise<Blob> => {
    const stores = new Map([...(await store.archive.readAll())].map(([name, rows]) => [name, [...rows] as Row[]]));
    change(stores);
    return writeBackup(
      async (turn) =>
        new Map([...stores].map(([name, rows]) => [name, rows.map(({ key, value }) => ({ key, value: turn(value) }))])),
      0,
      async () => undefined,
    );
  };
  return { context, store, ask, changed: applyChange, tokens, post, host: portals.find(({ isDefault }) => isDefault)! };
}

const hostile = {
  'allowed-origins': [{ origin: 'https://evil.example', access: 'administer', allowedAt: 0 }],
  'allowed-sources': ['https://evil.example'],
  clock: { shown: 0, setAt: 0, isFrozen: true, seed: 'known', starts: 0 },
  'wrong-passwords': { all: { count: 0 } },
  'remote-addresses': { 'https://intern.example/a': 'https://evil.example/a' },
  'portal-first-password': 'known-password',
  'portal-form-secret': 'known-secret',
  'data-id': 'evil',
  'a-setting-of-a-later-version': true,
};

test.each(['admin/restore', 'admin/restore?only=maps'])(
  '%s takes no setting that belongs to one browser',
  async (path) => {
    const { store, ask, changed } = await made();
    const custom = { ...Object.fromEntries(Object.keys(hostile).map((key) => [key, `own ${key}`])) };
    delete custom['portal-first-password'];
    for (const [key, value] of Object.entries(custom)) await store.setSetting(key, value);
    const file = await changed((stores) => {
      stores.get('settings')!.push(...Object.entries(hostile).map(([key, value]) => ({ key, value })));
    });
    expect((await ask('POST', path, file)).status).toBe(200);
    for (const [key, value] of Object.entries(custom)) expect(await store.setting(key), key).toEqual(value);
    expect(await store.setting('portal-first-password')).not.toBe('known-password');
  },
);

test('sign-in settings stay as they are here, and web hooks of others wait for a person', async () => {
  const { store, ask, changed, post, host } = await made();
  await store.portal.write((transaction) => transaction.objectStore('portals').put({ ...host, pageSignIn: false }));
  const { webhookId } = await post('host', 'portals/self/webhooks/createWebhook', {
    name: 'Mine',
    url: 'https://hooks.example/in',
    secret: 'planted-secret',
    events: '/items/add',
  });
  const file = await changed((stores) => {
    const [portal] = stores.get('portals')!;
    stores.set('portals', [{ ...portal!, value: { ...(portal!.value as object), pageSignIn: true } }]);
    const value = stores.get('webhooks')![0]!.value as WebhookRecord;
    stores.set('webhooks', [
      { key: value.id, value: { ...value, secret: '' } },
      { key: 'f'.repeat(32), value: { ...value, id: 'f'.repeat(32), payloadUrl: 'https://evil.example/in' } },
    ]);
  });
  expect((await ask('POST', 'admin/restore', file)).status).toBe(200);
  expect((await store.portal.all('portals')).map(({ pageSignIn }) => pageSignIn)).toEqual([false]);
  const hooks = await store.portal.all('webhooks');
  expect(hooks.map(({ id, isActive, secret }) => [id === webhookId, isActive, secret])).toEqual(
    expect.arrayContaining([
      [true, true, 'planted-secret'],
      [false, false, ''],
    ]),
  );
});

test('with only the maps, accounts and the rest of the portals stay', async () => {
  const { store, ask, changed } = await made();
  const before = await store.portal.all('users');
  const file = await changed((stores) => {
    for (const name of ['users', 'webhooks', 'portals']) stores.set(name, []);
    stores.set('versions', []);
  });
  expect(await (await ask('POST', 'admin/restore?only=maps', file)).json()).toMatchObject({ services: 1 });
  expect(await store.portal.all('users')).toEqual(before);
});

const last = (stores: Map<string, Row[]>, name: string) => stores.get(name)!.at(-1)!.value as Record<string, unknown>;
const put = (stores: Map<string, Row[]>, name: string, key: Key, value: unknown) => stores.set(name, [{ key, value }]);

const copyByReference = (byReference: unknown) => {
  const ids = { portalId: 'a'.repeat(32), viaPortalId: 'a'.repeat(32), workspaceId: 'b'.repeat(32) };
  return { ...ids, fingerprint: '1.0', byReference };
};

test.each<[string, (stores: Map<string, Row[]>) => unknown]>([
  [
    'users[0].password.iterations',
    (s) =>
      put(s, 'users', ['p', 'u'], {
        ...last(s, 'users'),
        password: { salt: 'AAAA', hash: 'AAAA', iterations: 4_294_967_295 },
      }),
  ],
  [
    'users[0].password.salt',
    (s) => put(s, 'users', ['p', 'u'], { ...last(s, 'users'), password: { salt: '!', hash: 'AAAA', iterations: 2 } }),
  ],
  ['users[0].role', (s) => put(s, 'users', ['p', 'u'], { ...last(s, 'users'), role: 'root' })],
  ['portals[0].pageSignIn', (s) => put(s, 'portals', 'p', { ...last(s, 'portals'), pageSignIn: 'yes' })],
  ['items[0].url', (s) => put(s, 'items', ['p', 'i'], { ...last(s, 'items'), url: 'javascript:alert(1)' })],
  ['items[0].origin.byReference', (s) => put(s, 'items', 'i', { ...last(s, 'items'), origin: copyByReference('yes') })],
  ['webhooks[0].id', (s) => put(s, 'webhooks', 'h', { payloadUrl: 'https://evil.example' })],
  ['services[0].key', (s) => put(s, 'services', 'Other', { ...last(s, 'services'), key: 'Other' })],
  ['services[0].version', (s) => put(s, 'services', 'World', { ...last(s, 'services'), version: 1e300 })],
  ['versions[0]', (s) => put(s, 'versions', 'World', 'seven')],
  ['files[0].key', (s) => put(s, 'files', 'World', new Blob())],
  ['files[0]', (s) => put(s, 'files', ['World', 1, 'a'], 'text')],
  ['tiles[0].key', (s) => put(s, 'tiles', ['c', -1], new ArrayBuffer(1))],
  ['caches[0].settings', (s) => put(s, 'caches', ['World', 'L'], { service: 'World', map: 'L', id: 'c' })],
  ['tileJobs[0].id', (s) => put(s, 'tileJobs', 'j', {})],
  ['settings[0][0].file', (s) => put(s, 'settings', 'datum-grids', [{ name: 'a', file: 'text' }])],
])('a file is refused that has a wrong %s, and nothing is changed', async (path, change) => {
  const { store, ask, changed } = await made();
  const before = await store.portal.all('users');
  const response = await ask('POST', 'admin/restore', await changed(change));
  expect(response.status).toBe(400);
  expect((await response.json()).error.message).toContain(`${path}: `);
  expect(await store.portal.all('users')).toEqual(before);
  expect(await store.services()).toHaveLength(1);
});

const planted = ['planted-hook-secret', 'planted-first-password', 'planted-form-secret', 'planted-letter-token'];

test('a file holds no secret', async () => {
  const { context, store, ask, post } = await made();
  await post('host', 'portals/self/webhooks/createWebhook', {
    name: 'Mine',
    url: 'https://hooks.example/in',
    secret: planted[0]!,
    events: '/items/add',
  });
  await store.setSetting('portal-first-password', planted[1]);
  await store.setSetting('portal-form-secret', planted[2]);
  const headers = { authorization: `Bearer ${planted[3]}` };
  await answer(context, new Request(`${origin}/inbox/a`, { method: 'POST', headers, body: '{}' }));
  for (const path of ['admin/backup', 'admin/backup?tiles=false']) {
    const text = await (await ask('GET', path)).text();
    expect(text).toContain('https://hooks.example/in');
    for (const secret of planted) expect(text).not.toContain(secret);
  }
});

test.each(['before-checks.backup.zip', 'before-checks.soapstone'])(
  '%s of an earlier version still opens',
  async (name) => {
    const { store, ask } = await made();
    const file = readFileSync(new URL(`./backups/${name}`, import.meta.url));
    expect(file.includes(planted[0]!)).toBe(true);
    const response = await ask('POST', 'admin/restore', new Blob([file]));
    expect(await response.json()).toMatchObject({ success: true, services: 1 });
    expect((await store.services()).map(({ key }) => key)).toEqual(['World']);
    expect((await store.portal.all('users')).length).toBe(9);
    expect((await store.maps.all()).map(({ title }) => title)).toEqual(['Two layers']);
    expect(await store.setting('allowed-origins')).toBeUndefined();
    expect(await store.portal.all('inbox')).toEqual([]);
    expect((await store.portal.all('webhooks')).map(({ isActive, secret }) => [isActive, secret])).toEqual([
      [false, ''],
    ]);
  },
);
