import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { packService } from '../../../sw/service/package.ts';
import { readJson, writeJson } from '../../../sw/service/package-json.ts';
import { administrator } from '../portal/administrator.ts';
import { field } from '../rows/made-table.ts';
import { madeService, threePlaces, toBlobs } from '../service/made-service.ts';

let databases = 0;
const origin = 'https://maps.test';
const columns = {
  NAME: ['a', 'b', 'c'],
  DAY: [Date.UTC(2018, 1, 3), null, Date.UTC(2018, 1, 1)],
  NUMBER: [20180203, 20180201, null],
  TEXT: ['01.03.2018', '02.02.2018', 'soon'],
  YEAR: [2019, 2020, 2018],
} as const;
const types = { NAME: 'String', DAY: 'Date', NUMBER: 'Integer', TEXT: 'String', YEAR: 'Double' } as const;

async function made() {
  const now = () => Date.UTC(2026, 0, 1);
  const store = await openStore({
    openDatabase: openIndexedDb,
    databaseName: `time-${++databases}`,
    now,
    newId: () => 'f'.repeat(32),
  });
  const fields = Object.entries(types).map(([name, type]) => field(name, `gisFieldType${type}` as const));
  const { definition, files } = madeService('Test', { ...threePlaces, fields, columns: Object.values(columns) });
  await store.setSetting('demo-published', true);
  await store.publish(definition, toBlobs(files));
  let other: () => Promise<unknown> = async () => undefined;
  const yieldNow = async () => void (await other());
  const context = { store, now, origin, base: '/', newId: () => 'f'.repeat(32), yieldNow } as unknown as Context;
  const patch = async (body: unknown) => {
    const init = { method: 'PATCH', body: writeJson(body), headers: await administrator(context) };
    const response = (await answer(context, new Request(`${origin}/admin/services/Test`, init)))!;
    return readJson(await response.text()) as Record<string, never>;
  };
  const post = async (body: Uint8Array) => {
    const file = new Blob([body as Uint8Array<ArrayBuffer>]);
    const init = { method: 'POST', body: file, headers: await administrator(context) };
    return (await answer(context, new Request(`${origin}/admin/services`, init)))!.json();
  };
  const time = async () => (await store.service('Test'))!.definition.maps[0]!.layers[1]!.time;
  const meanwhile = (task: () => Promise<unknown>): void => {
    other = task;
  };
  return { store, patch, post, time, meanwhile };
}

const bytesIn = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const day = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date);

test.each([
  ['dates', { StartTimeFieldName: 'DAY' }, [day(2018, 2, 1), day(2018, 2, 3)]],
  ['numbers', { StartTimeFieldName: 'NUMBER', TimeValueFormat: 'yyyyMMdd' }, [day(2018, 2, 1), day(2018, 2, 3)]],
  ['texts', { StartTimeFieldName: 'TEXT', TimeValueFormat: 'dd.MM.yyyy' }, [day(2018, 2, 2), day(2018, 3, 1)]],
  [
    'a start and an end',
    { StartTimeFieldName: 'DAY', EndTimeFieldName: 'YEAR', TimeValueFormat: 'yyyy' },
    [day(2018, 1, 1), day(2020, 1, 1)],
  ],
])('the time of a layer by %s reaches as far as its rows say, also when it is sent twice', async (_, time, extent) => {
  const { patch, time: stored } = await made();
  const edit = { layers: [{ LayerID: 1, time }] };
  expect(await patch(edit)).toMatchObject({ success: true });
  expect(await stored()).toEqual({ ...time, fullTimeExtent: extent });
  expect(await patch(edit)).toMatchObject({ success: true });
  expect(await stored()).toEqual({ ...time, fullTimeExtent: extent });
});

