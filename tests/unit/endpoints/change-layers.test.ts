import { expect, test } from 'vitest';
import type { TableInput } from '../../../sw/rows/write/table-input.ts';
import { writeTable } from '../../../sw/rows/write/write-table.ts';
import type { RelationshipDefinition, ServiceDefinition } from '../../../sw/service/definition.ts';
import { packService, unpackService } from '../../../sw/service/package.ts';
import { field, makeGeometryBatch, wgs84 } from '../rows/made-table.ts';
import { madeService, threePlaces, toBlobs } from '../service/made-service.ts';
import { managedService } from './managed-service.ts';

const noteRelationship: RelationshipDefinition = {
  RelationshipID: 4,
  forwardName: 'Notes',
  backwardName: 'Places',
  originId: 1,
  destinationId: 2,
  originKey: 'NAME',
  destinationKey: 'TEXT',
  Cardinality: 'gisRelCardinalityOneToMany',
  IsComposite: false,
};
/** Two towns in the south, with another field. */
const towns: TableInput = {
  name: 'places',
  fields: [field('NAME'), field('AREA', 'gisFieldTypeDouble')],
  columns: [
    ['Genève', 'Lugano'],
    [16, 32],
  ],
  rowCount: 2,
  geometry: makeGeometryBatch('point', [[[6.14, 46.2]], [[8.95, 46]]]),
  spatialReference: wgs84,
};
const roads: TableInput = {
  ...towns,
  name: 'roads',
  geometry: makeGeometryBatch('polyline', [
    [
      [6, 46],
      [7, 46],
    ],
    [
      [7, 46],
      [8, 46],
    ],
  ]),
};

/** Make a package with one layer. */
function packTable(input: TableInput, change: Partial<ServiceDefinition['maps'][number]['layers'][number]> = {}): Blob {
  const { definition } = madeService('Fresh');
  const { manifest, files } = writeTable(input);
  const [map] = definition.maps;
  const layer = { ...map!.layers[1]!, LayerID: 0, ParentLayerID: -1, table: 'places', ...change };
  const maps = [{ ...map!, layers: [layer], standaloneTables: [] }];
  const body = packService({ ...definition, maps, tables: { places: manifest } }, files);
  return new Blob([body as Uint8Array<ArrayBuffer>]);
}

async function madeWorld() {
  const world = await managedService();
  const { json, store } = world;
  await world.patch({ mapInfo: { relationships: [noteRelationship] } });
  const post = (query: string, body: Blob) => json('POST', `admin/services/Test?${query}`, body);
  const service = async () => (await store.service('Test'))!;
  const listNames = async (table: string): Promise<unknown[]> => {
    const { columns } = await (await store.table(await service(), table)).attributes(0);
    return [...columns.get('NAME')!.values];
  };
  const fileCount = async () => (await store.portal.storedService('Test'))!.files.size;
  return { ...world, post, service, namesOf: listNames, fileCount };
}

test('a layer is added below the others, whose ids stay, and tables and relations follow', async () => {
  const { post, service, store, ask } = await madeWorld();
  const before = await service();
  const answer = await post('version=2&id=0123456789ab', packTable(towns, { Name: 'Towns' }));
  expect(answer).toMatchObject({ success: true, version: 3 });
  const { definition, bytes } = await service();
  const [map] = definition.maps;
  expect(map!.layers.map(({ LayerID, Name, ParentLayerID, table }) => [LayerID, Name, ParentLayerID, table])).toEqual([
    [0, 'All', -1, undefined],
    [1, 'Places', 0, 'places'],
    [2, 'Towns', -1, 'places_2'],
  ]);
  expect(map!.standaloneTables[0]).toMatchObject({ ID: 3, Name: 'Notes' });
  expect(map!.relationships).toEqual([{ ...noteRelationship, destinationId: 3 }]);
  // The extent chosen by the user grows, but the view doesn't change.
  expect(map!.fullExtent[0]).toBeLessThan(6.14);
  expect(map!.extent).toEqual([5, 45, 11, 48]);
  expect(bytes).toBeGreaterThan(before.bytes);
  expect((await store.table(await service(), 'places')).manifest.rowCount).toBe(3);
  expect((await store.table(await service(), 'places_2')).manifest.rowCount).toBe(2);
  // The whole service can be exported as a package and read again.
  const { files } = await unpackService(await (await ask('GET', 'admin/services/Test?f=package')).blob());
  expect([...files.keys()].filter((name) => name.startsWith('0123456789ab-'))).toHaveLength(3);
});

test('a layer is added on top, and all ids and relations move with it', async () => {
  const { post, service } = await madeWorld();
  await post('version=2&id=0123456789ab&position=top', packTable(towns, { Name: 'Towns' }));
  const [map] = (await service()).definition.maps;
  expect(map!.layers.map(({ LayerID, Name, ParentLayerID }) => [LayerID, Name, ParentLayerID])).toEqual([
    [0, 'Towns', -1],
    [1, 'All', -1],
    [2, 'Places', 1],
  ]);
  expect(map!.relationships).toEqual([{ ...noteRelationship, originId: 2, destinationId: 3 }]);
});

