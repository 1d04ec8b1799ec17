import { describe, expect, test } from 'vitest';
import { askRest, type Json, restJson } from './rest/ask-rest.ts';
import { readImageColors } from './rest/colors-of.ts';
import { sampleContext } from './sample-context.ts';

const ask = async (path: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<Json> =>
  restJson(await sampleContext(), path, parameters);
const map = 'services/Sample/MapServer';

describe('catalogue', () => {
  test('says its version and where tokens are given', async () => {
    expect(await ask('info')).toMatchObject({
      currentVersion: 11.2,
      authInfo: { tokenServicesUrl: 'http://soapstone.test/tokens/generateToken' },
    });
  });

  test('lists a service with rows twice', async () => {
    const { services } = await ask('services');
    expect(services).toContainEqual({ name: 'Sample', type: 'MapServer' });
    expect(services).toContainEqual({ name: 'Sample', type: 'FeatureServer' });
  });
});

test('the root lists layers, parents before children', async () => {
  const root = await ask(map);
  expect(root.layers.map(({ id, parentLayerId, type }: Json) => [id, parentLayerId, type])).toEqual([
    [0, -1, 'Group Layer'],
    [1, 0, 'Feature Layer'],
    [2, 0, 'Feature Layer'],
    [3, -1, 'Feature Layer'],
  ]);
  expect(root).toMatchObject({ capabilities: 'Map,Query,Data', maxRecordCount: 4, mapName: 'Layers' });
  expect(root).not.toHaveProperty('timeInfo');
  expect(root).not.toHaveProperty('tileInfo');
});

test('a map has the shape among its fields, rows do not', async () => {
  const types = async (server: string): Promise<string[]> =>
    (await ask(`services/Sample/${server}/1`)).fields.map(({ type }: Json) => type);
  expect(await types('MapServer')).toContain('esriFieldTypeGeometry');
  expect(await types('FeatureServer')).not.toContain('esriFieldTypeGeometry');
});

describe('query', () => {
  const towns = `${map}/1/query`;

  test('pages give every row once, and the flag as long as there are more', async () => {
    const pages = [];
    for (let resultOffset = 0; ; resultOffset += 3) {
      const page = await ask(towns, { where: '1=1', outFields: '*', resultOffset, resultRecordCount: 3 });
      pages.push(page.features.map(({ attributes }: Json) => attributes.OBJECTID));
      if (!page.exceededTransferLimit) break;
    }
    expect(pages).toEqual([[1, 2, 3], [5]]);
  });

  test('the limit of the service sets the flag too', async () => {
    const all = await ask('services/Sample/MapServer/2/query', { where: '1=1' });
    expect(all.features).toHaveLength(4);
    expect(all.exceededTransferLimit).toBe(true);
    const ids = await ask('services/Sample/MapServer/2/query', { where: '1=1', returnIdsOnly: true });
    expect(ids).toMatchObject({ objectIdFieldName: 'OBJECTID', objectIds: [1, 2, 3, 4, 5] });
  });

  test.each([
    ['x,y', '0,0', 1],
    ['JSON without quotes', '{x: 0, y: 0}', 1],
    ['an extent', '-70,-10,10,40', 3],
    ['JSON with a reference', '{"xmin":-70,"ymin":-10,"xmax":10,"ymax":40,"spatialReference":{"wkid":"4326"}}', 3],
    ['Web Mercator', '{"x":0,"y":0,"spatialReference":{"latestWkid":3857}}', 1],
  ])('a geometry as %s', async (_, geometry, count) => {
    expect(await ask(towns, { geometry, returnCountOnly: 'True' })).toEqual({ status: 200, count });
  });

  test('names and words in any case, by GET, by POST, or half of each', async () => {
    const context = await sampleContext();
    const body = new URLSearchParams({ RETURNCOUNTONLY: 'TRUE', F: 'JSON' });
    const half = await askRest(context, `${towns}?Where=POP>1000`, {}, { method: 'POST', body });
    expect(await half.json()).toEqual({ count: 2 });
    const multipart = new FormData();
    multipart.set('where', 'POP>1000');
    multipart.set('f', 'json');
    multipart.set('returncountonly', '1');
    expect(await (await askRest(context, towns, {}, { method: 'POST', body: multipart })).json()).toEqual({ count: 2 });
  });

  test('extent, statistics and distinct values', async () => {
    expect(await ask(towns, { where: 'POP>1000', returnExtentOnly: true, returnCountOnly: true })).toMatchObject({
      count: 2,
      extent: { xmin: -20, ymin: 0, xmax: 0, ymax: 10, spatialReference: { wkid: 4326 } },
    });
    const outStatistics = [{ statisticType: 'SUM', onStatisticField: 'pop', outStatisticFieldName: 'total' }];
    const sum = await ask(towns, { outStatistics, outFields: '*' });
    expect(sum.features).toEqual([{ attributes: { total: 32100 } }]);
    const distinct = await ask('services/Sample/FeatureServer/3/query', {
      outFields: 'KIND',
      returnDistinctValues: true,
    });
    expect(distinct.features.map(({ attributes }: Json) => attributes)).toEqual([
      { KIND: 'alone' },
      { KIND: 'holed' },
      { KIND: 'parted' },
    ]);
  });

  test('GeoJSON has parts, and rings the other way round', async () => {
    const { features } = await ask(`${map}/3/query`, { where: '1=1', f: 'geojson' });
    expect(features.map(({ id, geometry }: Json) => [id, geometry.type, geometry.coordinates.length])).toEqual([
      [1, 'Polygon', 1],
      [2, 'Polygon', 2],
      [3, 'MultiPolygon', 2],
    ]);
    expect(features[0].geometry.coordinates[0].slice(0, 3)).toEqual([
      [-80, 20],
      [-60, 20],
      [-60, 40],
    ]);
  });
});

describe('export', () => {
  const box = { bbox: '-180,-90,180,90', size: '200,100' };

  test('of a box whose upper side comes first, as esri-leaflet sends it', async () => {
    const { extent } = await ask(`${map}/export`, { ...box, bbox: '-180,90,180,-90' });
    expect(extent).toEqual((await ask(`${map}/export`, box)).extent);
    const { error } = await ask(`${map}/export`, { ...box, bbox: '180,-90,-180,90' });
    expect(error.message).toMatch(/^bbox.*XMin ≤ XMax/);
  });

  test('by address, with the extent that it really has', async () => {
    const drawn = await ask(`${map}/export`, { ...box, size: '100,100' });
    expect(drawn).toMatchObject({ width: 100, height: 100, extent: { ymin: -180, ymax: 180 } });
    expect(drawn.href).toMatch(/^http:\/\/soapstone.test\/output\/\w+\.png$/);
  });

  test.each([
    ['show:3', 'squares'],
    ['show:0', 'towns'],
    ['hide:0', 'squares'],
    ['exclude:0', 'squares'],
    ['show:-1', 'nothing'],
    ['show:', 'towns and squares'],
  ])('layers=%s shows %s', async (layers, shown) => {
    const image = await askRest(await sampleContext(), `${map}/export`, {
      ...box,
      f: 'image',
      format: 'png32',
      transparent: 'true',
      layers,
    });
    expect(image.headers.get('content-type')).toBe('image/png');
    const colors = await readImageColors(await image.blob());
    expect([colors.has('200,0,0,255'), colors.has('180,200,160,255')]).toEqual([
      shown.includes('towns'),
      shown.includes('squares'),
    ]);
  });
});

describe('errors', () => {
  test.each([
    [`${map}/1/query`, { where: 'XX=1' }, 400, 'where position 1: expected a known field, found "XX".'],
    [`${map}/1/query`, { where: '1=1', resultOffset: 'x' }, 400, 'resultOffset: expected a whole number ≥ 0'],
    [`${map}/1/query`, { where: '1=1', outFields: 'a"b' }, 400, 'outFields'],
    [`${map}/1/query`, { geometry: '1,2,3' }, 400, 'geometry: expected x,y or xmin'],
    [`${map}/1/query`, { spatialRel: 'esriSpatialRelNear' }, 400, 'spatialRel: expected one of'],
    [`${map}/1/query`, { f: 'xml' }, 400, 'f: expected one of html, json, pjson, geojson, pbf, kmz, found "xml".'],
    [`${map}/0/query`, { where: '1=1' }, 400, 'Layer 0 "Places" can\'t be queried'],
    [`${map}/9`, {}, 400, 'Path: expected the ID of a layer'],
    [`${map}/1/addFeatures`, {}, 400, 'Invalid URL'],
    [`${map}/export`, { size: '9000,10' }, 400, 'size: expected at most 800,600 pixels'],
    [`${map}/export`, { layers: 'show:7' }, 400, 'layers: expected layer IDs from 0 to 3, found 7.'],
    ['services/Nowhere/MapServer', {}, 404, 'Service "Nowhere" not found'],
    ['services/Sample/GeometryServer/project', {}, 400, 'Invalid URL'],
  ])('%s with %j', async (path, parameters, code, message) => {
    const answered = await ask(path, parameters);
    expect(answered.status).toBe(200);
    expect(answered.error.code).toBe(code);
    expect(answered.error.message).toContain(message);
    expect(answered.error.details).toBeInstanceOf(Array);
  });

  test('stay short, whatever was sent', async () => {
    const where = `${'ü'.repeat(3000)} = 1`;
    const response = await askRest(await sampleContext(), `${map}/1/query`, { f: 'json', where });
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(750);
  });
});

test('JSON can be handed to a function', async () => {
  const response = await askRest(await sampleContext(), map, { f: 'json', callback: 'window.a.c0' });
  expect(response.headers.get('content-type')).toContain('javascript');
  expect(await response.text()).toMatch(/^window\.a\.c0\(\{.*\}\);$/s);
});

describe('search', () => {
  const view = { mapExtent: '-180,-90,180,90', imageDisplay: '360,180,96' };

  test('identify gives texts under aliases, topmost layer first, each shape with its reference', async () => {
    const { results } = await ask(`${map}/identify`, {
      ...view,
      geometry: '{x: 0, y: 0}',
      tolerance: 2,
      layers: 'all',
    });
    expect(results.map(({ layerId, value }: Json) => [layerId, value])).toEqual([
      [1, 'Cedar'],
      [2, 'Cedar'],
      [3, 'holed'],
    ]);
    expect(results[0]).toMatchObject({
      layerName: 'Towns',
      displayFieldName: 'NAME',
      attributes: { Town: 'Cedar', Population: '30000' },
      geometryType: 'esriGeometryPoint',
      geometry: { x: 0, y: 0, spatialReference: { wkid: 4326 } },
    });
  });

  test('identify gives values and names on demand, and "Null" for what is missing', async () => {
    const fir = { ...view, geometry: '100,45', tolerance: 1, layers: 'top:1' };
    expect((await ask(`${map}/identify`, fir)).results[0].attributes.Population).toBe('Null');
    const raw = { ...fir, returnFieldName: true, returnUnformattedValues: true, returnGeometry: false };
    const { results } = await ask(`${map}/identify`, raw);
    expect(results[0].attributes).toMatchObject({ POP: null, HEIGHT: 7 });
    expect(results[0]).not.toHaveProperty('geometry');
    expect((await ask(`${map}/identify`, { ...fir, geometry: '170,80' })).results).toEqual([]);
  });

  test('find names the field that matched', async () => {
    const { results } = await ask(`${map}/find`, { searchText: 'ed', layers: '1,3', returnGeometry: false });
    expect(results.map(({ layerId, foundFieldName, value }: Json) => [layerId, foundFieldName, value])).toEqual([
      [1, 'Town', 'Cedar'],
      [3, 'Kind', 'holed'],
      [3, 'Kind', 'parted'],
    ]);
  });
});

test('a legend has a picture for each class, also under its address', async () => {
  const { layers } = await ask(`${map}/legend`);
  expect(layers.map(({ layerId, legend }: Json) => [layerId, legend.length])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  const [{ imageData, contentType, width, height, url }] = layers[2].legend;
  expect([contentType, width, height]).toEqual(['image/png', 20, 20]);
  const image = await askRest(await sampleContext(), `${map}/3/images/${url}`);
  const bytes = new Uint8Array(await image.arrayBuffer());
  expect(bytes).toEqual(Uint8Array.from(atob(imageData), (letter) => letter.charCodeAt(0)));
  expect((await askRest(await sampleContext(), `${map}/3/images/7`)).status).toBe(404);
});

test('a tile is a picture, one that is not there is blank or missing', async () => {
  const context = await sampleContext();
  const cached = 'services/Cached/MapServer';
  const root = await ask(cached);
  expect(root).toMatchObject({ singleFusedMapCache: true });
  const { level } = root.tileInfo.lods[0];
  const tile = await askRest(context, `${cached}/tile/${level}/0/0`);
  expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/png']);
  const far = `${cached}/tile/${level}/999/999`;
  const blank = await askRest(context, far);
  expect([blank.status, blank.headers.get('blank-tile'), tile.headers.get('blank-tile')]).toEqual([200, 'true', null]);
  expect([...(await readImageColors(await blank.blob()))]).toEqual(['0,0,0,0']);
  expect((await askRest(context, far, { blankTile: 'false' })).status).toBe(404);
  expect((await askRest(context, `${cached}/tile/77/0/0`)).status).toBe(404);
  expect((await askRest(context, `${map}/tile/0/0/0`)).status).toBe(404);
});

test('one row by its id', async () => {
  expect(await ask(`${map}/1/3`)).toMatchObject({
    feature: { attributes: { NAME: 'Cedar' }, geometry: { x: 0, y: 0 } },
  });
  expect((await ask(`${map}/1/4`)).error.code).toBe(404);
});

describe('related rows and attachments', () => {
  /** Query the sample service with its map of related tables first, because REST uses the first map. */
  const related = async (path: string, parameters: Readonly<Record<string, unknown>> = {}, most = 4): Promise<Json> => {
    const context = await sampleContext();
    const { definition } = (await context.store.service('Sample'))!;
    const maps = definition.maps.toReversed();
    const limits = { ...definition.limits, MaximumRecordCount: most };
    const portal = Object.create(context.store.portal, {
      admission: {
        value: async () => ({
          accounts: [],
          service: { ...(await context.store.service('Sample')), definition: { ...definition, maps, limits } },
        }),
      },
    });
    const store = Object.create(context.store, { portal: { value: portal } });
    return restJson({ ...context, store }, `services/Sample/FeatureServer/${path}`, parameters);
  };

  test('a layer tells of its times, relations and attachments', async () => {
    const owners = await related('1');
    expect(owners).toMatchObject({
      hasAttachments: true,
      htmlPopupType: 'esriServerHTMLPopupTypeAsHTMLText',
      timeInfo: { startTimeField: 'SINCE', endTimeField: null },
    });
    expect(owners.relationships).toContainEqual(
      expect.objectContaining({ id: 0, relatedTableId: 2, role: 'esriRelRoleOrigin', keyField: 'NO' }),
    );
    expect(owners.fields.map(({ name }: Json) => name)).not.toContain('SECRET');
    const { domain } = owners.fields.find(({ name }: Json) => name === 'STATUS');
    expect(domain).toMatchObject({
      type: 'codedValue',
      name: 'States',
      codedValues: [{ name: 'Active', code: 'A' }, {}],
    });
    expect(owners).toMatchObject({ typeIdField: 'KIND', types: [{ id: 1, name: 'Private' }, { id: 2 }] });
    expect(owners.types[1].domains.STATUS).toMatchObject({ type: 'codedValue', name: 'Doors' });
    expect(owners.types[0].domains.STATUS).toEqual({ type: 'inherited' });
  });

  test('domains of fields and of subtypes, each once', async () => {
    const names = async (layers?: string) =>
      (await related('queryDomains', { layers })).domains.map(({ name }: Json) => name).sort();
    expect(await names('1')).toEqual(['Doors', 'Scores', 'States']);
    expect(await names('2')).toEqual([]);
    expect(await names()).toEqual(expect.arrayContaining(['Doors', 'Scores', 'States']));
  });

  test.each([
    [3, [2, 1], false],
    [2, [2], true],
    [1, [1], true],
  ])('of three related rows at most %i', async (most, lengths, isCut) => {
    const answered = await related('1/queryRelatedRecords', { objectIds: '1,2,3', relationshipId: 0 }, most);
    expect(answered.relatedRecordGroups.map(({ relatedRecords }: Json) => relatedRecords.length)).toEqual(lengths);
    expect('exceededTransferLimit' in answered).toBe(isCut);
  });

  test('related rows come in groups, or as numbers', async () => {
    const request = { objectIds: '1,2,3', relationshipId: 0, outFields: 'CODE', returnGeometry: false };
    const { relatedRecordGroups } = await related('1/queryRelatedRecords', request);
    const codes = relatedRecordGroups.map(({ objectId, relatedRecords }: Json) => [
      objectId,
      relatedRecords.map(({ attributes }: Json) => attributes.CODE),
    ]);
    expect(codes).toEqual([
      [1, ['P1', 'P2']],
      [2, ['P3']],
    ]);
    expect(await related('1/queryRelatedRecords', { ...request, returnCountOnly: true })).toMatchObject({
      relatedRecordGroups: [
        { objectId: 1, count: 2 },
        { objectId: 2, count: 1 },
      ],
    });
    expect((await related('1/queryRelatedRecords', { objectIds: 1 })).error.message).toContain(
      'a relationship of layer 1 (0, 2)',
    );
  });

  test.each([
    [
      'CODE DESC',
      {},
      [
        [1, ['P2', 'P1']],
        [2, ['P3']],
      ],
      false,
    ],
    ['CODE DESC', { resultRecordCount: 1 }, [[1, ['P2']]], true],
    [
      'CODE DESC',
      { resultOffset: 1, resultRecordCount: 2 },
      [
        [1, ['P1']],
        [2, ['P3']],
      ],
      false,
    ],
    [undefined, { resultOffset: 2 }, [[2, ['P3']]], false],
    [undefined, { resultOffset: 3 }, [], false],
  ])('related rows ordered by %s, of page %o', async (orderByFields, page, expected, isExceeded) => {
    const request = { objectIds: '1,2,3', relationshipId: 0, outFields: 'CODE', orderByFields, ...page };
    const { relatedRecordGroups, exceededTransferLimit = false } = await related('1/queryRelatedRecords', request);
    const actual = relatedRecordGroups.map(({ objectId, relatedRecords }: Json) => [
      objectId,
      relatedRecords.map(({ attributes }: Json) => attributes.CODE),
    ]);
    expect([actual, exceededTransferLimit]).toEqual([expected, isExceeded]);
  });

  test('related rows have the fields that are asked for', async () => {
    const request = { objectIds: '1', relationshipId: 0, outFields: 'CODE', resultRecordCount: 1 };
    const { fields, relatedRecordGroups } = await related('1/queryRelatedRecords', request);
    expect(fields.map(({ name }: Json) => name)).toEqual(['CODE']);
    expect(relatedRecordGroups[0].relatedRecords[0].attributes).toEqual({ CODE: 'P1' });
    const wrong = await related('1/queryRelatedRecords', { ...request, orderByFields: 'NO' });
    expect(wrong.error.message).toMatch(/^orderByFields/);
  });

  test('attachments by row and by filter', async () => {
    const { attachmentInfos } = await related('1/1/attachments');
    expect(attachmentInfos.map(({ name }: Json) => name)).toEqual(['flag.png', 'note.txt']);
    const filter = { definitionExpression: "NAME = 'Cid'", returnUrl: true };
    const { attachmentGroups } = await related('1/queryAttachments', filter);
    expect(attachmentGroups).toMatchObject([{ parentObjectId: 3, attachmentInfos: [{ name: 'other.png' }] }]);
    expect(attachmentGroups[0].attachmentInfos[0].url).toMatch(/Sample\/FeatureServer\/1\/3\/attachments\/\d+$/);
  });

  test('a pop-up', async () => {
    expect((await related('1/1/htmlPopup')).content).toContain('<h1>Ann &lt;b&gt;</h1>');
  });
});

test('a layer says how it is drawn, in points and with colours of four numbers', async () => {
  const { drawingInfo } = await ask(`${map}/3`);
  expect(drawingInfo.renderer).toMatchObject({
    type: 'simple',
    symbol: {
      type: 'esriSFS',
      style: 'esriSFSSolid',
      color: [180, 200, 160, 255],
      outline: { type: 'esriSLS', width: 1 },
    },
  });
  const { layers } = await ask(`${map}/layers`);
  expect(layers.map(({ id, drawingInfo: info }: Json) => [id, info?.renderer.symbol.type])).toEqual([
    [0, undefined],
    [1, 'esriSMS'],
    [2, 'esriSMS'],
    [3, 'esriSFS'],
  ]);
});
