import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { openStoredZip, writeStoredZip } from '../../../sw/formats/zip/stored-zip.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { packService } from '../../../sw/service/package.ts';
import { readGrids } from '../../../sw/store/datum-grids.ts';
import type { Store } from '../../../sw/store/store.ts';
import { webMercatorScheme } from '../../../sw/tiles/tile-scheme.ts';
import { administrator } from '../portal/administrator.ts';
import { madeService, toBlobs } from '../service/made-service.ts';

const origin = 'https://maps.test';

async function made() {
  const now = () => Date.UTC(2026, 0, 1);
  const store = await openStore({
    openDatabase: openIndexedDb,
    databaseName: `backup-${Math.random()}`,
    now,
    newId: () => 'f'.repeat(32),
  });
  const context = { store, now, origin, base: '/', yieldNow: async () => undefined } as unknown as Context;
  const ask = async (method: string, path: string, body?: Blob) => {
    const headers = path.startsWith('admin/') ? await administrator(context) : {};
    return (await answer(context, new Request(`${origin}/${path}`, { method, headers, ...(body && { body }) })))!;
  };
  const publish = (name: string) => {
    const { definition, files } = madeService(name);
    return store.publish(definition, toBlobs(files));
  };
  return { store, context, ask, publish };
}

/** Read everything in the store, with files as bytes. */
async function readContent(store: Store): Promise<unknown> {
  const stores = await store.archive.readAll();
  const plain = (value: unknown) => (value instanceof Blob ? value.bytes() : value);
  const rows = [...stores].map(async ([name, list]) => [
    name,
    await Promise.all(list.map(async ({ key, value }) => ({ key, value: await plain(value) }))),
  ]);
  return Promise.all(rows);
}

test('a backup brings back what was stored when it was made', async () => {
  const { store, ask, publish } = await made();
  await publish('First');
  const file = await (await ask('GET', 'admin/backup')).blob();
  await store.remove('First');
  await publish('Second');

  const restored = await ask('POST', 'admin/restore', file);

  expect(await restored.json()).toMatchObject({ success: true, services: 1 });
  const [service, ...others] = await store.services();
  expect(others).toEqual([]);
  expect(service?.key).toBe('First');
  const table = await store.table(service!, 'places');
  expect((await table.attributes(0)).rowCount).toBe(3);
});

test('a damaged backup changes nothing, wherever the damage is', async () => {
  const { store, ask, publish } = await made();
  await publish('First');
  const whole = new Uint8Array(await (await ask('GET', 'admin/backup')).arrayBuffer());
  await publish('Second');
  const before = await readContent(store);
  // Damage the list of hashes, the rows of a store, the cells of a table, the name of an entry and the end of the file.
  const flipped = ['sha256":', '"key":', 'Bern', 'blobs/', 'PK\x05\x06'].map((label) => {
    const position = Buffer.from(whole).indexOf(label, 0, 'latin1');
    expect(position, label).toBeGreaterThan(0);
    const bytes = whole.slice();
    bytes[position + 1]! ^= 0x55;
    return bytes;
  });
  const damaged = [...flipped, whole.slice(0, -100), whole.slice(0, 40), new Uint8Array(0)];

  for (const [index, bytes] of damaged.entries()) {
    const response = await ask('POST', 'admin/restore', new Blob([bytes]));
    expect(response.status, `damage ${index}`).toBeGreaterThanOrEqual(400);
    expect((await response.json()).error.message).toMatch(/Backup|zip/i);
    expect(await readContent(store)).toEqual(before);
  }
});