test('the data of a layer are replaced under its id, and the former files are gone', async () => {
  const { post, service, namesOf, fileCount } = await madeWorld();
  const count = await fileCount();
  await post('version=2&id=0123456789ab&layer=1', packTable(towns));
  const { definition } = await service();
  expect(definition.maps[0]!.layers[1]).toMatchObject({ LayerID: 1, ParentLayerID: 0, table: 'places' });
  expect(definition.maps[0]!.relationships).toEqual([noteRelationship]);
  expect((await namesOf('places')).toSorted()).toEqual(['Genève', 'Lugano']);
  expect(await fileCount()).toBe(count);
  // Replace the layer again, now over files that were added.
  await post('version=3&id=ba9876543210&layer=1', packTable(threePlaces));
  expect(await namesOf('places')).toContain('Bern');
  expect(await fileCount()).toBe(count);
  await post('version=4&id=aaaaaaaaaaaa&layer=1', packTable({ ...towns, fields: [field('NOM'), towns.fields[1]!] }));
  expect((await service()).definition.maps[0]).not.toHaveProperty('relationships');
});

test('a request that arrives twice changes a service once', async () => {
  const { post, service } = await madeWorld();
  const bodies = [packTable(towns), packTable(towns)];
  expect(await post('version=2&id=0123456789ab', bodies[0]!)).toMatchObject({ version: 3 });
  expect(await post('version=2&id=0123456789ab', bodies[1]!)).toMatchObject({ success: true, version: 3 });
  expect((await service()).definition.maps[0]!.layers).toHaveLength(3);
});

test('a service that was changed meanwhile is left as it is, also between two that come at once', async () => {
  const { post, service } = await madeWorld();
  expect(await post('version=1&id=0123456789ab', packTable(towns))).toMatchObject({
    error: { messageCode: 'conflict' },
  });
  const both = ['0123456789ab', 'ba9876543210'].map((id) => post(`version=2&id=${id}`, packTable(towns)));
  const answers = await Promise.all(both);
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect((await service()).definition.maps[0]!.layers).toHaveLength(3);
});

test.each([
  ['layer=1', packTable(roads), 'bad-value', 'expected point data to replace layer 1, found polyline data'],
  ['layer=0', packTable(towns), 'bad-value', 'layer: expected a layer or table with data, found group 0'],
  ['layer=2', packTable(towns), 'bad-value', 'expected table data to replace layer 2, found point data'],
  ['layer=9', packTable(towns), 'unknown-layer', 'found 9'],
  ['layer=x', packTable(towns), 'bad-value', 'expected a whole number'],
  ['position=left', packTable(towns), 'bad-value', 'found "left"'],
  ['layer=1', new Blob(['no zip']), 'bad-package', 'Package'],
  ['layer=1', packTable(towns).slice(0, 4000), 'bad-package', 'Package'],
])('%s with what does not fit changes nothing', async (query, body, code, text) => {
  const { post, service, namesOf, fileCount } = await madeWorld();
  const [before, count] = [await service(), await fileCount()];
  const answer = await post(`version=2&id=0123456789ab&${query}`, body);
  expect(answer).toMatchObject({ error: { messageCode: code, message: expect.stringContaining(text) } });
  expect(await service()).toEqual(before);
  expect(await namesOf('places')).toContain('Bern');
  expect(await fileCount()).toBe(count);
});

test('a package of several layers replaces none', async () => {
  const { post } = await madeWorld();
  const { definition, files } = madeService();
  const body = new Blob([packService(definition, files) as Uint8Array<ArrayBuffer>]);
  expect(await post('version=2&id=0123456789ab&layer=1', body)).toMatchObject({
    error: { message: expect.stringContaining('expected one layer or table, found 3') },
  });
});

test('a layer that shares its table with another gets rows of its own', async () => {
  const { post, service, namesOf, store } = await madeWorld();
  const { definition, files } = madeService();
  const [map] = definition.maps;
  const layers = [...map!.layers, { ...map!.layers[1]!, LayerID: 2, Name: 'Again', ParentLayerID: -1 }];
  const standaloneTables = [{ ...map!.standaloneTables[0]!, ID: 3 }];
  await store.publish({ ...definition, maps: [{ ...map!, layers, standaloneTables }] }, toBlobs(files));
  const { version } = await service();
  await post(`version=${version}&id=0123456789ab&layer=2`, packTable(towns));
  expect((await service()).definition.maps[0]!.layers.map(({ table }) => table)).toEqual([
    undefined,
    'places',
    'places_2',
  ]);
  expect(await namesOf('places')).toContain('Bern');
  expect(await namesOf('places_2')).not.toContain('Bern');
});
