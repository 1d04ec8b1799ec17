import WMTSCapabilities from 'ol/format/WMTSCapabilities.js';
import { optionsFromCapabilities } from 'ol/source/WMTS.js';
import { expect, test } from 'vitest';
import { answer } from '../../sw/answer.ts';
import { createCall } from '../../sw/handlers/call.ts';
import { handlers } from '../../sw/handlers/index.ts';
import { sampleContext } from './sample-context.ts';

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
  [{ layer: 'Other' }, 400, 'InvalidParameterValue', /^LAYER: Layers expected, "Other" found/],
  [{ tilematrix: 'x' }, 400, 'InvalidParameterValue', /^TILEMATRIX: one of 0, .*"x" found/],
  [{ tilerow: '-1' }, 404, 'TileOutOfRange', /^TILEROW: 0 or more expected, -1 found/],
  [{ tilecol: '' }, 400, 'MissingParameterValue', /^TILECOL: .*nothing found/],
  [{ tilecol: '99999' }, 404, 'NoApplicableCode', /not available/],
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
  expect(await response.text()).toContain('is not cached');
});
