import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { fill } from '../../../sw/formats/reading/symbols.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { readJson, writeJson } from '../../../sw/service/package-json.ts';
import { administrator } from '../portal/administrator.ts';
import { madeService, toBlobs } from '../service/made-service.ts';

let databases = 0;
const origin = 'https://maps.test';

async function made() {
  const now = () => Date.UTC(2026, 0, 1);
  const store = await openStore({
    openDatabase: openIndexedDb,
    databaseName: `edit-${++databases}`,
    now,
    newId: () => 'f'.repeat(32),
  });
  const { definition, files } = madeService();
  await store.setSetting('demo-published', true);
  await store.publish(definition, toBlobs(files));
  const context = { store, now, origin, base: '/', newId: () => 'f'.repeat(32) } as unknown as Context;
  const patch = async (body: unknown, key = 'Test', headers: Record<string, string> = {}) => {
    const request = new Request(`${origin}/admin/services/${key}`, {
      method: 'PATCH',
      body: typeof body === 'string' ? body : writeJson(body),
      headers: { ...(await administrator(context)), ...headers },
    });
    const response = (await answer(context, request))!;
    return { status: response.status, body: readJson(await response.text()) as Record<string, never> };
  };
  return { store, patch };
}

const drawing = {
  type: 'FeatureLayerDrawingDescription',
  FeatureRenderer: { type: 'SimpleRenderer', Symbol: fill('#336699') },
};

test('a drawing is saved as a new version whose rows are still read', async () => {
  const { store, patch } = await made();
  const before = (await store.service('Test'))!;

  const { status, body } = await patch({ layers: [{ LayerID: 1, drawing, Name: 'Towns', MinScale: 5e6 }] });

  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, key: 'Test', version: before.version + 1 });
  const after = (await store.service('Test'))!;
  expect(after.definition.maps[0]!.layers[1]).toMatchObject({ Name: 'Towns', MinScale: 5e6, drawing });
  expect(after.definition.maps[0]!.layers[0]).toEqual(before.definition.maps[0]!.layers[0]);
  const table = await store.table(after, 'places');
  expect((await table.attributes(0)).rowCount).toBe(3);
  expect((await store.portal.storedService('Test'))?.files.size).toBe(
    (await made().then(({ store }) => store.portal.storedService('Test')))?.files.size,
  );
});

test('what was changed can be taken away, and tables are changed by the ids after the layers', async () => {
  const { store, patch } = await made();
  await patch({
    layers: [
      { LayerID: 1, drawing },
      { LayerID: 2, Name: 'Remarks', DefinitionExpression: "TEXT = 'x'" },
    ],
  });
  await patch({ layers: [{ LayerID: 1, drawing: null }] });

  const map = (await store.service('Test'))!.definition.maps[0]!;
  expect(map.layers[1]!.drawing).toBeUndefined();
  expect(map.standaloneTables[0]).toMatchObject({ Name: 'Remarks', DefinitionExpression: "TEXT = 'x'" });
});

test('publishing again after a change puts the new files in the place of all earlier ones', async () => {
  const { store, patch } = await made();
  await patch({ layers: [{ LayerID: 1, Name: 'Towns' }] });
  const { definition, files } = madeService();
  const record = await store.publish(definition, toBlobs(files));

  expect(record).toMatchObject({ version: 3 });
  expect(record.filesVersion).toBeUndefined();
  expect((await (await store.table(record, 'places')).attributes(0)).rowCount).toBe(3);
});

test('a backup of a changed service can be put back', async () => {
  const { store, patch } = await made();
  await patch({ layers: [{ LayerID: 1, Name: 'Towns' }] });
  await store.archive.replaceAll(await store.archive.readAll());

  const record = (await store.service('Test'))!;
  expect(record.definition.maps[0]!.layers[1]!.Name).toBe('Towns');
  expect((await (await store.table(record, 'places')).attributes(0)).rowCount).toBe(3);
});

test.each([
  ['no JSON', '{', 'bad-package'],
  ['a member that is unknown', { layer: [] }, 'bad-value'],
  ['no list of layers', { layers: { LayerID: 1 } }, 'bad-value'],
  ['a layer without id', { layers: [{ Name: 'x' }] }, 'bad-value'],
  ['an access that is unknown', { access: 'secret' }, 'bad-value'],
  ['a member that data hang on', { layers: [{ LayerID: 1, table: 'notes' }] }, 'bad-value'],
  ['a member of every object', { layers: [JSON.parse('{"LayerID": 1, "__proto__": {"x": 1}}')] }, 'bad-value'],
  ['a layer that is not there', { layers: [{ LayerID: 9 }] }, 'unknown-layer'],
  ['a map that is not there', { map: 'Other', layers: [{ LayerID: 1 }] }, 'unknown-map'],
  ['a drawing that is none', { layers: [{ LayerID: 1, drawing: { type: 'RgbColor' } }] }, 'bad-package'],
  ['a scale below zero', { layers: [{ LayerID: 1, MinScale: -1 }] }, 'bad-package'],
  ['a filter that is no condition', { layers: [{ LayerID: 1, DefinitionExpression: 'POP >' }] }, 'bad-sql'],
  ['a filter on no field', { layers: [{ LayerID: 1, DefinitionExpression: 'NOPE = 1' }] }, 'unknown-field'],
])('%s is refused and changes nothing', async (_, body, code) => {
  const { store, patch } = await made();
  const before = await store.service('Test');

  const { body: answered } = await patch(body);

  expect(answered.error).toMatchObject({ messageCode: code });
  expect(await store.service('Test')).toEqual(before);
});

test('another site and an unknown service are refused', async () => {
  const { patch } = await made();
  const foreign = await patch({ layers: [{ LayerID: 1, Name: 'x' }] }, 'Test', { origin: 'https://other.test' });
  expect(foreign.body.error).toMatchObject({ messageCode: 'not-allowed' });
  const unknown = await patch({ layers: [{ LayerID: 1, Name: 'x' }] }, 'Nope');
  expect(unknown.body.error).toMatchObject({ messageCode: 'unknown-service' });
});

test('a condition of labels that cannot be read is refused with its place, and nothing changes', async () => {
  const { store, patch } = await made();
  const makeLabeling = (WhereClause: string) => ({
    ...drawing,
    LabelingDescription: {
      LabelClassDescriptions: [{ LabelExpression: '[NAME]' }, { LabelExpression: '[NAME]', WhereClause }],
    },
  });
  const { status, body } = await patch({ layers: [{ LayerID: 1, drawing: makeLabeling('POP > > 1') }] });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('label class 1 of layer 1');
  expect((await store.service('Test'))!.version).toBe(1);
  expect((await patch({ layers: [{ LayerID: 1, drawing: makeLabeling('POP > 1') }] })).status).toBe(200);
});

test('a map that names the sources of the service goes on to do so, and one that says something else is left', async () => {
  const { store, patch } = await made();
  const copyright = async () => (await store.service('Test'))!.definition.maps[0]!.CopyrightText;
  await patch({ mapInfo: { CopyrightText: 'Ours' } });

  await patch({ service: { credits: ['Rivers: a survey.', 'Towns: another'] } });
  const currentCopyright = await copyright();
  await patch({ mapInfo: { CopyrightText: 'Rivers: a survey; Towns: another' } });
  await patch({ service: { credits: ['Rivers: a survey.'] } });
  const followed = await copyright();
  const { status } = await patch({ service: { credits: [7] } });

  expect([currentCopyright, followed]).toEqual(['Ours', 'Rivers: a survey']);
  expect(status).toBe(400);
  expect(await copyright()).toBe('Rivers: a survey');
});
