import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Table as ArrowTable,
  Binary,
  Field,
  Float32,
  Float64,
  Int32,
  Int64,
  Struct,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { Encoding, Table as WasmTable, WriterPropertiesBuilder, WriterVersion, writeParquet } from 'parquet-wasm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeRemote } from '../../../../src/extensions/remote/import/describe-remote.ts';
import { createBlockMemory, createBlockReader, noStore } from '../../../../sw/extensions/remote/block-reader.ts';
import { type RemoteDescription, remoteManifest } from '../../../../sw/extensions/remote/remote-manifest.ts';
import { openGeoParquet } from '../../../../sw/formats/parquet/open-geo-parquet.ts';
import { readFile } from '../../../../sw/formats/read-file.ts';
import { diagnosticText } from '../../../../sw/formats/reading/diagnostic.ts';
import type { RangeReader } from '../../../../sw/formats/reading/range-reader.ts';
import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import { createBatchCache } from '../../../../sw/rows/batch-cache.ts';
import { readRows } from '../../../../sw/rows/read-rows.ts';
import { countRows, scan } from '../../../../sw/rows/scan.ts';
import type { Table } from '../../../../sw/rows/table.ts';
import { type RangeServer, startRangeServer } from '../../../range-server.ts';
import { point } from '../geopackage/make-geopackage.ts';

// DuckDB wrote the files and read the values in `values.json`, see `makers/make-parquets.mjs`.
const folder = fileURLToPath(new URL('parquet/', import.meta.url));
const codecs = ['uncompressed', 'snappy', 'gzip', 'zstd', 'lz4_raw', 'brotli'];
const files = ['types', 'names', 'native', 'native-alone', 'native-mixed', ...codecs];
type Cell = string | number | null;
const expectedValues = JSON.parse(readFileSync(join(folder, 'values.json'), 'utf8')) as Record<
  'types' | 'names',
  Record<string, readonly Cell[]>
>;

let server: RangeServer;
beforeAll(async () => {
  server = await startRangeServer(Object.fromEntries(files.map((name) => [name, join(folder, `${name}.parquet`)])));
});
afterAll(() => server?.stop());
beforeEach(() => server.reset());

const describeSource = async (name: string) =>
  (await describeRemote(sourceAddress(`${server.origin}/${name}`), { fetchRemote: fetch })) as RemoteDescription;

async function opened(
  description: RemoteDescription,
  onRead: (start: number, length: number) => void = () => undefined,
): Promise<Table> {
  const manifest = remoteManifest(description);
  const signAddress = async (address: string) => address;
  const host = { fetchRemote: fetch, store: noStore, memory: createBlockMemory(), signedAddress: signAddress };
  const reader = createBlockReader(manifest.remote!, host);
  const read: RangeReader['read'] = (start, length) => {
    onRead(start, length);
    return reader.read(start, length);
  };
  return openGeoParquet(manifest, { ...reader, read }, createBatchCache());
}

/** Read the values of each field by title, with dates in epoch milliseconds. */
async function readValues(table: Table): Promise<Record<string, Cell[]>> {
  const fields = table.manifest.fields.filter(
    ({ Type }) => Type !== 'gisFieldTypeGeometry' && Type !== 'gisFieldTypeOID',
  );
  const rows = await readRows(table, await scan(table, {}), fields);
  const plain = (value: unknown): Cell => {
    const inner = Object(value).value ?? value;
    return inner instanceof Date ? inner.getTime() : ((inner ?? null) as Cell);
  };
  return Object.fromEntries(fields.map(({ AliasName }, i) => [AliasName, rows.map((row) => plain(row[i]))]));
}

/** Convert values as a copy stores them: unchanged for text, otherwise as numbers. */
const shown = (values: readonly Cell[], isText: boolean) =>
  values.map((value) => (value === null || isText ? value : Number(value)));

