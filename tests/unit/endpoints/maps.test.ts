import 'fake-indexeddb/auto';
import { beforeAll, expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import { issueToken } from '../../../sw/portal/principal.ts';
import type { MapContent } from '../../../sw/service/map-record.ts';
import { writeJson } from '../../../sw/service/package-json.ts';
import { origin, portalWorld } from '../portal/portal-world.ts';
import { madeService, toBlobs } from '../service/made-service.ts';
import { testWith } from '../with-extensions.ts';

let world: Awaited<ReturnType<typeof portalWorld>>;
beforeAll(async () => {
  world = await portalWorld();
  for (const name of ['One', 'Two']) {
    const { definition, files } = madeService(name);
    const [map] = definition.maps;
    const layers = map!.layers.with(1, {
      ...map!.layers[1]!,
      DefinitionExpression: "NAME <> 'Nowhere'",
      MinScale: 500,
    });
    await world.store.publish({ ...definition, maps: [{ ...map!, layers }] }, toBlobs(files));
  }
});

const findLayer = (
  service: string,
  more: Partial<MapContent['layers'][number]> = {},
): MapContent['layers'][number] => ({
  service,
  layer: 1,
  name: 'Places',
  title: `Places of ${service}`,
  visible: true,
  labels: false,
  opacity: 100,
  filter: '',
  ...more,
});

const content = (layers: MapContent['layers']): MapContent => ({
  title: 'Both',
  description: '',
  reference: { type: 'ProjectedCoordinateSystem', WKID: 3857 },
  extent: [500_000, 5_000_000, 1_500_000, 6_500_000],
  background: { kind: 'world' },
  layers,
});

interface Answer {
  map?: MapContent & { version: number; id: string };
  maps?: { id: string; title: string }[];
  error?: { messageCode: string; message: string };
}
async function ask(method: string, path: string, body?: unknown, token = world.tokens.host): Promise<Answer> {
  const headers = token ? { authorization: `Bearer ${token}` } : ({} as Record<string, string>);
  const init = { method, headers, ...(body === undefined ? {} : { body: writeJson(body) }) };
  return (await answer(world.context, new Request(`${origin}/${path}`, init)))!.json();
}

const rest = async (id: string, below: string, token = world.tokens.host) =>
  (await (
    await answer(
      world.context,
      new Request(`${origin}/rest/services/~${id}/MapServer${below}`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    )
  )?.json()) as Record<string, never>;

testWith('rest')(
  'a map of two services is answered as one, in its own order, with its own names and filters',
  async () => {
    const layers = [findLayer('Two', { filter: 'POP > 200000', opacity: 40 }), findLayer('One', { visible: false })];
    const put = await ask('PUT', 'admin/maps/twolayers', { ...content(layers), version: 0 });
    expect(put.map).toMatchObject({ id: 'twolayers', version: 1, title: 'Both' });

    const service = await rest('twolayers', '?f=json');
    expect(service.layers).toMatchObject([
      { id: 0, name: 'Places of Two', defaultVisibility: true, minScale: 500 },
      { id: 1, name: 'Places of One', defaultVisibility: false },
    ]);
    expect(service.spatialReference).toMatchObject({ latestWkid: 3857 });
    const count = async (layer: number) =>
      (await rest('twolayers', `/${layer}/query?where=1=1&returnCountOnly=true&f=json`)).count;
    // One of three rows has no name, and one has a population over 200,000.
    expect([await count(0), await count(1)]).toEqual([1, 2]);
    // The extent is in the map's own CRS and contains the points of Zürich.
    const { xmin, xmax } = service.fullExtent!;
    expect(xmin).toBeCloseTo((7.45 / 180) * 20037508.342789, 0);
    expect(xmax).toBeCloseTo((8.54 / 180) * 20037508.342789, 0);
  },
);

test('a change may arrive twice, and one of an older version is refused', async () => {
  const first = content([findLayer('One')]);
  await ask('PUT', 'admin/maps/changing', { ...first, version: 0 });
  expect((await ask('PUT', 'admin/maps/changing', { ...first, version: 0 })).map?.version).toBe(1);
  const second = { ...first, title: 'Renamed' };
  expect((await ask('PUT', 'admin/maps/changing', { ...second, version: 1 })).map?.version).toBe(2);
  expect((await ask('PUT', 'admin/maps/changing', { ...second, version: 1 })).map?.version).toBe(2);
  const late = await ask('PUT', 'admin/maps/changing', { ...first, title: 'Late', version: 1 });
  expect(late.error?.messageCode).toBe('conflict');
  expect((await ask('GET', 'admin/maps')).maps).toContainEqual(expect.objectContaining({ title: 'Renamed' }));
  expect(await ask('DELETE', 'admin/maps/changing')).toEqual({ success: true });
  expect(await ask('DELETE', 'admin/maps/changing')).toEqual({ success: true });
  expect((await ask('GET', 'admin/maps/changing')).error?.messageCode).toBe('not-found');
});

test.each([
  ['map.layers[0].opacity', { layers: [findLayer('One', { opacity: 140 })] }],
  ['map.layers[0].filter', { layers: [findLayer('One', { filter: 'POP >' })] }],
  ['map.layers[0].filter', { layers: [findLayer('One', { filter: '1=1) OR (1=1' })] }],
  ['map.title', { title: ' ' }],
  ['map.background.url', { background: { kind: 'tiles', url: 'javascript:alert(1)//{z}{x}{y}' } }],
  ['map.background.service', { background: { kind: 'service', map: 'World' } }],
  ['map.background.map', { background: { kind: 'service', service: 'World' } }],
  ['map.version', { version: 'x' }],
])('what is wrong at %s is named', async (path, wrong) => {
  const { error } = await ask('PUT', 'admin/maps/wrong000', { ...content([findLayer('One')]), version: 0, ...wrong });
  expect(error?.message).toContain(path);
});

testWith('rest')('a layer whose service or field went keeps its place, and shows nothing', async () => {
  const { definition, files } = madeService('Passing');
  await world.store.publish(definition, toBlobs(files));
  const layers = [findLayer('Passing', { filter: 'POP > 1' }), findLayer('One')];
  await ask('PUT', 'admin/maps/passing0', { ...content(layers), version: 0 });
  const fields = definition.tables.places!.fields.map((field) =>
    field.Name === 'POP' ? { ...field, Name: 'P' } : field,
  );
  const tables = { ...definition.tables, places: { ...definition.tables.places!, fields } };
  await world.store.publish({ ...definition, tables }, toBlobs(files));
  expect((await rest('passing0', '/0/query?where=1=1&returnCountOnly=true&f=json')).count).toBe(0);
  await world.store.remove('Passing');
  expect((await rest('passing0', '?f=json')).layers).toMatchObject([
    { id: 0, name: '' },
    { id: 1, name: 'Places of One' },
  ]);
});

testWith('rest')('layers of a private service are nothing to others, who may not change the map either', async () => {
  await ask('PUT', 'admin/maps/private0', { ...content([findLayer('Two'), findLayer('One')]), version: 0 });
  const item = { key: 'Two', portalId: world.host.id, itemId: 'x', access: 'private' } as const;
  await world.store.portal.write(async (transaction) => {
    await transaction.objectStore('serviceSettings').put(item);
  });
  const others = await rest('private0', '?f=json', world.tokens.guestPublisher);
  expect(JSON.stringify(others)).not.toContain('Two');
  expect((await ask('GET', 'admin/maps/private0', undefined, '')).map?.layers[0]?.service).toBe('');
  const refused = await ask('DELETE', 'admin/maps/private0', undefined, world.tokens.guestPublisher);
  expect(refused.error?.messageCode).toBe('not-allowed');
  expect(JSON.stringify(await rest('private0', '?f=json', world.tokens.host))).toContain('Places of Two');
});

test('a map is no service: nothing of it is edited or cached as one', async () => {
  await ask('PUT', 'admin/maps/noservic', { ...content([findLayer('One')]), version: 0 });
  const edited = await ask('PATCH', 'admin/services/~noservic', { access: 'private' });
  expect(edited.error?.messageCode).toBe('not-supported');
  expect(await world.store.service('~noservic')).toBeUndefined();
});

testWith('rest')('a backup brings maps back, and nothing that is none', async () => {
  await ask('PUT', 'admin/maps/restored', { ...content([findLayer('One')]), version: 0 });
  const headers = { authorization: `Bearer ${world.tokens.host}` };
  const file = await (await answer(world.context, new Request(`${origin}/admin/backup`, { headers })))!.blob();
  const before = await world.store.maps.get('restored');
  await world.store.maps.change('restored', () => undefined);
  const restore = new Request(`${origin}/admin/restore`, { method: 'POST', headers, body: file });
  expect(await (await answer(world.context, restore))!.json()).toMatchObject({ success: true });
  expect(await world.store.maps.get('restored')).toEqual(before);
  await world.store.maps.change('restored', () => ({ ...before!, layers: [{ ...before!.layers[0]!, opacity: 500 }] }));
  // A backup contains no sessions.
  const { token: again } = await issueToken(world.context, { portalId: world.host.id, username: 'hanna' }, 600);
  const broken = await (await answer(
    world.context,
    new Request(`${origin}/admin/backup`, { headers: { authorization: `Bearer ${again}` } }),
  ))!.blob();
  const refused = new Request(`${origin}/admin/restore`, {
    method: 'POST',
    headers: { authorization: `Bearer ${again}` },
    body: broken,
  });
  expect(await (await answer(world.context, refused))!.text()).toContain('map.layers[0].opacity');
});
