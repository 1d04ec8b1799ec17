import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeRemote } from '../../../../src/extensions/remote/import/describe-remote.ts';
import { makeRemote } from '../../../../src/extensions/remote/import/make-remote.ts';
import { de } from '../../../../src/text/de.ts';
import { answer } from '../../../../sw/answer.ts';
import type { Context } from '../../../../sw/context.ts';
import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import type { RemoteFile } from '../../../../sw/rows/manifest.ts';
import { unpackService } from '../../../../sw/service/package.ts';
import type { FetchRemote } from '../../../../sw/store/open-store.ts';
import { administrator } from '../../portal/administrator.ts';
import { areasFile, remoteContext } from './remote-context.ts';

const file = readFileSync(areasFile);
const local = `local:${'0123456789abcdef'.repeat(2)}/gr%C3%B6%C3%9Fer%20als%2010%20GB.fgb`;

async function ask(context: Context, path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Response> {
  const headers = path.startsWith('admin/') ? await administrator(context) : {};
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  return (await answer(context, new Request(`${context.origin}/${path}`, init)))!;
}

/** Return a `fetch` that answers range requests for one file. */
const makeFetch =
  (bytes: Uint8Array<ArrayBuffer>): FetchRemote =>
  async (_, init) => {
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(new Headers(init.headers).get('range') ?? '')!;
    const headers = { etag: '"1"', 'content-range': `bytes ${from}-${to}/${bytes.length}` };
    return new Response(bytes.subarray(Number(from), Number(to) + 1), { status: 206, headers });
  };
const fetchFile = makeFetch(file);

/** Publish a service as an earlier version did, with its rows at `remote`. */
async function publishEarlier(remote: Partial<RemoteFile>) {
  const described = await describeRemote(sourceAddress('https://data.example.org/areas.fgb'), {
    fetchRemote: fetchFile,
  });
  if (described.kind !== 'rows') throw new Error('no rows');
  const choices = { name: 'Here', title: 'areas', description: '' };
  const made = makeRemote({ ...described, remote: { ...described.remote, ...remote } }, choices);
  const { definition, files } = await unpackService(made);
  const context = await remoteContext(fetchFile);
  await context.store.publish(definition, files);
  const error: unknown = await context.store
    .table((await context.store.service('Here'))!, Object.keys(definition.tables)[0]!)
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'source-failed', detail: { reason: 'no-longer' } });
  const { code, message, detail } = error as { code: string; message: string; detail: Record<string, unknown> };
  expect(de.faults.said(code, message, detail)).toContain('Fügen Sie die Daten neu hinzu');
  return context;
}

const tiles = { layer: 'ways', level: 14, range: { rowMin: 0, rowMax: 7, colMin: 0, colMax: 7 } };

test.each([
  [
    { address: local, version: 'modified:1' },
    { host: '', name: 'größer als 10 GB.fgb' },
    'größer als 10 GB.fgb: files on this computer are no longer read in place. Add its data again.',
  ],
  [
    { address: 'https://data.example.org/ways.pmtiles', format: 'pmtiles', tiles },
    { host: 'data.example.org', name: 'data.example.org/ways.pmtiles' },
    'data.example.org/ways.pmtiles: vector tiles on other servers are no longer layers. Add its data again.',
  ],
] as const)(
  'a layer of an earlier version that is no longer read in place says so (%j)',
  async (remote, source, message) => {
    const context = await publishEarlier(remote);
    // The service can still be described
    const layer = 'rest/services/Here/MapServer/0';
    expect(await (await ask(context, `${layer}?f=json`)).json()).toMatchObject({ geometryType: 'esriGeometryPolygon' });
    // Requests that need rows fail with advice
    const view = 'bbox=5,4,6,5&bboxSR=4326&size=64,64&f=image';
    for (const path of [`${layer}/query?where=n>5&f=json`, `rest/services/Here/MapServer/export?${view}`])
      expect(await (await ask(context, path)).text()).toContain(message);
    // An offline area leaves the file out; the service's page lists the file and can delete its stored data
    const area = {
      extent: [5, 4, 6, 5],
      reference: { type: 'GeographicCoordinateSystem', WKID: 4326 },
      resolution: 0.01,
    };
    expect(await (await ask(context, 'admin/sources/Here', { area })).json()).toEqual({ files: [] });
    expect(await (await ask(context, 'admin/sources/Here')).json()).toMatchObject({
      sources: [{ ...source, storedBytes: 0 }],
    });
    expect((await ask(context, 'admin/sources/Here', undefined, 'DELETE')).status).toBe(200);
  },
);

test('an address of a file on this computer is none any more, and vector tiles at one are to be copied', async () => {
  expect(() => sourceAddress(local)).toThrow('expected an http or https URL');
  const bytes = readFileSync('tests/unit/formats/files/tiles/vector.pmtiles');
  const fetchRemote = makeFetch(bytes);
  await expect(
    describeRemote(sourceAddress('https://data.example.org/a.pmtiles'), { fetchRemote }),
  ).rejects.toMatchObject({ detail: { reason: 'vector-tiles', bytes: bytes.length } });
});