test.each(['types', 'names'] as const)(
  '%s of Parquet are shown by range and in a copy as DuckDB shows them',
  async (name) => {
    const description = await describeSource(name);
    const { columns, notes } = (
      await readFile({ name: `${name}.parquet`, bytes: new Uint8Array(readFileSync(join(folder, `${name}.parquet`))) })
    ).tables[0]!;
    const copied = new Map(columns.map((column) => [column.alias, column]));
    const actual = await readValues(await opened(description));
    for (const [title, values] of Object.entries(expectedValues[name])) {
      const isText = description.columns.find((column) => column.title === title)?.fieldType === 'gisFieldTypeString';
      expect(actual[title], title).toEqual(shown(values, isText));
      expect(copied.get(title)!.values, `${title} of the copy`).toEqual(
        shown(values, copied.get(title)!.type === 'String'),
      );
    }
    expect(Object.keys(actual).filter((title) => title !== 'i')).toEqual(Object.keys(expectedValues[name]));
    const isTypes = name === 'types';
    expect(description.leftOut).toEqual(isTypes ? ['span', 'bytes'] : []);
    const cut = isTypes ? ['decimal38', 'decimal_large', 'micros', 'nanos', 'large', 'ularge'] : [];
    // The statistics of these columns aren't exact.
    expect(new Set(description.inexact)).toEqual(new Set(isTypes ? cut : ['old_amount', 'fixed', 'bytes']));
    // Truncated times and rounded numbers are reported.
    const sentences = cut
      .slice(0, 4)
      .map((title) =>
        /^(?:mic|nan)/.test(title)
          ? `Times in ${title} were cut to milliseconds.`
          : `Numbers of more than 53 bits in ${title} were rounded.`,
      );
    expect(notes.map((note) => diagnosticText(note))).toEqual(
      isTypes
        ? ['Binary fields were left out: span, bytes.', ...sentences]
        : ['Times in old were cut to milliseconds.'],
    );
  },
);

const above = (name: string, value: number, type = 'number') =>
  [
    {
      ...{ kind: 'compare', type: 'boolean', operator: '>=', left: { kind: 'column', type, name } },
      right: { kind: 'constant', type, value },
    },
  ] as never;

test('a date that newer names alone say is filtered by what it is', async () => {
  const table = await opened(await describeSource('names'));
  const day = table.manifest.fields.find(({ Name }) => Name === 'day')!;
  expect(day.Type).toBe('gisFieldTypeDate');
  expect([...(await scan(table, { where: above('day', Date.UTC(2022, 0, 12), 'date') }))]).toEqual([4, 5, 6, 7]);
});

test.each(['native', 'native-alone'])(
  "%s: row groups are found by Parquet's own statistics of shapes",
  async (name) => {
    const description = await describeSource(name);
    expect(description).toMatchObject({ geometry: 'point', rowCount: 4500, extent: [0, 0, 4095, 6] });
    const read: [start: number, length: number][] = [];
    const table = await opened(description, (...range) => read.push(range));
    read.length = 0;
    expect([...(await scan(table, { extent: [3000, 0, 3009, 2] }))]).toEqual(
      Array.from({ length: 10 }, (_, i) => 3000 + i).filter((n) => n % 7 <= 2),
    );
    // Only the geometry chunk of one row group was read, because only that group intersects the box
    const { row_groups: groups } = await parquetMetadataAsync(
      await asyncBufferFromFile(join(folder, `${name}.parquet`)),
    );
    const { data_page_offset: start, total_compressed_size: length } = groups[1]!.columns[0]!.meta_data!;
    expect(read).toEqual([[Number(start), Number(length)]]);
    expect(await countRows(table, { extent: [-1, -1, 9999, 9] })).toBe(4096);
  },
);

test('shapes of several kinds that the statistics list are refused when a file is published', async () => {
  await expect(describeSource('native-mixed')).rejects.toThrow('expected one geometry type, found Point, LineString.');
});

test.each(codecs)('pages packed by %s are read as they are, or refused by name', async (codec) => {
  if (codec === 'lz4_raw' || codec === 'brotli') {
    const actual = codec.toUpperCase();
    const refused = describeSource(codec);
    await expect(refused).rejects.toMatchObject({
      code: 'source-failed',
      detail: { reason: 'encoding', found: actual },
    });
    await expect(refused).rejects.toThrow(`expected snappy, zstd or gzip compression, found ${actual}`);
    return;
  }
  const table = await opened(await describeSource(codec));
  expect((await readValues(table)).n).toEqual(Array.from({ length: 300 }, (_, i) => i));
  const { xy } = await table.geometry(0, 0);
  expect([...xy]).toEqual(Array.from({ length: 300 }, (_, i) => [i, i % 7]).flat());
});

