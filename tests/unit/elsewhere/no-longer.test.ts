import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeElsewhere } from '../../../src/publisher/elsewhere/describe-elsewhere.ts';
import { makeElsewhere } from '../../../src/publisher/elsewhere/make-elsewhere.ts';
import { de } from '../../../src/text/de.ts';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { sourceAddress } from '../../../sw/rows/remote/source-address.ts';
import { unpackService } from '../../../sw/service/package.ts';
import { administrator } from '../portal/administrator.ts';
import { areasFile, elsewhereContext } from './elsewhere-context.ts';

const file = readFileSync(areasFile);
const local = `local:${'0123456789abcdef'.repeat(2)}/gr%C3%B6%C3%9Fer%20als%2010%20GB.fgb`;

async function ask(context: Context, path: string, method = 'GET'): Promise<Response> {
  const headers = path.startsWith('admin/') ? await administrator(context) : {};
  return (await answer(context, new Request(`${context.origin}/${path}`, { method, headers })))!;
}

const fetchFile = async (_: string, init: RequestInit) => {
  const [, from, to] = /bytes=(\d+)-(\d+)/.exec(new Headers(init.headers).get('range') ?? '')!;
  const headers = { etag: '"1"', 'content-range': `bytes ${from}-${to}/${file.length}` };
  return new Response(file.subarray(Number(from), Number(to) + 1), { status: 206, headers });
};

test('a layer that an earlier version reads from a file on this computer says that its data must be added again', async () => {
  // Given the package of an earlier version
  const described = await describeElsewhere(sourceAddress('https://data.example.org/areas.fgb'), {
    fetchElsewhere: fetchFile,
  });
  if (described.kind !== 'rows') throw new Error('no rows');
  const remote = { ...described.remote, address: local, version: 'modified:1' };
  const choices = { name: 'Here', title: 'areas', description: '' };
  const { definition, files } = await unpackService(makeElsewhere({ ...described, remote }, choices));
  const context = await elsewhereContext();
  await context.store.publish(definition, files);

  // Then the service is described as before
  const layer = 'rest/services/Here/MapServer/0';
  expect(await (await ask(context, `${layer}?f=json`)).json()).toMatchObject({
    id: 0,
    geometryType: 'esriGeometryPolygon',
  });
  // And what needs its rows says what to do
  const view = 'bbox=5,4,6,5&bboxSR=4326&size=64,64&f=image';
  for (const path of [`${layer}/query?where=n>5&f=json`, `rest/services/Here/MapServer/export?${view}`])
    expect(await (await ask(context, path)).text()).toContain(
      'größer als 10 GB.fgb: files on this computer are no longer read in place. Add its data again.',
    );
  const [table] = Object.keys(definition.tables);
  const error = await context.store
    .table((await context.store.service('Here'))!, table!)
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'source-failed', detail: { reason: 'no-longer' } });
  const { code, message, detail } = error as { code: string; message: string; detail: Record<string, unknown> };
  expect(de.faults.said(code, message, detail)).toContain('Fügen Sie die Daten neu hinzu');
  // And the page of the service lists it, and can delete it
  expect(await (await ask(context, 'admin/sources/Here')).json()).toMatchObject({
    sources: [{ host: '', name: 'größer als 10 GB.fgb', storedBytes: 0 }],
  });
  expect((await ask(context, 'admin/sources/Here', 'DELETE')).status).toBe(200);
  expect(() => sourceAddress(local)).toThrow('https://');
});
