import { expect, test } from 'vitest';
import { routes } from '../../../sw/contract/routes.ts';
import { writeJson } from '../../../sw/service/package-json.ts';
import { sampleLayout } from '../endpoints/sample-layout.ts';
import {
  featureAddresses,
  routeAddresses,
  routesApart,
  tileAddresses,
  wmsQueries,
  wmtsQueries,
} from './address-attacks.ts';
import { expectNothingHidden } from './expect-hidden.ts';
import { send, services } from './planted.ts';

async function expectSafe(listAddresses: (service: string) => readonly string[]): Promise<void> {
  for (const service of services) {
    const answers = new Map<string, string>();
    for (const address of listAddresses(service)) {
      const { text } = await send(address);
      expectNothingHidden(service, `${address} ${decodeURIComponent(address)}`, text, answers, false);
    }
  }
}

test('every route that anyone may ask is attacked', () => {
  const open = routes.filter(({ may }) => ['use', 'anyone'].includes((may as { GET?: string }).GET ?? ''));
  const names = [...new Set(open.map(({ name }) => name))];
  expect(names.filter((name) => !(name in routeAddresses) && !routesApart.includes(name))).toEqual([]);
});

test.each(Object.entries(routeAddresses))('route %s tells nothing of hidden fields and rows', async (_, addresses) => {
  await expectSafe(addresses);
});

test.each(Object.entries(featureAddresses))('features %s tells nothing of hidden fields and rows', (_, below) =>
  expectSafe((service) => below.map((entry) => `rest/services/${service}/OGCFeatureServer/${entry}`)),
);

test.each(Object.entries(wmsQueries))('WMS %s tells nothing of hidden fields and rows', (request, queries) =>
  expectSafe((service) =>
    queries.map((query) => `services/${service}/MapServer/WMSServer?service=WMS&request=${request}&${query}`),
  ),
);

test.each(Object.entries(wmtsQueries))('WMTS %s tells nothing of hidden fields and rows', (request, queries) =>
  expectSafe((service) =>
    queries.map((query) => `rest/services/${service}/MapServer/WMTS?service=WMTS&request=${request}&${query}`),
  ),
);

test.each(Object.entries(tileAddresses))('vector tiles, %s: nothing of hidden fields and rows', (_, below) =>
  expectSafe((service) => below.map((entry) => `rest/services/${service}/VectorTileServer/${entry}`)),
);

test('vector tiles have the shown attributes only where rows may be read', async () => {
  const tile = async (service: string) => (await send(`rest/services/${service}/VectorTileServer/tile/0/0/0.pbf`)).text;
  expect(await tile('Hiding')).toContain('Plainly A');
  expect(await tile('MapsOnly')).toContain('_symbol');
  expect((await send('rest/services/MapsOnly/VectorTileServer/tile.json')).text).not.toContain('NAME');
});

test('counts, extents and times are those of the rows that are shown', async () => {
  const { featureCount, extent } = JSON.parse((await send('services/Hiding/MapServer/0?f=json')).text);
  expect([featureCount, extent]).toEqual([2, [7.5, 46.5, 8.5, 47.5]]);
  const layer = JSON.parse((await send('rest/services/Hiding/MapServer/0?f=json')).text);
  expect(layer.timeInfo.timeExtent).toEqual([Date.UTC(2001, 0, 1), Date.UTC(2002, 0, 1)]);
  expect(layer.extent).toMatchObject({ xmin: 7.5, ymin: 46.5, xmax: 8.5, ymax: 47.5 });
});

test('what draws a map needs the capability Map', async () => {
  const layout = { ...sampleLayout, maps: [{ ...sampleLayout.maps[1], service: 'RowsOnly' }] };
  const answers = [
    await send('services/RowsOnly/MapServer/tile/0/0/0'),
    await send('cache/RowsOnly/Layers/_alllayers/L00/R00000000/C00000000.png'),
    await send('services/RowsOnly/MapServer/preview'),
    await send('rest/services/RowsOnly/VectorTileServer/tile/0/0/0.pbf'),
    await send('admin/layout', { method: 'POST', body: writeJson(layout) }),
  ];
  for (const { text } of answers)
    expect(text).toMatch(/expected service \\?".*\\?" to have the capability Map, found /);
});
