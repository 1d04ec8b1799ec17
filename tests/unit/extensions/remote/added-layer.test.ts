import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeRemote } from '../../../../src/extensions/remote/import/describe-remote.ts';
import { carryToRemote, makeRemote } from '../../../../src/extensions/remote/import/make-remote.ts';
import { answer } from '../../../../sw/answer.ts';
import type { Context } from '../../../../sw/context.ts';
import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import { unpackService } from '../../../../sw/service/package.ts';
import type { FetchRemote } from '../../../../sw/store/open-store.ts';
import { type Json, restJson } from '../../../contract/rest/ask-rest.ts';
import { type RangeServer, startRangeServer } from '../../../range-server.ts';
import { areaBox, areas } from '../../formats/by-range/areas.ts';
import { giantFile } from '../../formats/by-range/giant.ts';
import { administrator } from '../../portal/administrator.ts';
import { madeService, toBlobs } from '../../service/made-service.ts';
import { areasFile, remoteContext } from './remote-context.ts';

let server: RangeServer;
let context: Context;
beforeAll(async () => {
  server = await startRangeServer({ 'areas.fgb': areasFile });
});
afterAll(() => server?.stop());

async function post(query: string, body: Blob): Promise<Json> {
  const init = { method: 'POST', headers: await administrator(context), body };
  return (await answer(context, new Request(`${context.origin}/admin/services/Test?${query}`, init)))!.json();
}

/** Set up the service with copied rows, and return the package of a layer that reads a remote file. */
async function madeWorld(address = `${server.origin}/areas.fgb`): Promise<Blob> {
  context = await remoteContext();
  const { definition, files } = madeService();
  await context.store.publish({ ...definition, credits: ['Somebody'] }, toBlobs(files));
  const described = await describeRemote(sourceAddress(address), { fetchRemote: fetch });
  return makeRemote(described, { name: 'areas', title: 'Areas', description: 'Stays there.' });
}

const service = async () => (await context.store.service('Test'))!;

test('a layer elsewhere is added to a service of copied rows, whose layers stay as they are', async () => {
  const body = await madeWorld();
  const before = await service();
  const count = await restJson(context, 'services/Test/MapServer/1/query', { where: '1=1', returnCountOnly: true });
  expect(await post('version=1&id=0123456789ab', body)).toMatchObject({ success: true, version: 2 });
  const { definition } = await service();
  const [map, old] = [definition.maps[0]!, before.definition.maps[0]!];
  expect(map.layers.slice(0, old.layers.length)).toEqual(old.layers);
  expect(map.layers.at(-1)).toMatchObject({ LayerID: old.layers.length, Name: 'Areas', Description: 'Stays there.' });
  expect(definition.tables).toMatchObject(before.definition.tables);
  // The layer's source is added to the service's credits.
  expect(definition.credits).toEqual(['Somebody', new URL(server.origin).host]);
  expect(map.CopyrightText).toBe(old.CopyrightText);

  // Both layers respond, each from its own source.
  expect(await restJson(context, 'services/Test/MapServer/1/query', { where: '1=1', returnCountOnly: true })).toEqual(
    count,
  );
  const [west, south, east, north] = [5, 45, 9, 48];
  const actual = await restJson(context, `services/Test/MapServer/${old.layers.length}/query`, {
    ...{ geometry: [west, south, east, north].join(), geometryType: 'esriGeometryEnvelope', inSR: 4326 },
    ...{ spatialRel: 'esriSpatialRelEnvelopeIntersects', returnCountOnly: true },
  });
  const expected = areas().filter((item) => {
    const [xmin, ymin, xmax, ymax] = areaBox(item);
    return xmin <= east && xmax >= west && ymin <= north && ymax >= south;
  });
  expect(actual).toMatchObject({ count: expected.length });
});

test('a request for a layer elsewhere that arrives twice changes a service once', async () => {
  const body = await madeWorld();
  const query = 'version=1&id=0123456789ab&position=top';
  expect(await post(query, body)).toMatchObject({ success: true, version: 2 });
  expect(await post(query, body)).toMatchObject({ success: true, version: 2 });
  const { definition } = await service();
  expect(definition.maps[0]!.layers.map(({ Name }) => Name)).toEqual(['Areas', 'All', 'Places']);
  // Adding the same file again makes another layer.
  expect(await post('version=2&id=ba9876543210', body)).toMatchObject({ success: true, version: 3 });
  expect(Object.values((await service()).definition.tables).filter(({ remote }) => remote)).toHaveLength(2);
});

test.each([
  ['not set', 0, 'own'],
  ['farther out than the file allows', 1e9, 'own'],
  ['nearer', 500, 'before'],
])('new data elsewhere keep what is set on a layer, and a scale that is %s', async (_, MinScale, winner) => {
  const giant = giantFile();
  const fetchRemote: FetchRemote = async (_address, { headers }) => {
    const [first, last] = /(\d+)-(\d+)/
      .exec((headers as Record<string, string>).range!)!
      .slice(1)
      .map(Number) as [number, number];
    const end = Math.min(last + 1, giant.sizeBytes);
    const range = { etag: '"g"', 'content-range': `bytes ${first}-${end - 1}/${giant.sizeBytes}` };
    return new Response(giant.read(first, end - first), { status: 206, headers: range });
  };
  const makePackage = async (address: string, fetched: FetchRemote) => {
    const described = await describeRemote(sourceAddress(address), { fetchRemote: fetched });
    return makeRemote(described, { name: 'Test', title: 'Fresh', description: '', wkid: 4326 });
  };
  const body = await makePackage('https://data.example.org/giant.fgb', fetchRemote);
  const [firstLayer] = (await unpackService(body)).definition.maps[0]!.layers;
  expect(firstLayer!.MinScale).toBeGreaterThan(500);
  const { definition: before } = await unpackService(await makePackage(`${server.origin}/areas.fgb`, fetch));
  const [map] = before.maps;
  const was = { ...map!.layers[0]!, Name: 'Mine', CopyrightText: 'Me', MinScale };
  const carried = await carryToRemote(body, { ...before, maps: [{ ...map!, layers: [was] }] });
  const { definition } = await unpackService(carried.package);
  expect(definition.maps[0]!.layers[0]).toMatchObject({
    ...{ Name: 'Mine', CopyrightText: 'Me' },
    MinScale: winner === 'own' ? firstLayer!.MinScale : MinScale,
  });
  expect(definition.credits).toEqual([new URL(server.origin).host, 'data.example.org']);
});
