import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type BlockStore,
  createBlockMemory,
  createBlockReader,
} from '../../../../sw/extensions/remote/block-reader.ts';
import { remoteManifest } from '../../../../sw/extensions/remote/remote-manifest.ts';
import { openFlatGeobuf } from '../../../../sw/formats/flatgeobuf/open-flatgeobuf.ts';
import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import { createBatchCache } from '../../../../sw/rows/batch-cache.ts';
import type { TableManifest } from '../../../../sw/rows/manifest.ts';
import { readRows } from '../../../../sw/rows/read-rows.ts';
import { countRows, scan } from '../../../../sw/rows/scan.ts';
import type { Table } from '../../../../sw/rows/table.ts';
import { type RangeServer, startRangeServer } from '../../../range-server.ts';
import { type Area, areas } from './areas.ts';
import { describeRows } from './describe-rows.ts';

const makeFile = (name: string) => new URL(`./${name}`, import.meta.url).pathname;

let server: RangeServer;
let address: string;
/** The source features, in the order of the file: GDAL sorted them. */
let judge: Area[];
beforeAll(async () => {
  server = await startRangeServer({
    'areas.fgb': makeFile('areas.fgb'),
    'plain.fgb': makeFile('areas-plain.fgb'),
    'rounds.fgb': makeFile('../files/flat-geobuf/rounds.fgb'),
    'areas.ts': makeFile('areas.ts'),
  });
  address = `${server.origin}/areas.fgb`;
  const made = areas();
  const table = await opened();
  const read = await readRows(table, await scan(table, {}), table.manifest.fields.slice(2, 3));
  judge = read.map(([n]) => made[(n as { value: number }).value]!);
});
afterAll(() => server?.stop());
beforeEach(() => {
  server.reset();
  Object.assign(server, { fault: undefined, etag: '"one"' });
});

/** Store blocks in memory instead of the database. */
function memoryStore(): BlockStore & { readonly blocks: Map<string, Uint8Array<ArrayBuffer>> } {
  const blocks = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    blocks,
    get: async (_, version, numbers) => numbers.map((block) => blocks.get(`${version} ${block}`)),
    async put(_, version, added) {
      for (const [block, bytes] of added) blocks.set(`${version} ${block}`, bytes);
    },
  };
}

const describeSource = (position = address) => describeRows(sourceAddress(position), { fetchRemote: fetch });

async function opened(store = memoryStore(), manifest?: TableManifest): Promise<Table> {
  const used = manifest ?? remoteManifest(await describeSource());
  const host = {
    fetchRemote: fetch,
    store,
    memory: createBlockMemory(),
    signedAddress: async (plain: string) => plain,
  };
  return openFlatGeobuf(used, createBlockReader(used.remote!, host), createBatchCache());
}

test('a file elsewhere is described from its head and the top of its index', async () => {
  const actual = await describeSource();
  expect(actual).toMatchObject({ name: 'areas', geometry: 'polygon', rowCount: 1000, crs: { code: 4326 } });
  expect(actual.columns.map(({ name, fieldType }) => `${name} ${fieldType.slice(12)}`)).toEqual([
    ...['n Integer', 'big Double', 'share Double', 'name String', 'flag SmallInteger', 'day Date', 'at Date'],
  ]);
  expect(server.ranges.length).toBeLessThanOrEqual(4);
  expect(server.sentBytes).toBeLessThan(300_000);
});

test('all rows and shapes are as GDAL reads them', async () => {
  const table = await opened();
  const rows = await scan(table, {});
  expect(rows).toHaveLength(1000);
  expect(new Set(judge).size).toBe(1000);
  const { fields } = table.manifest;
  const read = await readRows(
    table,
    rows,
    fields.filter(({ Type }) => Type !== 'gisFieldTypeGeometry'),
  );
  const time = (text: unknown) =>
    text === null ? null : new Date(`${String(text).replaceAll('/', '-').replace(' ', 'T')}Z`);
  read.forEach((record, row) => {
    const { n, big, share = null, name = null, flag, day, at } = judge[row]!.properties;
    const plain = record.map((value) => (value && typeof value === 'object' && 'value' in value ? value.value : value));
    expect(plain).toEqual([row + 1, n, big, share, name, flag ? 1 : 0, time(day), time(at)]);
  });
  for (const index of table.manifest.batches.keys()) {
    const { firstRow, rowCount, xy, partOffsets, featureOffsets } = await table.geometry(0, index);
    for (let row = 0; row < rowCount; row++) {
      const rings = judge[firstRow + row]!.geometry.coordinates.flat();
      const actual = rings.map((_, i) => {
        const part = featureOffsets[row]! + i;
        return [...xy.subarray(2 * partOffsets[part]!, 2 * partOffsets[part + 1]!)];
      });
      expect(featureOffsets[row + 1]! - featureOffsets[row]!).toBe(rings.length);
      // Our exterior rings are clockwise, unlike those of GeoJSON.
      expect(actual).toEqual(rings.map((ring) => [...ring].reverse().flat()));
    }
  }
});

