import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../../../sw/context.ts';
import { type Json, restJson } from '../../../contract/rest/ask-rest.ts';
import { type RangeServer, startRangeServer } from '../../../range-server.ts';
import { publishRemote, remoteContext } from './remote-context.ts';

// The file and the expected values in `values.json` come from DuckDB, see `makers/make-parquets.mjs`.
const folder = new URL('../../formats/by-range/parquet/', import.meta.url);
const { large, ularge } = (
  JSON.parse(readFileSync(new URL('values.json', folder), 'utf8')) as {
    types: Record<'large' | 'ularge', readonly (string | null)[]>;
  }
).types;
const countMatches = (values: readonly (string | null)[], holds: (value: bigint) => boolean): number =>
  values.filter((value) => value !== null && holds(BigInt(value))).length;

let server: RangeServer;
let context: Context;
beforeAll(async () => {
  server = await startRangeServer({
    'types.parquet': new URL('types.parquet', folder).pathname,
    'types.fgb': 'tests/unit/formats/files/flat-geobuf/types.fgb',
  });
  context = await remoteContext();
  await publishRemote(context, `${server.origin}/types.parquet`, 'Types');
  await publishRemote(context, `${server.origin}/types.fgb`, 'Flat');
});
afterAll(() => server?.stop());

const ask = (path: string, parameters: Readonly<Record<string, unknown>>): Promise<Json> =>
  restJson(context, `services/Types/MapServer/${path}`, parameters);
const count = (where: string) => ask('0/query', { where, returnCountOnly: true });

test.each([
  ['large > 5', countMatches(large, (value) => value > 5n)],
  ['5 >= ularge', 0],
  ['ularge <> 5.5', countMatches(ularge, () => true)],
  ['ularge IN (1, NULL, 2)', 0],
  ['large BETWEEN 9007199254740991 AND 0', 0],
  ['large IS NULL', large.filter((value) => value === null).length],
  ["large IS NULL OR UPPER(text) = 'x' OR large < 0", large.filter((value) => value === null).length],
  // The file's statistics decide this, even though they are rounded.
  ['large > 9007199254750000', 0],
])('numbers beyond 2^53 are compared exactly with smaller ones: %s', async (where, expected) => {
  expect((await count(where)).count).toBe(expected);
});

const refused =
  /^Field "u?large" with numbers beyond 9007199254740991: expected a comparison with a smaller number, found /;
test.each([
  'large = 9007199254740995',
  'large >= 9007199254740996',
  '9007199254740996 < large',
  'ularge IN (1, 18446744073709551605)',
  'large BETWEEN 1 AND 9007199254740999',
  'large + 1 > 5',
  'large = ularge',
  'CASE WHEN large > 9007199254740999 THEN 1 ELSE 0 END = 1',
])('a condition that would go by rounded numbers is refused: %s', async (where) => {
  expect((await count(where)).error.message).toMatch(refused);
  const few = { objectIds: '2,3', where, outFields: 'large' };
  expect((await ask('0/query', few)).error.message).toMatch(refused);
});

test('so it is in a FlatGeobuf file, which GDAL wrote with 9007199254740993', async () => {
  const countIn = async (where: string) =>
    restJson(context, 'services/Flat/MapServer/0/query', { where, returnCountOnly: true });
  expect(await countIn('large > 5')).toMatchObject({ count: 1 });
  expect((await countIn('large = 9007199254740992')).error.message).toMatch(refused);
});

test('rows are sorted by such numbers, and not joined by them', async () => {
  const sorted = await ask('0/query', {
    where: '1=1',
    outFields: 'large',
    orderByFields: 'large DESC',
    resultRecordCount: 1,
  });
  expect(sorted.features[0].attributes.large).toBe(Number(large.at(-1)));
  const named = { type: 'mapLayer', mapLayerId: 0 };
  const makeJoin = (rightTableKey: string) => ({
    id: 101,
    source: {
      type: 'dataLayer',
      dataSource: {
        ...{ type: 'joinTable', leftTableSource: named, rightTableSource: named },
        ...{ leftTableKey: 'whole', rightTableKey, joinType: 'esriLeftOuterJoin' },
      },
    },
  });
  const all = { where: '1=1', outFields: 'elsewhere.whole' };
  const { error } = await ask('dynamicLayer/query', { layer: makeJoin('large'), ...all });
  expect(error.message).toContain('key "large" isn\'t supported: it has numbers beyond 9007199254740991');
  expect((await ask('dynamicLayer/query', { layer: makeJoin('whole'), ...all })).error).toBeUndefined();
});
