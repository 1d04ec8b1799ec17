import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Context } from '../../../sw/context.ts';
import { answerReset } from '../../../sw/endpoints/backup.ts';
import { publishDemoOnce } from '../../../sw/endpoints/demo.ts';
import { markServices } from '../../../sw/endpoints/mark.ts';
import type { RequestContext } from '../../../sw/endpoints/request-context.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { emptyMark, type Mark } from '../../../sw/service/mark.ts';
import { packService } from '../../../sw/service/package.ts';
import { madeService } from '../service/made-service.ts';

/** Simulate a browser whose database may change between visits while its marker stays. */
function browser() {
  let mark: Mark | undefined;
  let ids = 0;
  const marks = {
    read: async () => mark,
    write: async (requested: Mark) => {
      mark = requested;
    },
  };
  const fetch = async (file: string) => {
    if (file.endsWith('index.json')) return Response.json({ services: [{ name: 'Demo', file: 'Demo.zip' }] });
    const { definition, files } = madeService('Demo');
    return new Response(packService(definition, files) as Uint8Array<ArrayBuffer>);
  };
  const openApp = async (databaseName: string) => {
    const newId = () => String(++ids);
    const store = await openStore({ openDatabase: openIndexedDb, databaseName, now: () => 5, newId });
    return {
      store,
      marks,
      fetch,
      newId,
      now: () => 5,
      base: '/',
      origin: 'http://soapstone.test',
    } as unknown as Context;
  };
  const keys = async ({ store }: Context) => (await store.services()).map(({ key }) => key);
  return { openApp, marks, keys };
}

async function publishOwnMap({ store }: Context): Promise<void> {
  const { definition, files } = madeService('Mine');
  await store.publish(definition, new Map([...files].map(([name, bytes]) => [name, new Blob([bytes as BlobPart])])));
}

const note = async (context: Context) => markServices(context, await context.store.services());

test('services that the browser has dropped are told, and no demo takes their place before a person decides', async () => {
  const { openApp, marks, keys } = browser();
  const before = await openApp('whole');
  await publishDemoOnce(before);
  await publishOwnMap(before);
  await note(before);
  const services = (await before.store.services()).map((record) => record.definition.document.Title || record.key);
  expect(services).toHaveLength(2);

  const after = await openApp('empty');
  await publishDemoOnce(after);
  await note(after);

  expect(await keys(after)).toEqual([]);
  expect(await marks.read()).toEqual({ dataId: '1', seenAt: 5, services, isLost: true });
  await marks.write(emptyMark);
  await publishDemoOnce(after);
  await note(after);
  expect(await keys(after)).toEqual(['Demo']);
  expect(await marks.read()).toMatchObject({ dataId: '2', services: [services[0]] });
});

test('a database that was never finished is not lost', async () => {
  const { openApp, marks, keys } = browser();
  const offline = { ...(await openApp('unfinished')), fetch: () => Promise.reject(new TypeError('offline')) };
  await publishOwnMap(offline);
  await note(offline);

  const online = await openApp('unfinished');
  await publishDemoOnce(online);

  expect(await keys(online)).toEqual(['Demo', 'Mine']);
  expect((await marks.read())?.isLost).toBeUndefined();
});

test('what a person empties is not lost', async () => {
  const { openApp, keys } = browser();
  const context = await openApp('emptied');
  await publishDemoOnce(context);
  await note(context);

  await answerReset({ context, url: new URL('http://soapstone.test/admin/reset') } as RequestContext);
  await publishDemoOnce(context);

  expect(await keys(context)).toEqual(['Demo']);
});
