import { expect, test } from 'vitest';
import { createBatchCache } from '../../../sw/rows/batch-cache.ts';
import { openTable } from '../../../sw/rows/open-table.ts';
import type { Table } from '../../../sw/rows/table.ts';
import { writeTable } from '../../../sw/rows/write/write-table.ts';
import { createSeededNumbers, field, makeGeometryBatch, manyPolygons, readFrom, writeAndOpen } from './made-table.ts';

async function allExtents(table: Table): Promise<Float64Array> {
  const batches = await Promise.all(table.manifest.batches.map((_, index) => table.extents(index)));
  return Float64Array.from(batches.flatMap((extents) => [...extents]));
}

test('rows in an extent: at least those that meet it, ascending', async () => {
  const { table, manifest } = writeAndOpen(manyPolygons(20_000));
  const extents = await allExtents(table);
  const random = createSeededNumbers(3);
  for (let i = 0; i < 50; i++) {
    const x = random() * 340 - 180;
    const y = random() * 160 - 90;
    const size = random() ** 3 * 300;
    const box = [x, y, x + size, y + size] as const;
    const rows = await table.rowsIn(box);
    const expected: number[] = [];
    for (let row = 0; row < manifest.rowCount; row++) {
      const [xmin, ymin, xmax, ymax] = extents.subarray(4 * row, 4 * row + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      if (xmin <= box[2] && xmax >= box[0] && ymin <= box[3] && ymax >= box[1]) expected.push(row);
    }
    expect([...rows!]).toEqual(expected);
  }
});

test('all rows, no rows and whole batches are known without the index', async () => {
  const log: string[] = [];
  const written = writeTable(manyPolygons(20_000));
  const { manifest } = written;
  const table = openTable(manifest, readFrom(written.files, log), createBatchCache());
  expect(await table.rowsIn([-1000, -1000, 1000, 1000])).toBeUndefined();
  expect(await table.rowsIn([500, 500, 600, 600])).toEqual(new Uint32Array(0));
  expect(log).toEqual([]);

  const apart = writeTable({
    name: 'apart',
    fields: [],
    columns: [],
    rowCount: 8192,
    geometry: makeGeometryBatch(
      'point',
      Array.from({ length: 8192 }, (_, i) => [[(i % 2) * 1000 + (i % 64), i >> 7]]),
    ),
  });
  const twoHeaps = openTable(apart.manifest, readFrom(apart.files, log), createBatchCache());
  const [first] = apart.manifest.batches;
  const rows = await twoHeaps.rowsIn(first!.extent!);
  expect(rows).toEqual(Uint32Array.from({ length: 4096 }, (_, i) => i));
  expect(log).toEqual([]);
});

test('rows without geometry have no extent and are not in the index', async () => {
  const { table } = writeAndOpen({
    name: 'gaps',
    fields: [],
    columns: [],
    rowCount: 4,
    geometry: makeGeometryBatch('point', [[], [[1, 1]], [], [[5, 5]]]),
  });
  const extents = await allExtents(table);
  expect([...extents.subarray(8)].every(Number.isNaN)).toBe(true);
  expect([...extents.subarray(0, 8)].sort()).toEqual([1, 1, 1, 1, 5, 5, 5, 5]);
  const rows = await table.rowsIn([0, 0, 2, 2]);
  expect(rows).toHaveLength(1);
  expect(extents[4 * rows![0]!]).toBe(1);
});

test('a layer of rows without geometry alone has nothing anywhere', async () => {
  const { table, manifest } = writeAndOpen({
    name: 'gaps',
    fields: [],
    columns: [],
    rowCount: 3,
    geometry: makeGeometryBatch('polygon', [[], [], []]),
  });
  expect(manifest.extent).toBeUndefined();
  expect(await table.rowsIn([0, 0, 2, 2])).toEqual(new Uint32Array(0));
  expect([...(await table.geometry(0, 0)).featureOffsets]).toEqual([0, 0, 0, 0]);
});

test('rows are found by object id, near together and far apart', async () => {
  const ids = [2147483647, -5, 17, 0];
  for (const shift of [ids, [4, 3, 2, 1]]) {
    const { table } = writeAndOpen({
      name: 'ids',
      fields: [field('ID', 'gisFieldTypeOID')],
      columns: [shift],
      rowCount: 4,
    });
    for (const [row, id] of shift.entries()) expect(await table.rowOfId(id)).toBe(row);
    for (const id of [99, -6, 5, 0.5, Number.NaN]) expect(await table.rowOfId(id)).toBe(-1);
  }
});

test('one batch is one read, shared by all who ask; a failed read is tried again', async () => {
  const written = writeTable(manyPolygons(9000));
  const log: string[] = [];
  const read = readFrom(written.files, log);
  let fails = true;
  const table = openTable(
    written.manifest,
    async (...run) => {
      if (fails) throw new Error('disk');
      return read(...run);
    },
    createBatchCache(),
  );
  await expect(table.geometry(0, 1)).rejects.toThrow('disk');
  fails = false;
  const [a, b] = await Promise.all([table.geometry(0, 1), table.geometry(0, 1)]);
  expect(a).toBe(b);
  expect(await table.geometry(0, 1)).toBe(a);
  const [offset, length] = written.manifest.levels[0]!.batches[1]!;
  expect(log).toEqual([`many.geometry.arrow ${offset} ${length}`]);
});

test('the cache keeps to its bytes and drops what was used longest ago', async () => {
  const written = writeTable(manyPolygons(20_000));
  const size = written.manifest.levels[0]!.batches[0]![1];
  const log: string[] = [];
  const cache = createBatchCache(size * 2.5);
  const table = openTable(written.manifest, readFrom(written.files, log), cache);
  await table.geometry(0, 0);
  await table.geometry(0, 1);
  await table.geometry(0, 0);
  await table.geometry(0, 2);
  expect(cache.bytes).toBeLessThanOrEqual(size * 2.5);
  expect(log).toHaveLength(3);
  await table.geometry(0, 0);
  expect(log).toHaveLength(3);
  await table.geometry(0, 1);
  expect(log).toHaveLength(4);
});

test('damaged bytes are a fault that names the file, and nothing else', async () => {
  const written = writeTable({ ...manyPolygons(300) });
  const { manifest } = written;
  const random = createSeededNumbers(11);
  let faults = 0;
  for (let i = 0; i < 400; i++) {
    const files = new Map([...written.files].map(([name, bytes]) => [name, bytes.slice()]));
    for (const range of [manifest.attributes.batches[0]!, manifest.levels[0]!.batches[0]!]) {
      const bytes = files.get(
        range === manifest.attributes.batches[0] ? manifest.attributes.file : manifest.levels[0]!.file,
      )!;
      for (let k = 0; k < 4; k++) bytes[range[0] + Math.floor(random() * 400)] = Math.floor(random() * 256);
    }
    const table = openTable(manifest, readFrom(files), createBatchCache());
    for (const reading of [table.attributes(0), table.geometry(0, 0)]) {
      await reading.then(
        () => undefined,
        (error) => {
          faults++;
          expect(error).toMatchObject({ name: 'Fault', code: 'bad-package' });
        },
      );
    }
  }
  expect(faults).toBeGreaterThan(100);
  const short = new Map([...written.files].map(([name, bytes]) => [name, bytes.slice(0, 1000)]));
  const table = openTable(manifest, readFrom(short), createBatchCache());
  await expect(table.geometry(0, 0)).rejects.toThrow('many.geometry.arrow, batch 0');
  await expect(table.extents(0)).rejects.toMatchObject({ code: 'bad-package' });
});
