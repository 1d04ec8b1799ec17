import { openIndexedDb } from '../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { ask } from '../../src/client/ask.ts';
import type { Transport } from '../../src/client/transport.ts';
import { answer } from '../../sw/answer.ts';
import type { Context } from '../../sw/context.ts';
import { openStore } from '../../sw/portal/store/open-store.ts';
import { unpackService } from '../../sw/service/package.ts';
import { administrator } from '../unit/portal/administrator.ts';
import { madeService, toBlobs } from '../unit/service/made-service.ts';

const origin = 'https://maps.test';
let ids = 0;

async function made() {
  const now = () => Date.UTC(2026, 0, 1);
  const newId = () => String(++ids).padStart(32, '0');
  const store = await openStore({ openDatabase: openIndexedDb, databaseName: `attached-${++ids}`, now, newId });
  await store.setSetting('demo-published', true);
  const { definition, files } = madeService();
  await store.publish({ ...definition, folder: 'Town' }, toBlobs(files));
  const context = { store, now, origin, base: '/', newId, yieldNow: async () => undefined } as unknown as Context;
  const send = async (method: string, query: string, body?: Blob, headers?: Record<string, string>) =>
    (await answer(
      context,
      new Request(`${origin}/admin/attachments/Town/Test?${query}`, {
        method,
        ...(body ? { body } : {}),
        headers: { ...(await administrator(context)), ...headers },
      }),
    ))!;
  const transport: Transport = {
    kind: 'worker',
    base: `${origin}/`,
    send: async (path, init) => (await answer(context, new Request(`${origin}/${path}`, init as RequestInit)))!,
    close: () => undefined,
  };
  const table = (TableID: number) => ({ MapName: 'Layers', TableID });
  return { context, store, transport, send, table };
}

const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 37) % 256);
const embedded = 'gisTransportTypeEmbedded' as const;
const image = new Blob([bytes], { type: 'image/png' });

test.each([
  [1, 'places'],
  [2, 'notes'],
])(
  'a file attached to a row of layer or table %i is told and given by the operations to the byte',
  async (id, name) => {
    const { transport, send, table } = await made();
    const before = await ask(transport, 'Town/Test', 'GetServerInfo', { MapName: 'Layers' });
    expect(before.Result.MapLayerInfos?.[1]?.HasAttachments).toBe(false);
    const query = `table=${name}&row=2&id=41&name=${encodeURIComponent('A & <b> ü.png')}&size=1000`;
    const added = await send('POST', query, image);
    expect([added.status, await added.json()]).toMatchObject([200, { success: true, key: 'Town/Test', version: 2 }]);
    expect(await (await send('POST', query, image)).json()).toMatchObject({ success: true, version: 2 });

    const info = { AttachmentID: 41, ParentID: 2, Name: 'A & <b> ü.png', ContentType: 'image/png', Size: 1000 };
    const { Result: infos } = await ask(transport, 'Town/Test', 'QueryAttachmentInfos', {
      ...table(id),
      RowIDs: [1, 2],
    });
    expect(infos).toMatchObject([info]);
    const requested = { ...table(id), AttachmentIDs: [41], TransportType: embedded };
    const { Result } = await ask(transport, 'Town/Test', 'QueryAttachmentData', requested);
    expect(Result).toMatchObject([{ AttachmentInfo: info }]);
    expect(Result[0]!.Data).toEqual(bytes);

    expect(await (await send('GET', `table=${name}&row=2`)).json()).toEqual({
      attachments: [{ id: 41, row: 2, name: info.Name, contentType: 'image/png', size: 1000 }],
    });
    expect(await (await send('GET', `table=${name}&row=1`)).json()).toEqual({ attachments: [] });
    const file = await send('GET', `table=${name}&id=41`);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
    expect(file.headers.get('content-security-policy')).toContain('sandbox');

    for (let twice = 0; twice < 2; twice++)
      expect(await (await send('DELETE', `table=${name}&id=41`)).json()).toMatchObject({ success: true, version: 3 });
    await expect(
      ask(transport, 'Town/Test', 'QueryAttachmentInfos', { ...table(id), RowIDs: [2] }),
    ).rejects.toMatchObject({
      code: 'not-supported',
    });
  },
);

test('an attached file goes with the package of its service and with its new name', async () => {
  const { context, transport, send, store, table } = await made();
  await send('POST', 'table=places&row=3&id=5&name=a.png', image);
  const headers = await administrator(context);
  const packed = await answer(context, new Request(`${origin}/admin/services/Town/Test?f=package`, { headers }));
  const { definition, files } = await unpackService(await packed!.blob());
  await store.publish({ ...definition, name: 'Copy' }, files);
  const body = '{"service":{"name":"Other"}}';
  await answer(context, new Request(`${origin}/admin/services/Town/Test`, { method: 'PATCH', headers, body }));
  for (const service of ['Town/Copy', 'Town/Other']) {
    const requested = { ...table(1), AttachmentIDs: [5], TransportType: embedded };
    expect((await ask(transport, service, 'QueryAttachmentData', requested)).Result[0]!.Data).toEqual(bytes);
  }
});

test.each([
  ['POST', 'table=places&row=1&id=5&name=a.png&size=999', 'bad-value', 400],
  ['POST', 'table=places&row=1&id=5&name=', 'bad-value', 400],
  ['POST', 'table=places&row=1&id=x&name=a', 'bad-value', 400],
  ['POST', 'table=places&row=1.5&id=5&name=a', 'bad-value', 400],
  ['POST', 'table=places&row=9&id=5&name=a', 'unknown-id', 400],
  ['POST', 'table=__proto__&row=1&id=5&name=a', 'not-found', 404],
  ['DELETE', 'table=nothing&id=5', 'not-found', 404],
  ['GET', 'table=places&id=5', 'unknown-id', 400],
  ['PUT', 'table=places&id=5', 'bad-method', 405],
] as const)('%s of %s is refused with %s', async (method, query, code, status) => {
  const { send, store } = await made();
  const response = await send(method, query, method === 'GET' || method === 'DELETE' ? undefined : image);
  expect([response.status, await response.json()]).toMatchObject([status, { error: { messageCode: code } }]);
  expect((await store.service('Town/Test'))?.version).toBe(1);
});

test('a form of another site attaches nothing', async () => {
  const { send } = await made();
  const response = await send('POST', 'table=places&row=1&id=5&name=a', image, { origin: 'https://other.test' });
  expect(await response.json()).toMatchObject({ error: { messageCode: 'not-allowed' } });
});