/** Columns written by the library for Rust: with nulls, more rows than a miniblock, and values that need all bits. */
const sample = {
  int: [new Int32(), (i: number) => (i % 2 ? -(2 ** 31) : 2 ** 31 - 1) + (i % 2 ? i : -i)],
  long: [new Int64(), (i: number) => BigInt(i - 500) * 3_000_000_007n],
  single: [new Float32(), (i: number) => Math.fround(i / 3)],
  real: [new Float64(), (i: number) => -i / 7],
  text: [new Utf8(), (i: number) => `Straße ${i >> 3} – ${i}`],
} as const;
const cells = (of: (i: number) => unknown) => Array.from({ length: 1000 }, (_, i) => (i % 10 === 3 ? null : of(i)));

function byRust(version: WriterVersion, encodings: Readonly<Record<string, Encoding>>): Uint8Array {
  const sides = ['xmin', 'ymin', 'xmax', 'ymax'];
  const columns = Object.entries(sample).map(([name, [type, of]]) => [name, vectorFromArray(cells(of), type)]);
  const box = new Struct(sides.map((side) => new Field(side, new Float64(), true)) as never);
  const table = new ArrowTable({
    ...Object.fromEntries(columns),
    geometry: vectorFromArray(
      Array.from({ length: 1000 }, (_, i) => point([i, -i])),
      new Binary(),
    ),
    bbox: vectorFromArray(
      Array.from({ length: 1000 }, (_, i) => ({ xmin: i, ymin: -i, xmax: i, ymax: -i })),
      box,
    ),
  } as never);
  const covering = { bbox: Object.fromEntries(sides.map((side) => [side, ['bbox', side]])) };
  const column = { encoding: 'WKB', geometry_types: ['Point'], covering };
  const geo = JSON.stringify({ version: '1.1.0', primary_column: 'geometry', columns: { geometry: column } });
  let properties = new WriterPropertiesBuilder()
    .setWriterVersion(version)
    .setDataPageSizeLimit(2000)
    .setWriteBatchSize(100)
    .setKeyValueMetadata(new Map([['geo', geo]]));
  for (const [name, encoding] of Object.entries(encodings))
    properties = properties.setColumnDictionaryEnabled(name, false).setColumnEncoding(name, encoding);
  return writeParquet(WasmTable.fromIPCStream(tableToIPC(table, 'stream')), properties.build());
}

const { PLAIN, DELTA_BINARY_PACKED, DELTA_BYTE_ARRAY, DELTA_LENGTH_BYTE_ARRAY, BYTE_STREAM_SPLIT } = Encoding;
const encodings: readonly Readonly<Record<string, Encoding>>[] = [
  {},
  { int: PLAIN, long: PLAIN, single: PLAIN, real: PLAIN, text: PLAIN, geometry: PLAIN },
  { int: DELTA_BINARY_PACKED, long: DELTA_BINARY_PACKED, text: DELTA_BYTE_ARRAY, geometry: DELTA_LENGTH_BYTE_ARRAY },
  { text: DELTA_LENGTH_BYTE_ARRAY, geometry: DELTA_BYTE_ARRAY },
  { int: BYTE_STREAM_SPLIT, long: BYTE_STREAM_SPLIT, single: BYTE_STREAM_SPLIT, real: BYTE_STREAM_SPLIT },
];
const named = (some: Readonly<Record<string, Encoding>>) =>
  [...new Set(Object.values(some))].map((entry) => Encoding[entry]).join(', ') || 'DICTIONARY';

test.each(
  [WriterVersion.V1, WriterVersion.V2].flatMap((version) =>
    encodings.map((some) => [version === WriterVersion.V1 ? 1 : 2, named(some), version, some] as const),
  ),
)('pages of version %i of the library of Rust are read: %s', async (_, __, version, some) => {
  const path = join(mkdtempSync(join(tmpdir(), 'parquet-')), 'rust.parquet');
  writeFileSync(path, byRust(version, some));
  const localServer = await startRangeServer({ rust: path });
  try {
    const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path));
    const used = new Set(metadata.row_groups[0]!.columns.flatMap(({ meta_data: meta }) => meta!.encodings));
    for (const encoding of Object.values(some)) expect(used).toContain(Encoding[encoding]);
    const actual = (await describeRemote(sourceAddress(`${localServer.origin}/rust`), {
      fetchRemote: fetch,
    })) as RemoteDescription;
    const table = await opened(actual);
    const values = await readValues(table);
    for (const [name, [, of]] of Object.entries(sample))
      expect(values[name], name).toEqual(cells((i) => (typeof of(i) === 'bigint' ? Number(of(i)) : of(i))));
    expect([...(await table.geometry(0, 0)).xy]).toEqual(Array.from({ length: 1000 }, (_, i) => [i, -i]).flat());
  } finally {
    await localServer.stop();
  }
});