test('a box finds what GDAL finds by the boxes of shapes, with few requests', async () => {
  const table = await opened();
  server.reset();
  for (const box of [
    [5, 45, 6, 46],
    [-20, 30, 0, 50],
    [11, 51, 11.01, 51.01],
    [200, 0, 210, 1],
  ] as const) {
    const expected = judge.flatMap(({ geometry }, row) => {
      const points = geometry.coordinates.flat(2);
      const [x, y] = [points.map((point) => point[0]!), points.map((point) => point[1]!)];
      const meets =
        Math.min(...x) <= box[2] && Math.max(...x) >= box[0] && Math.min(...y) <= box[3] && Math.max(...y) >= box[1];
      return meets ? [row] : [];
    });
    expect([...(await scan(table, { extent: box }))]).toEqual(expected);
    expect(await countRows(table, { extent: box })).toBe(expected.length);
  }
  expect(server.sentBytes).toBeLessThan(1_500_000);
});

test('one row is read with the pieces around it', async () => {
  const table = await opened();
  server.reset();
  const [row] = await scan(table, { objectIds: [900] });
  const [record] = await readRows(table, Uint32Array.of(row!), table.manifest.fields.slice(2, 3));
  expect(record).toEqual([{ type: 'int', value: judge[899]!.properties.n }]);
  expect(server.ranges.length).toBeLessThanOrEqual(3);
  expect(server.sentBytes).toBeLessThan(400_000);
});

test('what was read is not fetched again, by another reader of the same store either', async () => {
  const store = memoryStore();
  const box = [5, 45, 6, 46] as const;
  const table = await opened(store);
  const rows = await scan(table, { extent: box });
  await readRows(table, rows, table.manifest.fields);
  server.reset();
  const again = await opened(store, { ...table.manifest, batches: [] });
  expect(await scan(again, { extent: box })).toEqual(rows);
  await readRows(again, rows, again.manifest.fields);
  expect(server.ranges).toEqual([]);
  server.fault = 'dead';
  // Stored blocks work offline; missing ones fail with a reason.
  expect(await countRows(again, { extent: box })).toBe(rows.length);
  const far = table.manifest.batches.findIndex(({ extent }) => extent![0] > 6.5 || extent![1] > 46.5);
  await expect(again.attributes(far)).rejects.toMatchObject({
    code: 'source-failed',
    detail: { reason: 'unreachable' },
  });
});

test('blocks of two contents are never mixed', async () => {
  const store = memoryStore();
  const table = await opened(store);
  server.etag = '"two"';
  await expect(table.geometry(0, 3)).rejects.toMatchObject({ code: 'source-failed', detail: { reason: 'changed' } });
  await expect(table.geometry(0, 3)).rejects.toThrow(/localhost:\d+\/areas.fgb: the file has changed/);
  expect([...store.blocks.keys()].every((key) => key.startsWith('etag:"one"'))).toBe(true);
});

test.each([
  ['no-ranges', 'no-ranges'],
  ['forbidden', 'refused'],
  ['dead', 'unreachable'],
  ['cut-off', 'cut-off'],
] as const)('a server that goes wrong (%s) is named with the reason', async (fault, reason) => {
  const table = await opened();
  server.fault = fault;
  await expect(table.geometry(0, 3)).rejects.toMatchObject({ code: 'source-failed', detail: { reason } });
  server.fault = undefined;
  expect((await table.geometry(0, 3)).rowCount).toBeGreaterThan(0);
});

test('a server that is busy once is asked again', async () => {
  const table = await opened();
  server.fault = 'busy-once';
  expect((await table.geometry(0, 3)).rowCount).toBeGreaterThan(0);
});

test('files that cannot be read in parts are refused with the reason', async () => {
  await expect(describeSource(`${server.origin}/plain.fgb`)).rejects.toThrow('expected a spatial index');
  await expect(describeSource(`${server.origin}/rounds.fgb`)).rejects.toThrow(
    /expected .*, found (?:curve polygons|collections of curve polygons)/,
  );
  await expect(describeSource(`${server.origin}/areas.ts`)).rejects.toThrow('PMTiles, found a file that begins with');
  await expect(describeSource(`${server.origin}/none.fgb`)).rejects.toThrow('not found on the server (HTTP 404)');
  expect(() => sourceAddress('ftp://x.org/a')).toThrow('expected an http or https URL');
  expect(() => sourceAddress('https://me:secret@x.org/a')).toThrow("aren't allowed in a URL");
});

test('what signs an address is not part of it', () => {
  const { address: plain, signedAddress } = sourceAddress('https://x.org/a.fgb?v=2&X-Amz-Signature=abc&X-Amz-Date=1#f');
  expect(plain).toBe('https://x.org/a.fgb?v=2');
  expect(signedAddress).toBe('https://x.org/a.fgb?v=2&X-Amz-Signature=abc&X-Amz-Date=1');
});
