import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { exportEn } from '../../../../src/extensions/export/text/export-text.ts';
import type { RequestOf } from '../../../../sw/contract/index.ts';
import { crc32 } from '../../../../sw/formats/zip/crc32.ts';
import { sendToSample } from '../../handlers/asking/ask-sample.ts';
import { hostPage, limitAnswer } from '../../map/page-host.ts';

/** The IDs of each request for rows, the number of requests in flight, and a hook that runs before each response. */
const requested: (readonly number[])[] = [];
let underWay = 0;
let maxInFlight = 0;
let beforeAnswer = async (_question: number, _signal: AbortSignal | undefined): Promise<void> => undefined;
let version = 7;

/** The sample service with a limit of two rows per response. */
hostPage(async ({ operation, content, body, request }) => {
  if (operation === 'GetServiceConfigurationInfo') return limitAnswer(2);
  if (operation === undefined) return Response.json({ services: [{ name: 'Sample', version }] });
  const ids = (content as RequestOf<'QueryData'>).QueryFilter?.FIDSet?.FIDArray;
  if (ids) {
    maxInFlight = Math.max(maxInFlight, ++underWay);
    await beforeAnswer(requested.push(ids), request.signal);
    underWay--;
  }
  return sendToSample(body);
});
const { call } = await import('../../../../src/connection/call.ts');
const { tableSubject } = await import('../../../../src/state/rows.ts');
const { currentKey, mapInfo } = await import('../../../../src/state/services.ts');
const { rowsFile } = await import('../../../../src/extensions/export/rows-file.ts');

beforeAll(async () => {
  const { Result } = await call('GetServerInfo', 'Sample', { MapName: 'Related' });
  currentKey.value = 'Sample';
  mapInfo.value = Result;
});
beforeEach(() => {
  requested.length = 0;
  [underWay, maxInFlight, version] = [0, 0, 7];
  beforeAnswer = async () => undefined;
});

const readSubject = (name: string) => {
  const { MapLayerInfos = [], StandaloneTableInfos = [] } = mapInfo.value!;
  const layer = MapLayerInfos.find(({ Name }) => Name === name);
  return tableSubject(mapInfo.value, layer?.LayerID ?? StandaloneTableInfos.find(({ Name }) => Name === name)!.ID)!;
};
const makeFile = (
  name: string,
  ids: readonly number[],
  format: Parameters<typeof rowsFile>[3],
  onProgress = (_: number) => undefined as void,
  signal = new AbortController().signal,
) => rowsFile(readSubject(name), ids, 7, format, onProgress, signal);

test('a CSV has the rows in their order with nulls, dates, quotes and places', async () => {
  const done: number[] = [];

  const file = await makeFile('Owners', [4, 1, 3], 'csv', (rows) => done.push(rows));

  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer()).split('\r\n');
  expect(lines).toMatchInlineSnapshot(`
    [
      "﻿OBJECTID,NO,NAME,KIND,STATUS,SCORE,SINCE,DAY,LINK,__proto__,PICTURE,longitude,latitude",
      "4,14,Dee,,,-0.5,1999-12-31T00:00:00.000Z,19991231,plain words,p4,,60,30",
      "1,11,Ann <b>,1,A,1234.5,2001-02-03T00:00:00.000Z,20010203,http://a.test/?q=1&r=2,p1,,-60,0",
      "3,13,Cid,2,C,,,,,,,60,0",
      "",
    ]
  `);
  expect(requested).toEqual([[4, 1], [3]]);
  expect(done).toEqual([2, 3]);
});

test('GeoJSON has areas in longitude and latitude and each row once', async () => {
  const { features } = JSON.parse(await (await makeFile('Plots', [3, 1, 2], 'geojson')).text());

  expect(
    features.map(({ id, properties }: { id: number; properties: { CODE: string } }) => [id, properties.CODE]),
  ).toEqual([3, 1, 2].map((id) => [id, `P${id}`]));
  expect(features[0].geometry).toMatchInlineSnapshot(`
    {
      "coordinates": [
        [
          [
            -5,
            -5,
          ],
          [
            5,
            -5,
          ],
          [
            5,
            5,
          ],
          [
            -5,
            5,
          ],
          [
            -5,
            -5,
          ],
        ],
      ],
      "type": "Polygon",
    }
  `);
});

test('a KMZ of several pages is one document, as its zip says of it', async () => {
  const zip = new Uint8Array(await (await makeFile('Owners', [1, 2, 3, 4], 'kmz')).arrayBuffer());
  const bytes = unzipSync(zip)['doc.kml']!;
  const whole = await call('QueryData', 'Sample', {
    MapName: 'Related',
    MapTableDescription: mapInfo.value!.DefaultMapDescription!.LayerDescriptions!.find(
      ({ LayerID }) => LayerID === readSubject('Owners').id,
    )!,
    QueryFilter: { type: 'QueryFilter', WhereClause: '', Resolution: 0 },
    QueryResultOptions: { Format: 'gisQueryResultKMLAsMime' },
  });

  expect(strFromU8(bytes)).toBe(strFromU8(unzipSync(whole.Result.MimeData!)['doc.kml']!));
  expect(new DataView(zip.buffer).getUint32(14, true)).toBe(crc32(bytes));
  expect(new DataView(zip.buffer).getUint32(22, true)).toBe(bytes.length);
});

test('a table without shapes is written too', async () => {
  expect(await (await makeFile('Clubs', [3, 1], 'csv')).text()).toContain('3,3,Nobody\r\n1,1,Chess\r\n');
});

test('the next pages are asked for while one is on its way, and no more than three at once', async () => {
  const waiting: (() => void)[] = [];
  beforeAnswer = (question) => (question === 1 ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve());
  const ids = [1, 2, 3, 4, 1, 2, 3, 4, 1, 2];
  const file = makeFile('Owners', ids, 'csv');

  await vi.waitFor(() => expect(requested).toHaveLength(3));
  waiting[0]!();

  expect((await (await file).text()).split('\r\n')).toHaveLength(ids.length + 2);
  expect(maxInFlight).toBe(3);
});

test('a service that changes between two pages makes no file', async () => {
  beforeAnswer = async (question) => {
    if (question === 2) version++;
  };

  await expect(makeFile('Owners', [1, 2, 3, 4], 'geojson')).rejects.toThrow(exportEn.rowsChanged);
});

test('rows that are gone are told, not left out', async () => {
  await expect(makeFile('Owners', [1, 99], 'csv')).rejects.toThrow(exportEn.rowsChanged);
});

test.each(['csv', 'kmz'] as const)('a %s that nobody wants any more asks nothing more', async (format) => {
  const actual = new AbortController();
  beforeAnswer = async (question, signal) => {
    if (question === 2) actual.abort();
    signal?.throwIfAborted();
  };

  await expect(makeFile('Owners', [1, 2, 3, 4, 1, 2, 3, 4, 1, 2], format, undefined, actual.signal)).rejects.toThrow(
    expect.objectContaining({ name: 'AbortError' }),
  );
  expect(requested.length).toBeLessThanOrEqual(3);
});