test('the tiles of a cache share parts of a backup and come back whole, or are left out', async () => {
  const { store, ask, publish } = await made();
  const service = await publish('First');
  const cache = {
    service: 'First',
    map: 'Layers',
    id: 'c',
    settings: {
      ...{ kind: 'fused', layers: [-1], scheme: webMercatorScheme(), format: 'PNG', quality: 75 },
      ...{ storage: 'exploded', onDemand: false, clientCaching: false },
    },
    version: 1,
    revision: 7,
    uses: [
      { layer: -1, level: 8, tiles: 3000, bytes: 30_000, range: { rowMin: 0, rowMax: 11, colMin: 0, colMax: 255 } },
    ],
  };
  const tiles = Array.from({ length: 3000 }, (_, i) => {
    const value = new TextEncoder().encode(`tile ${i}`).buffer;
    return { key: ['c', -1, 8, i >> 8, i & 255], value };
  });
  const rows = new Map(await store.archive.readAll());
  await store.archive.replaceAll(rows.set('tiles', tiles).set('caches', [{ key: ['First', 'Layers'], value: cache }]));
  const file = await (await ask('GET', 'admin/backup')).blob();
  const small = await (await ask('GET', 'admin/backup?tiles=false')).blob();
  expect((await openStoredZip(file)).size).toBeLessThan(100);
  expect(file.size).toBeGreaterThan(small.size + 3000 * 8);
  await ask('POST', 'admin/reset');

  expect(await (await ask('POST', 'admin/restore', file)).json()).toMatchObject({ services: 1 });
  expect((await store.archive.readAll()).get('tiles')).toEqual(tiles);
  expect(await store.tiles.caches()).toEqual([cache]);

  expect(await (await ask('POST', 'admin/restore', small)).json()).toMatchObject({ services: 1 });
  expect((await store.archive.readAll()).get('tiles')).toEqual([]);
  expect(await store.tiles.caches()).toEqual([{ ...cache, version: 0, uses: [] }]);
  expect((await store.service('First'))?.definition).toEqual(service.definition);
});

test('a backup of the first format, with a part for each Blob, is still read', async () => {
  const { store, ask } = await made();
  const text = (value: unknown) => new Blob([typeof value === 'string' ? value : JSON.stringify(value)]);
  const parts = new Map([
    ['blobs/0', text('bytes')],
    [
      'stores/settings.json',
      text([{ key: 'datum-grids', value: [{ name: 'a', file: { $blob: 'blobs/0', type: '' } }] }]),
    ],
  ]);
  const files: Record<string, { bytes: number; sha256: string }> = {};
  for (const [name, part] of parts)
    files[name] = {
      bytes: part.size,
      sha256: createHash('sha256')
        .update(await part.bytes())
        .digest('hex'),
    };
  const manifest = { format: 'soapstone-backup', formatVersion: 1, madeAt: 0, stores: { settings: 1 }, files };
  const entries = [['backup.json', text(manifest)] as const, ...parts].map(([name, content]) => ({
    name,
    content,
    crc32: 0,
  }));

  expect(await (await ask('POST', 'admin/restore', writeStoredZip(entries))).json()).toMatchObject({ success: true });

  const [grid] = await readGrids(store);
  expect(await grid!.file.text()).toBe('bytes');
});

test('after a reset the same worker makes portals and demo services again', async () => {
  const { store, context, ask } = await made();
  let fetched = 0;
  const fetch = async (input: string) => {
    fetched++;
    if (input.endsWith('index.json')) return Response.json({ services: [{ name: 'World', file: 'World.zip' }] });
    const { definition, files } = madeService('World');
    return new Response(packService(definition, files) as Uint8Array<ArrayBuffer>);
  };
  let ids = 0;
  Object.assign(context, { fetch, passwordIterations: 1, newId: () => String(++ids).padStart(32, '0') });
  const hasAll = async () => {
    expect(await (await ask('GET', 'services?f=json')).json()).toMatchObject({ services: [{ name: 'World' }] });
    expect((await (await ask('GET', 'portals?f=json')).json()).portals).toHaveLength(2);
  };
  await hasAll();

  await ask('POST', 'admin/reset');

  expect(await store.services()).toEqual([]);
  await hasAll();
  expect(fetched).toBe(4);
});

test('after a reset nothing is stored', async () => {
  const { store, ask, publish } = await made();
  await publish('First');

  expect(await (await ask('POST', 'admin/reset')).json()).toEqual({ success: true });

  expect(await store.services()).toEqual([]);
  // Only the last versions remain, because a version must never be used for two contents.
  for (const [name, rows] of await store.archive.readAll()) if (name !== 'versions') expect(rows, name).toEqual([]);
});