test.each([
  ['dates', { StartTimeFieldName: 'DAY' }, [day(2018, 2, 1), day(2018, 2, 3)]],
  ['numbers', { StartTimeFieldName: 'NUMBER', TimeValueFormat: 'yyyyMMdd' }, [day(2018, 2, 1), day(2018, 2, 3)]],
  ['texts', { StartTimeFieldName: 'TEXT', TimeValueFormat: 'dd.MM.yyyy' }, [day(2018, 2, 2), day(2018, 3, 1)]],
  ['texts that are no times', { StartTimeFieldName: 'NAME', TimeValueFormat: 'yyyy' }, undefined],
])('new data by %s are published with a time that reaches as far as their rows', async (_, time, extent) => {
  const { store, post, time: stored } = await made();
  const { record, files } = (await store.portal.storedService('Test'))!;
  const { definition } = record;
  const [map] = definition.maps;
  const layers = map!.layers.map((layer) => (layer.LayerID === 1 ? { ...layer, time } : layer));
  const bytes = await Promise.all([...files].map(async ([name, blob]) => [name, await bytesIn(blob)] as const));
  const body = packService({ ...definition, maps: [{ ...map!, layers }] }, new Map(bytes));
  expect(await post(body)).toMatchObject({ success: true, version: 2 });
  expect(await stored()).toEqual(extent ? { ...time, fullTimeExtent: extent } : time);
  // Repeating the request finds it published.
  expect(await post(body)).toMatchObject({ success: true, version: 2 });
});

test('a time is taken away and brought back as it was', async () => {
  const { patch, time } = await made();
  const custom = {
    StartTimeFieldName: 'DAY',
    fullTimeExtent: [0, 1],
    TimeInterval: 1,
    TimeIntervalUnits: 'gisTimeUnitsDays',
  };
  await patch({ layers: [{ LayerID: 1, time: custom }] });
  expect(await time()).toEqual(custom);
  await patch({ layers: [{ LayerID: 1, time: null }] });
  expect(await time()).toBeUndefined();
});

test.each([
  ['no field', { StartTimeFieldName: 'NOPE' }, 'layers[1].time.StartTimeFieldName'],
  ['the shape', { StartTimeFieldName: 'SHAPE' }, 'layers[1].time.StartTimeFieldName'],
  ['no field at the end', { StartTimeFieldName: 'DAY', EndTimeFieldName: 'NOPE' }, 'time.EndTimeFieldName'],
  ['no track', { StartTimeFieldName: 'DAY', TrackIDFieldName: 'NOPE' }, 'time.TrackIDFieldName'],
  ['a pattern without a year', { StartTimeFieldName: 'TEXT', TimeValueFormat: 'MMdd' }, 'time.TimeValueFormat'],
  ['texts that are no times', { StartTimeFieldName: 'NAME' }, 'edit.layers[0].time.TimeValueFormat'],
  ['numbers without a pattern', { StartTimeFieldName: 'YEAR' }, 'edit.layers[0].time.TimeValueFormat'],
  ['a unit that is none', { StartTimeFieldName: 'DAY', TimeIntervalUnits: 'Moons' }, 'time.TimeIntervalUnits'],
  ['a step backwards', { StartTimeFieldName: 'DAY', TimeInterval: -1 }, 'time.TimeInterval'],
])('%s is refused where it stands and changes nothing', async (_, time, path) => {
  const { store, patch } = await made();
  const before = await store.service('Test');
  const { error } = await patch({ layers: [{ LayerID: 1, time }] });
  expect(error).toMatchObject({ messageCode: 'bad-package', message: expect.stringContaining(path) });
  expect(await store.service('Test')).toEqual(before);
});

test('what has no rows has no time', async () => {
  const { patch } = await made();
  const { error } = await patch({ layers: [{ LayerID: 0, time: { StartTimeFieldName: 'DAY' } }] });
  expect(error).toMatchObject({ messageCode: 'bad-value' });
});

test('rows that were replaced while the time was read refuse it', async () => {
  const { store, patch, time, meanwhile } = await made();
  const later = madeService();
  meanwhile(() => store.publish(later.definition, toBlobs(later.files)));
  const { error } = await patch({ layers: [{ LayerID: 1, time: { StartTimeFieldName: 'DAY' } }] });
  expect(error).toMatchObject({ message: expect.stringContaining('has changed since it was read') });
  expect(await time()).toBeUndefined();
});
