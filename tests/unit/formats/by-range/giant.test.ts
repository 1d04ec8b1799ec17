import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createBlockMemory, createBlockReader } from '../../../../sw/extensions/remote/block-reader.ts';
import { remoteManifest } from '../../../../sw/extensions/remote/remote-manifest.ts';
import { openFlatGeobuf } from '../../../../sw/formats/flatgeobuf/open-flatgeobuf.ts';
import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import { createBatchCache } from '../../../../sw/rows/batch-cache.ts';
import { readRows } from '../../../../sw/rows/read-rows.ts';
import { countRows, scan } from '../../../../sw/rows/scan.ts';
import { startRangeServer } from '../../../range-server.ts';
import { isInstalled } from '../../../run/debian-packages.mjs';
import { describeRows } from './describe-rows.ts';
import { giantFile, giantPoint, giantRowValues } from './giant.ts';

const giant = giantFile();
const sent = { requests: 0, bytes: 0 };
const reset = () => Object.assign(sent, { requests: 0, bytes: 0 });

/** Simulate a server that generates the requested bytes. */
async function fetchRemote(_: string, { headers }: RequestInit): Promise<Response> {
  const [first, last] = /(\d+)-(\d+)/
    .exec((headers as Record<string, string>).range!)!
    .slice(1)
    .map(Number);
  const length = Math.min(last! + 1, giant.sizeBytes) - first!;
  sent.requests++;
  sent.bytes += length;
  return new Response(giant.read(first!, length), {
    status: 206,
    headers: { etag: '"g"', 'content-range': `bytes ${first}-${first! + length - 1}/${giant.sizeBytes}` },
  });
}

test('of 10 GB each request reads what it needs', async () => {
  expect(giant.sizeBytes).toBeGreaterThan(10e9);
  const described = await describeRows(sourceAddress('https://data.example.org/giant.fgb'), { fetchRemote });
  expect(described).toMatchObject({ rowCount: 1_003_520, geometry: 'point', extent: [0, 0, 12.79, 7.83] });
  const host = {
    fetchRemote,
    store: {
      get: async (_: string, __: string, blocks: readonly number[]) => blocks.map(() => undefined),
      put: async () => {},
    },
    memory: createBlockMemory(),
    signedAddress: async (address: string) => address,
  };
  expect(sent.requests).toBeLessThanOrEqual(3);
  reset();
  const manifest = remoteManifest(described);
  const table = await openFlatGeobuf(manifest, createBlockReader(manifest.remote!, host), createBatchCache());

  // The bytes read for an image at the default scale, including the first request
  const view = async (x: number, y: number) => {
    const rows = await scan(table, { extent: [x, y, x + 0.11, y + 0.08] });
    await readRows(table, rows, table.manifest.fields.slice(0, 1), {
      readShape: (batch, row) => [...batch.xy.subarray(2 * row, 2 * row + 2)] as never,
    });
    return rows;
  };
  const rows = await view(5.01, 4.01);
  const inView = (row: number) => {
    const [x, y] = giantPoint(row);
    return x >= 5.01 && x <= 5.12 && y >= 4.01 && y <= 4.09;
  };
  expect([...rows]).toEqual(Array.from({ length: giant.count }, (_, row) => row).filter(inView));
  expect(sent.requests).toBeLessThanOrEqual(20);
  expect(sent.bytes).toBeLessThan(5 * 1024 ** 2);
  reset();
  await view(5.08, 4.01);
  expect(sent.requests).toBeLessThanOrEqual(6);
  reset();
  const [row] = await scan(table, { objectIds: [654_321] });
  expect(row).toBe(654_320);
  expect(await countRows(table, { extent: [2, 2, 2.5, 2.5] })).toBe(51 * 51);
  expect(sent.bytes).toBeLessThan(3e6);
  reset();
  // Object IDs aren't stored in the file
  const every = Uint32Array.from({ length: giant.count }, (_, row) => row);
  const ids = await readRows(table, every, table.manifest.fields.slice(0, 1));
  expect([ids[0], ids.at(-1)]).toEqual([[{ type: 'int', value: 1 }], [{ type: 'int', value: giant.count }]]);
  expect(sent.requests).toBe(0);
  // A filter that would read everything is rejected before anything is read
  const where = [{ kind: 'isNull', type: 'boolean', value: { kind: 'column', type: 'number', name: 'ID' } }] as never;
  await expect(scan(table, { where })).rejects.toMatchObject({ code: 'too-large' });
  await expect(scan(table, { where })).rejects.toThrow('Request a smaller area');
  expect(sent.requests).toBe(0);
});

test.runIf(isInstalled('ogrinfo'))('GDAL finds in the file what it has', async () => {
  const server = await startRangeServer({ 'giant.fgb': giant });
  try {
    const box = ['-spat', '5.005', '4.005', '5.025', '4.015'];
    const source = `/vsicurl/${server.origin}/giant.fgb`;
    const { stdout } = await promisify(execFile)('ogrinfo', ['-ro', '-q', '-al', ...box, source]);
    const matches = stdout.matchAll(
      /ID \(Integer\) = (\d+)\s+KIND \(String\) = (\w+)\s+SHARE \(Real\) = (\S+)\s+POINT \((\S+) (\S+)\)/g,
    );
    const numbers = [...matches].map(([, id, kind, share, x, y]) => [Number(id), kind, ...[share, x, y].map(Number)]);
    const rows = numbers.map(([id]) => id as number);
    expect(rows.map(giantPoint)).toEqual([
      [5.01, 4.01],
      [5.02, 4.01],
    ]);
    expect(numbers).toEqual(rows.map((row) => [...Object.values(giantRowValues(row)), ...giantPoint(row)]));
  } finally {
    await server.stop();
  }
});
