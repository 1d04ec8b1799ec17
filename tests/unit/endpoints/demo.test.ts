import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Context } from '../../../sw/context.ts';
import { publishDemoOnce, publishFirstDemo } from '../../../sw/endpoints/demo.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { packService } from '../../../sw/service/package.ts';
import { madeService } from '../service/made-service.ts';

const index = { services: ['First', 'Second'].map((name) => ({ name, file: `${name}.zip` })) };

/** Make a context over an empty database. Its web server returns each of two packages when the test opens its gate. */
async function emptyWorld() {
  const store = await openStore({
    openDatabase: openIndexedDb,
    databaseName: `demo-${Math.random()}`,
    now: () => 0,
    newId: () => '1',
  });
  const requested: string[] = [];
  const open = new Map<string, () => void>();
  const gates = new Map(index.services.map(({ file }) => [file, new Promise<void>((give) => open.set(file, give))]));
  const fetch = async (input: RequestInfo | URL) => {
    const file = String(input).split('/').at(-1)!;
    requested.push(file);
    if (file === 'index.json') return Response.json(index);
    await gates.get(file);
    const { definition, files } = madeService(file.replace('.zip', ''));
    return new Response(packService(definition, files) as Uint8Array<ArrayBuffer>);
  };
  const context = { store, fetch, base: '/', origin: 'http://soapstone.test' } as unknown as Context;
  return { context, store, requested, give: (file: string) => open.get(file)!() };
}

test('who asks for one demo service waits for that one alone', async () => {
  const { context, store, requested, give } = await emptyWorld();
  give('First.zip');

  await publishFirstDemo(context);
  await publishDemoOnce(context, 'First');

  expect((await store.services()).map(({ key }) => key)).toEqual(['First']);
  expect(await store.setting('demo-published')).toBeUndefined();
  expect(requested).toEqual(['index.json', 'First.zip']);
  const all = publishDemoOnce(context);
  give('Second.zip');
  await all;
  expect((await store.services()).map(({ key }) => key)).toEqual(['First', 'Second']);
  expect(await store.setting('demo-published')).toBe(true);
  expect(requested).toEqual(['index.json', 'First.zip', 'Second.zip']);
});

test('a service that is no demo is looked for when all of them are there', async () => {
  const { context, store, give } = await emptyWorld();
  for (const { file } of index.services) give(file);

  await publishDemoOnce(context, 'Elsewhere');

  expect(await store.services()).toHaveLength(2);
});

test('what could not be fetched is tried again by the next call, and what is there is not fetched twice', async () => {
  const { context, store, requested, give } = await emptyWorld();
  for (const { file } of index.services) give(file);
  const { fetch } = context;
  const withoutSecond = (input: RequestInfo | URL) =>
    String(input).endsWith('Second.zip') ? Promise.reject(new TypeError('offline')) : fetch(input as string);
  Object.assign(context, { fetch: withoutSecond });

  await publishDemoOnce(context);
  expect((await store.services()).map(({ key }) => key)).toEqual(['First']);
  Object.assign(context, { fetch });
  await publishDemoOnce(context, 'Second');

  expect(await store.services()).toHaveLength(2);
  expect(requested).toEqual(['index.json', 'First.zip', 'index.json', 'Second.zip']);
});
