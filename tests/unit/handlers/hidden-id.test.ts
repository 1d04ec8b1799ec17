import 'fake-indexeddb/auto';
import { expect } from 'vitest';
import type { LayerDefinition } from '../../../sw/service/definition.ts';
import { ask, portalWorld } from '../portal/portal-world.ts';
import { madeService, toBlobs } from '../service/made-service.ts';
import { testWith } from '../with-extensions.ts';

/**
 * Make a service whose author hides the object ID and the geometry as attributes, like the page of a shared map does.
 */
async function worldWithHiddenId() {
  const world = await portalWorld();
  const { definition, files } = madeService('Hidden');
  const map = definition.maps[0]!;
  const { idField, shapeField } = definition.tables.places!;
  const hiddenFields = [idField, shapeField!];
  const layers = map.layers.map(
    (layer): LayerDefinition => (layer.table ? { ...layer, presentation: { hiddenFields } } : layer),
  );
  await world.store.publish({ ...definition, maps: [{ ...map, layers }] }, toBlobs(files));
  const json = async (path: string) =>
    (await ask(world.context, 'GET', `rest/services/Hidden/MapServer/${path}&f=json`)).json();
  return { json, idField };
}

testWith('rest')(
  'rows are named by their object id, and found with their shape, where both are hidden as attributes',
  async () => {
    const { json, idField } = await worldWithHiddenId();
    expect(await json('1/query?where=1%3D1&returnIdsOnly=true')).toMatchObject({ objectIds: [1, 2, 3] });
    const actual = await json('find?searchText=bern&layers=1&sr=4326');
    expect(actual.results).toMatchObject([{ layerId: 1, value: 'Bern', geometry: { x: 7.45, y: 46.95 } }]);
    expect(actual.results[0].attributes).not.toHaveProperty(idField);
    const query = await json('1/query?where=POP%3E200000&outFields=*');
    expect(query.features.map(({ attributes }: { attributes: object }) => attributes)).toEqual([
      { NAME: 'Zürich', POP: 421000 },
    ]);
  },
);
