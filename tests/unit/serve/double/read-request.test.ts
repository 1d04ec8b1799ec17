import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nameRequest, readRequest } from '../../../../serve/double/read-request.ts';
import { operations } from '../../../../sw/contract/index.ts';
import { filterAnsweredRows, testWith } from '../../with-extensions.ts';
import { form, makeExchange, message } from './exchange-of.ts';

const cases = new URL('../../../contract/', import.meta.url);

test('every recorded message is read as its operation', async () => {
  const names = readdirSync(cases).filter((name) => Object.hasOwn(operations, name));
  expect(names.length).toBeGreaterThan(50);
  for (const name of names) {
    for (const file of readdirSync(new URL(`${name}/`, cases)).filter((fileName) =>
      fileName.endsWith('.request.xml'),
    )) {
      const xml = readFileSync(new URL(`${name}/${file}`, cases), 'utf8');
      const read = await readRequest(makeExchange('/arcgis/services/Folder/World/MapServer', xml));
      const names = { protocol: 'soap', service: 'Folder/World', operation: name };
      expect(read, file).toMatchObject(names);
      expect(nameRequest(makeExchange('/arcgis/services/Folder/World/MapServer', xml)), file).toEqual(names);
    }
  }
});

test.each(
  filterAnsweredRows([
    ['/rest/services/World/MapServer/2/query?where=1%3D1&F=json', 'rest', 'query', ['2'], { where: '1=1', layer: '2' }],
    ['/rest/services/World/FeatureServer/0/query', 'rest', 'query', ['0'], {}],
    ['/rest/services/World/MapServer/export?layers=show:1,3', 'rest', 'export', ['1', '3'], { layers: 'show:1,3' }],
    ['/rest/services/World/MapServer/find?layers=4&searchText=a', 'rest', 'find', ['4'], { searchText: 'a' }],
    ['/rest/services/World/FeatureServer/query?layerDefs={"5":"A=1"}', 'rest', 'serviceQuery', ['5'], {}],
    ['/rest/services/World/MapServer?f=json', 'rest', 'mapService', [], {}],
    ['/rest/services', 'rest', 'catalogue', [], {}],
    [
      '/services/World/MapServer/WMSServer?REQUEST=GetMap&LAYERS=A,B&SRS=EPSG:4326',
      'wms',
      'GetMap',
      ['A', 'B'],
      { crs: 'EPSG:4326' },
    ],
    [
      '/rest/services/World/MapServer/WMTS/tile/1.0.0/World/default/GM/3/2/1',
      'wmts',
      'GetTile',
      ['World'],
      { tilerow: '2' },
    ],
    ['/rest/services/World/OGCFeatureServer/collections/7/items?limit=3', 'features', 'items', ['7'], { limit: '3' }],
    ['/rest/services/World/VectorTileServer/tile/1/0/1.pbf', 'tiles', 'tile', [], { z: '1' }],
    ['/services/World/MapServer/tile/1/0/1', 'tiles', 'tile', [], { level: '1' }],
    ['/sharing/rest/portals/self?f=json', 'portal', 'Portal', [], {}],
    ['/services/World/MapServer?wsdl', 'soap', 'wsdl', [], {}],
    ['/services/World/MapServer', 'page', undefined, [], {}],
    ['/admin/services', 'administration', 'publish', [], {}],
    ['/index.html', 'page', undefined, [], {}],
  ]),
)('%s is read', async (path, serviceInterface, operation, layers, values) => {
  const read = await readRequest(makeExchange(path));
  expect(read.protocol).toBe(serviceInterface);
  if (operation !== 'Portal') expect(read.operation).toBe(operation);
  else expect(read.operation).toBeDefined();
  expect(read.layers).toEqual(layers);
  expect(read.values).toMatchObject(values);
  const { protocol, service } = read;
  expect({ operation: undefined, ...nameRequest(makeExchange(path)) }).toEqual({
    protocol,
    service,
    operation: read.operation,
  });
});

testWith('rest')('a form counts as the query does', async () => {
  const read = await readRequest(
    makeExchange('/rest/services/World/MapServer/1/query', 'where=A%3D2&outFields=*', form),
  );
  expect(read.values).toMatchObject({ layer: '1', where: 'A=2', outFields: '*' });
  expect(read.operations).toContain('QueryFeatureData2');
});

test('what cannot be read keeps what was read until then', async () => {
  const broken = await readRequest(makeExchange('/services/World/MapServer', message('Find', '', '1.2')));
  expect(broken).toMatchObject({ operation: 'Find', operations: ['Find'], soap: { version: '1.2' } });
  expect(broken.fault?.message).toContain('Find.');
  const unknown = await readRequest(makeExchange('/services/World/MapServer', message('Fnd')));
  expect(unknown).toMatchObject({ operation: 'Fnd', operations: [], fault: { code: 'unknown-operation' } });
  const garbage = await readRequest(makeExchange('/services/World/MapServer', 'no xml'));
  expect(garbage).toMatchObject({ protocol: 'soap', operation: undefined, fault: { code: 'bad-xml' } });
  const nowhere = await readRequest(makeExchange('/services/World/MapServr'));
  expect(nowhere).toMatchObject({ protocol: 'page', match: undefined, fault: { code: 'not-found' } });
});
