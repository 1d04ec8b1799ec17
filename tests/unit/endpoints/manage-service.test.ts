import { expect, test, vi } from 'vitest';
import { unpackService } from '../../../sw/service/package.ts';
import { madeService, toBlobs } from '../service/made-service.ts';
import { managedService, origin } from './managed-service.ts';

test('the definition is told without what tells where the rows stand', async () => {
  const { json, store } = await managedService();
  const reported = (await json('GET', 'admin/services/Test?f=definition')) as Record<string, unknown>;
  const { definition } = (await store.service('Test'))!;
  expect(reported).toMatchObject({ version: 1, access: 'public' });
  expect((reported.definition as typeof definition).maps).toEqual(definition.maps);
  const { batches, levels, attributes, attachments, ...rest } = definition.tables.places!;
  expect((reported.definition as typeof definition).tables.places).toEqual({ ...rest, attachmentCount: 0 });
});

test('limits, document, aliases, domains and relations are changed, and what is not named stays', async () => {
  const { patch, store } = await managedService();
  const before = (await store.service('Test'))!.definition;
  const field = before.tables.places!.fields.find(({ Type }) => Type === 'gisFieldTypeString')!.Name;
  const answered = await patch({
    service: { limits: { MaximumRecordCount: 5 }, document: { Title: 'A <b>title</b>' }, capabilities: ['Map'] },
    layers: [{ LayerID: 1, fields: { [field]: { AliasName: 'Called' } } }],
  });
  expect(answered).toMatchObject({ success: true, version: 2 });
  const after = (await store.service('Test'))!.definition;
  expect(after.limits).toEqual({ ...before.limits, MaximumRecordCount: 5 });
  expect(after.document).toEqual({ ...before.document, Title: 'A <b>title</b>' });
  expect(after.capabilities).toEqual(['Map']);
  expect(after.tables.places!.fields.find(({ Name }) => Name === field)!.AliasName).toBe('Called');
});

test('a service moves to another name with its rows, its rights and its item', async () => {
  const { patch, store, json, signIn, signOut } = await managedService();
  await patch({ access: 'private' });
  signOut();
  expect((await patch({ service: { name: 'Other' } })).error).toMatchObject({ messageCode: 'token-required' });
  await signIn();
  const [item] = await store.portal.all('items').then((all) => all.filter(({ serviceKey }) => serviceKey === 'Test'));
  expect(item).toBeDefined();

  expect(await patch({ service: { name: 'Other', folder: 'Maps' } })).toMatchObject({ key: 'Maps/Other', version: 1 });

  expect(await store.service('Test')).toBeUndefined();
  const record = (await store.service('Maps/Other'))!;
  expect((await (await store.table(record, 'places')).attributes(0)).rowCount).toBe(3);
  expect(await store.portal.get('serviceSettings', 'Maps/Other')).toMatchObject({
    access: 'private',
    itemId: item!.id,
  });
  expect(await store.portal.get('serviceSettings', 'Test')).toBeUndefined();
  expect(await store.portal.get('items', [item!.portalId, item!.id])).toMatchObject({
    serviceKey: 'Maps/Other',
    url: `${origin}/services/Maps/Other/MapServer`,
  });
  expect(await json('GET', 'admin/services')).toEqual({
    services: [{ key: 'Maps/Other', title: 'Test', version: 1, access: 'private' }],
  });
  // Without a token the service is hidden.
  signOut();
  expect(await json('GET', 'services?f=json')).toMatchObject({ services: [] });
  expect(await json('GET', 'admin/services')).toEqual({ services: [] });
});

test('an exported package publishes the same service again', async () => {
  const { ask, store } = await managedService();
  const response = await ask('GET', 'admin/services/Test?f=package');
  const { definition, files } = await unpackService(await response.blob());
  const stored = (await store.portal.storedService('Test'))!;
  expect(definition).toEqual(stored.record.definition);
  for (const [name, blob] of stored.files)
    expect(new Uint8Array(await files.get(name)!.arrayBuffer())).toEqual(new Uint8Array(await blob.arrayBuffer()));
});

test('a private service that was deleted comes back private, with its rights in the transaction of its rows', async () => {
  const { ask, json, patch, signOut, store } = await managedService();
  await patch({ access: 'private' });
  const body = await (await ask('GET', 'admin/services/Test?f=package')).blob();
  await json('DELETE', 'admin/services/Test');
  expect(await store.portal.get('serviceSettings', 'Test')).toBeUndefined();
  // Every write transaction must leave the service either absent or private.
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const publish = (query: string) => ask('POST', `admin/services${query}`, body);
  expect((await publish('?access=secret')).status).toBe(400);
  for (const version of [2, 3]) {
    expect(await (await publish('?access=private')).json()).toMatchObject({ success: true, key: 'Test', version });
    expect(await store.portal.get('serviceSettings', 'Test')).toMatchObject({ access: 'private' });
  }
  const writers = transaction.mock.calls.filter(
    ([names, mode]) => mode === 'readwrite' && [...names].includes('services'),
  );
  transaction.mockRestore();
  expect(writers.length).toBe(2);
  for (const [names] of writers) expect(names).toContain('serviceSettings');
  signOut();
  expect(await json('GET', 'services?f=json')).toMatchObject({ services: [] });
  expect((await ask('GET', 'services/Test/MapServer?f=json')).status).toBe(404);
});

test.each([
  ['a name that is taken', { service: { name: 'Taken' } }, 'bad-value'],
  ['an empty name', { service: { name: '' } }, 'bad-package'],
  ['a name with a script in it', { service: { name: '<script>' } }, 'bad-package'],
  ['a limit below one', { service: { limits: { MaximumRecordCount: 0 } } }, 'bad-package'],
  ['a limit that is none', { service: { limits: { Coffee: 1 } } }, 'bad-value'],
  ['a member of the service that data hang on', { service: { tables: {} } }, 'bad-value'],
  ['rights that are none', { access: 'secret' }, 'bad-value'],
  ['rights and something else', { access: 'private', layers: [{ LayerID: 0 }] }, 'bad-value'],
  ['a field that is not there', { layers: [{ LayerID: 1, fields: { NOPE: { AliasName: 'x' } } }] }, 'unknown-field'],
  [
    'a member of every object as field',
    JSON.parse('{"layers":[{"LayerID":1,"fields":{"__proto__":{"AliasName":"x"}}}]}'),
    'unknown-field',
  ],
  ['a type of a field', { layers: [{ LayerID: 1, fields: { OBJECTID: { Type: 'x' } } }] }, 'bad-value'],
  [
    'a relation to nowhere',
    {
      mapInfo: {
        relationships: [
          {
            RelationshipID: 0,
            forwardName: '',
            backwardName: '',
            originId: 0,
            destinationId: 99,
            originKey: 'OBJECTID',
            destinationKey: 'x',
            Cardinality: 'gisRelCardinalityOneToMany',
            IsComposite: false,
          },
        ],
      },
    },
    'bad-package',
  ],
])('%s is refused and changes nothing', async (_, body, code) => {
  const { store, patch } = await managedService();
  const { definition, files } = madeService();
  await store.publish({ ...definition, name: 'Taken' }, toBlobs(files));
  const before = await store.services();

  expect((await patch(body)).error).toMatchObject({ messageCode: code });
  expect(await store.services()).toEqual(before);
});
