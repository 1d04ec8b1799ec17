import WMTSCapabilities from 'ol/format/WMTSCapabilities.js';
import { optionsFromCapabilities } from 'ol/source/WMTS.js';
import { expect, test } from 'vitest';
import { answer } from '../../sw/answer.ts';
import { createCall } from '../../sw/handlers/call.ts';
import { handlers } from '../../sw/handlers/index.ts';
import { administrator } from '../unit/portal/administrator.ts';
import { sampleContext } from './sample-context.ts';
import { sampleService } from './sample-service.ts';

const root = 'http://soapstone.test/rest/services/Cached/MapServer/WMTS';
const ask = async (below: string): Promise<Response> =>
  (await answer(await sampleContext(), new Request(below.startsWith('http') ? below : `${root}${below}`)))!;

const read = async (below: string) => new WMTSCapabilities().read(await (await ask(below)).text());

test.each(['?SERVICE=WMTS&REQUEST=GetCapabilities', '/1.0.0/WMTSCapabilities.xml'])(
  'OpenLayers makes a source of %s',
  async (below) => {
    const options = optionsFromCapabilities(await read(below), { layer: 'Layers' })!;
    expect(options.tileGrid!.getMatrixIds().length).toBeGreaterThan(1);
    expect(options.matrixSet).toBe('default028mm');
  },
);

test('resolutions and origins are those of the cache', async () => {
  const context = await sampleContext();
  const call = createCall(context, (await context.store.service('Cached'))!, new AbortController().signal);
  const { Result: info } = await handlers.GetTileCacheInfo(call, { MapName: 'Layers' });
  const { tileGrid } = optionsFromCapabilities(await read('/1.0.0/WMTSCapabilities.xml'), { layer: 'Layers' })!;
  const origin = info.TileOrigin as { X: number; Y: number };
  for (const [i, { Resolution }] of info.LODInfos!.entries()) {
    expect(tileGrid!.getResolution(i) / Resolution).toBeCloseTo(1, 6);
    expect(tileGrid!.getOrigin(i)).toEqual([origin.X, origin.Y]);
  }
});

test('both forms of address give the tile that SOAP gives', async () => {
  const context = await sampleContext();
  const call = createCall(context, (await context.store.service('Cached'))!, new AbortController().signal);
  const capabilities = await read('/1.0.0/WMTSCapabilities.xml');
  const layer = capabilities.Contents.Layer[0];
  const { Result } = await handlers.GetMapTile(call, { MapName: 'Layers', Level: 0, Row: 0, Column: 0, Format: '' });
  const address = layer.ResourceURL[0].template
    .replace('{Style}', 'default')
    .replace('{TileMatrixSet}', 'default028mm')
    .replace('{TileMatrix}', '0')
    .replace('{TileRow}', '0')
    .replace('{TileCol}', '0');
  const kvp =
    '?service=WMTS&request=GetTile&version=1.0.0&layer=Layers&style=default&tilematrixset=default028mm&tilematrix=0&tilerow=0&tilecol=0&format=';
  for (const where of [address, kvp + encodeURIComponent(layer.Format[0])]) {
    const response = await ask(where);
    expect(response.headers.get('content-type')).toBe(layer.Format[0]);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(Result);
  }
});

const tile = { layer: 'Layers', tilematrixset: 'default028mm', tilematrix: '0', tilerow: '0', tilecol: '0' };
test.each([
  [{ layer: 'Other' }, 400, 'InvalidParameterValue', /^LAYER: expected Layers, found "Other"/],
  [{ tilematrix: 'x' }, 400, 'InvalidParameterValue', /^TILEMATRIX: expected one of 0, .*found "x"/],
  [{ tilerow: '-1' }, 400, 'TileOutOfRange', /^TILEROW: expected 0 to \d+, found "-1"/],
  [{ tilecol: '' }, 400, 'MissingParameterValue', /^TILECOL: .*found nothing/],
  [{ tilecol: '99999' }, 400, 'TileOutOfRange', /^TILECOL: expected 0 to \d+, found "99999"/],
  [{ tilerow: '1' }, 400, 'TileOutOfRange', /^TILEROW: expected 0 to 0/],
])('refuses %o', async (change, status, code, message) => {
  const query = new URLSearchParams({ service: 'WMTS', request: 'GetTile', ...tile, ...(change as object) });
  const response = await ask(`?${query}`);
  expect(response.status).toBe(status);
  const document = new DOMParser().parseFromString(await response.text(), 'text/xml');
  const exception = document.getElementsByTagName('ows:Exception')[0]!;
  expect(exception.getAttribute('exceptionCode')).toBe(code);
  expect(exception.textContent).toMatch(message);
});

test('a map without cache says so', async () => {
  const response = await ask('http://soapstone.test/rest/services/Sample/MapServer/WMTS?request=GetCapabilities');
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('has no cache');
});

async function mixCapabilities(): Promise<Document> {
  const context = await sampleContext();
  const { definition, files } = sampleService();
  await context.store.publish({ ...definition, name: 'Mixed' }, files);
  const init = {
    method: 'POST',
    headers: await administrator(context),
    body: JSON.stringify({ action: 'settings', map: 'Layers', format: 'MIXED', onDemand: true }),
  };
  expect((await answer(context, new Request(`${context.origin}/admin/caches/Mixed`, init)))!.ok).toBe(true);
  const response = await ask(`${root.replace('Cached', 'Mixed')}/1.0.0/WMTSCapabilities.xml`);
  return new DOMParser().parseFromString(await response.text(), 'text/xml');
}

const listTexts = (root: Document | Element, name: string): string[] =>
  [...root.getElementsByTagName(name)].map(({ textContent }) => textContent!);

test('scale denominators are those of the standard', async () => {
  // GoogleMapsCompatible, WMTS 1.0.0 annex E.4.
  const expected = [
    559082264.0287178, 279541132.0143589, 139770566.0071794, 69885283.00358972, 34942641.50179486, 17471320.75089743,
    8735660.375448715, 4367830.187724357, 2183915.093862179, 1091957.546931089, 545978.7734655447, 272989.3867327723,
    136494.6933663862, 68247.34668319309, 34123.67334159654, 17061.83667079827, 8530.918335399136, 4265.459167699568,
    2132.729583849784,
  ];
  const actual = listTexts(await mixCapabilities(), 'ScaleDenominator').map(Number);
  for (const [i, denominator] of expected.entries()) expect(actual[i]! / denominator).toBeCloseTo(1, 11);
  // In CRS84 of the same annex, level 1 has 0.703125 degrees per pixel.
  const degrees = await read('/1.0.0/WMTSCapabilities.xml');
  expect(degrees.Contents.TileMatrixSet[0].TileMatrix[0].ScaleDenominator / 279541132.0143589).toBeCloseTo(1, 9);
});

test('limits are positive, as the schema has them, and a mixed cache names both of its types', async () => {
  const document = await mixCapabilities();
  for (const name of ['MaxTileRow', 'MaxTileCol'])
    for (const text of listTexts(document, name)) expect(Number(text)).toBeGreaterThanOrEqual(1);
  expect(listTexts(document, 'MatrixHeight')[0]).toBe('1');
  expect(listTexts(document, 'Format')).toEqual(['image/png', 'image/jpeg']);
  const service = root.replace('Cached', 'Mixed');
  for (const [row, type] of [[0, 'image/png']] as const)
    for (const format of ['image/png', 'image/jpeg']) {
      const query = new URLSearchParams({ service: 'WMTS', request: 'GetTile', ...tile, tilerow: String(row), format });
      expect((await ask(`${service}?${query}`)).headers.get('content-type')).toBe(type);
    }
});
