import { expect, test, vi } from 'vitest';
import { answer } from '../../sw/answer.ts';
import type { Context } from '../../sw/context.ts';
import { featureRows } from '../../sw/extensions/ogc/contract/features.ts';
import type { OgcRows } from '../../sw/extensions/ogc/contract/rows.ts';
import { wmsRows } from '../../sw/extensions/ogc/contract/wms.ts';
import { wmtsPaths, wmtsRows } from '../../sw/extensions/ogc/contract/wmts.ts';
import { vectorTilePaths } from '../../sw/extensions/vector-tiles/rows.ts';
import { chosenInputs, isDeep } from '../today.ts';
import { anything } from './bad-input/anything.ts';
import { livelyContext } from './bad-input/lively-context.ts';

const map = {
  version: '1.3.0',
  crs: 'EPSG:4326',
  bbox: '-90,-180,90,180',
  width: '40',
  height: '20',
  format: 'image/png',
};
/** The required parameters of each request. */
const seeds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  GetMap: { ...map, layers: 'Towns' },
  GetFeatureInfo: { ...map, layers: 'Towns', query_layers: 'Towns', i: '20', j: '10', info_format: 'application/json' },
  GetLegendGraphic: { layer: 'Towns', format: 'image/png' },
  GetTile: { layer: 'Layers', tilematrixset: 'default028mm', tilematrix: '0', tilerow: '0', tilecol: '0' },
};
/** Values that are invalid for some parameters, in addition to `anything`. */
const spoilt = [
  '-1,-1',
  '1,2,3,4',
  '1e400',
  '1,,2',
  '../..',
  '2026-13-45/..',
  'EPSG:99',
  'http://www.opengis.net/def/crs/EPSG/0/1',
  'A OR',
  "NAME = 'a",
  '0xZZ',
];
const texts = (position: number): string[] => [...anything(position), ...spoilt];

/** Yield addresses with one invalid part, each with the name of its request. */
function* spoiltAddresses(): Generator<readonly [string, URL]> {
  const root = 'http://soapstone.test/rest/services/Cached/';
  const byRequest = function* (below: string, service: string, rows: OgcRows): Generator<readonly [string, URL]> {
    for (const [request, { parameters }] of Object.entries(rows))
      for (const [index, name] of [...Object.keys(parameters), 'request', 'service', 'version', 'unknown'].entries())
        for (const text of texts(index)) {
          const input = { service, request, ...seeds[request], [name]: text };
          yield [`${service} ${request} ${name}`, new URL(`${root}${below}?${new URLSearchParams(input)}`)];
        }
  };
  yield* byRequest('MapServer/WMSServer', 'WMS', wmsRows);
  yield* byRequest('MapServer/WMTS', 'WMTS', wmtsRows);
  const byPath = function* (
    below: string,
    path: string,
    parameters: readonly string[],
  ): Generator<readonly [string, URL]> {
    const sound: Readonly<Record<string, string>> = {
      ...seeds.GetTile,
      collectionId: '1',
      featureId: '1',
      style: 'default',
    };
    const fillPath = (other?: string, text = ''): string =>
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(name === other ? text : (sound[name] ?? '0')),
      );
    for (const [index, [, name]] of [...path.matchAll(/\{(\w+)\}/g)].entries())
      for (const text of texts(index))
        yield [`${below} ${path} ${name}`, new URL(`${root}${below}/${fillPath(name, text)}`)];
    for (const [index, name] of [...parameters, 'unknown'].entries())
      for (const text of texts(index))
        yield [
          `${below} ${path} ${name}`,
          new URL(`${root}${below}/${fillPath()}?${new URLSearchParams({ [name]: text })}`),
        ];
  };
  for (const { path } of wmtsPaths) yield* byPath('MapServer/WMTS', path, []);
  for (const { path, parameters } of Object.values(featureRows))
    yield* byPath('OGCFeatureServer', path, Object.keys(parameters));
  for (const { path } of Object.values(vectorTilePaths)) yield* byPath('VectorTileServer', path, []);
}

test('bad input is answered, or refused in the form of its interface', { timeout: 3_600_000 }, async () => {
  const context = await livelyContext();
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const violations: string[] = [];
  const isChosen = chosenInputs();
  let inputs = 0;
  for (const [name, url] of spoiltAddresses()) {
    if (!isChosen()) continue;
    inputs++;
    const violation = await reply(context, url);
    // Only internal errors are written to the console.
    const ours = logged.mock.calls.length > 0 ? String(logged.mock.calls[0]) : undefined;
    logged.mockClear();
    if (violation ?? ours) violations.push(`${name} ${url.href.slice(0, 300)}: ${violation ?? ours}`);
  }
  expect(violations).toEqual([]);
  expect(inputs).toBeGreaterThan(isDeep ? 4000 : 350);
});

/** Return the violation in an answer; undefined if there is none. */
async function reply(context: Context, url: URL): Promise<string | undefined> {
  try {
    const response = (await answer(context, new Request(url)))!;
    const text = await response.text();
    if (response.status >= 500) return `status ${response.status}: ${text.slice(0, 300)}`;
    const type = response.headers.get('content-type') ?? '';
    if (/xml/.test(type)) {
      const read = new DOMParser().parseFromString(text, 'text/xml');
      const message = read.querySelector('ServiceException, ExceptionText')?.textContent;
      if (read.querySelector('parsererror')) return `no XML: ${text.slice(0, 300)}`;
      return message === undefined || message.length > 9 ? undefined : `a short message: ${message}`;
    }
    if (/json/.test(type)) JSON.parse(text);
    return undefined;
  } catch (error) {
    return `thrown: ${String(error).slice(0, 300)}`;
  }
}
