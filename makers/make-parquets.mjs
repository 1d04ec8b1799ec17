/**
 * Makes tests/unit/formats/by-range/parquet/: Parquet files as DuckDB writes them, with its own types, codecs and statistics of shapes, and
 * values.json with what DuckDB reads of types.parquet, as a layer is to show it.
 *
 *     npm install --prefix /tmp/duckdb @duckdb/node-api@1.5
 *     NODE_PATH=/tmp/duckdb/node_modules node makers/make-parquets.mjs
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parquetMetadata } from 'hyparquet';
import { ByteWriter, parquetWriteBuffer } from 'hyparquet-writer';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';

const { DuckDBInstance } = createRequire(import.meta.url)('@duckdb/node-api');
const folder = fileURLToPath(new URL('../tests/unit/formats/by-range/parquet/', import.meta.url));
mkdirSync(folder, { recursive: true });
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const rowsOf = async (sql) => (await connection.runAndReadAll(sql)).getRowsJson();
await connection.run(`set timezone = 'UTC'; create type colors as enum ('red', 'green', 'blue')`);

/** Each column: its values, and how a layer shows them (by default as they are). `i` is the row. */
const date = (column) => `epoch_ms(${column}::timestamp)`;
/** With all its digits. */
const number = (column) => `${column}::varchar`;
const columns = {
  decimal4: ['((i - 20) * 1.01)::decimal(4, 2)', number],
  decimal9: ['((i - 20) * 1.001)::decimal(9, 3)', number],
  decimal18: ['((i - 20) * 12345.67891)::decimal(18, 5)', number],
  decimal38: ['((i - 20) * 1234567.123456789)::decimal(38, 9)', number],
  decimal_large: ["((i - 20)::decimal(38, 9) * '12345678901234.123456789'::decimal(38, 9))::decimal(38, 9)", number],
  tiny: ['(i - 20)::tinyint'],
  small: ['((i - 20) * 1000)::smallint'],
  whole: ['((i - 20) * 100000000)::integer'],
  large: ['(9007199254740993 + i)::bigint', number],
  huge: ['(i * 1e20)::hugeint', number],
  utiny: ['(255 - i)::utinyint'],
  usmall: ['(65535 - i)::usmallint'],
  uwhole: ['(4294967295 - i)::uinteger', number],
  ularge: ['(18446744073709551615 - i)::ubigint', number],
  single: ['(i * 0.1)::float', (c) => `${c}::double`],
  real: ['i / 3'],
  yes: ['i % 3 = 0', (c) => `${c}::int`],
  text: ["'Grüße ' || i"],
  color: ["(['red', 'green', 'blue'])[1 + i % 3]::colors", (c) => `${c}::varchar`],
  json: ["json_object('a', i, 'b', [1, null])", (c) => `${c}::varchar`],
  id: ["('00000000-0000-4000-8000-' || lpad(i::varchar, 12, '0'))::uuid", (c) => `${c}::varchar`],
  day: ["date '1899-12-25' + i::int", date],
  seconds: ["('1969-12-31 23:59:30'::timestamp + to_seconds(i))::timestamp_s", date],
  millis: ["('1969-12-31 23:59:59.990'::timestamp + to_milliseconds(i))::timestamp_ms", date],
  micros: ["timestamp '1969-12-31 23:59:59.999990' + to_microseconds(i)", (c) => `floor(epoch_us(${c}) / 1000)`],
  nanos: ['make_timestamp_ns(-20000000 + i * 1000001)', (c) => `floor(epoch_ns(${c}) / 1000000)`],
  zoned: ["timestamptz '2024-03-31 01:59:50+01' + to_seconds(i)", (c) => `epoch_ms(${c})`],
  at: ["time '23:59:20.5' + to_seconds(i)", (c) => `${c}::varchar`],
  at_nanos: ["'01:02:03.1234567'::time_ns", (c) => `${c}::varchar`],
  list: ['[i, null, 9007199254740992 + i]', () => `'[' || i || ',null,"' || (9007199254740992 + i) || '"]'`],
  amounts: ['[(i * 0.01)::decimal(9, 2)]', () => `'[' || (i * 0.01)::double || ']'`],
  days: ["[date '2024-02-28' + i::int]", (c) => `'["' || ${c}[1] || '"]'`],
  moments: [
    "[timestamp '2024-02-28 12:00:00' + to_seconds(i)]",
    (c) => `'["' || strftime(${c}[1], '%Y-%m-%dT%H:%M:%S.000Z') || '"]'`,
  ],
  times: ["[time '12:00:00' + to_seconds(i)]", (c) => `'["' || ${c}[1] || '"]'`],
  map: ["map {'k' || i: i}", () => `'{"k' || i || '":' || i || '}'`],
  part: ["{'name': 'n' || i, 'share': (i * 0.01)::decimal(9, 2), 'tags': ['a', 'b']}"],
  deep: ["[{'n': i, 'l': [[i]]}]", () => `'[{"n":' || i || ',"l":[[' || i || ']]}]'`],
  bytes: ["'\\xFF\\x00'::blob"],
  span: ['to_days(i::int)'],
};
const leftOut = new Set(['bytes', 'span']);
const inside = {
  'part.name': (c) => `${c}.name`,
  'part.share': (c) => `${c}.share::varchar`,
  'part.tags': () => `'["a","b"]'`,
};
// Every column has nulls, in rows of its own; the first row has nothing but nulls.
const cells = Object.entries(columns).map(
  ([name, [value]], k) => `case when i = 0 or i % 11 = ${k % 11} then null else ${value} end as "${name}"`,
);
await connection.run(`create table types as select i, ${cells}, null::integer as nothing,
  ('POINT(' || i || ' ' || (i % 7) || ')')::geometry as geometry from range(40) t(i)`);
const write = (sql, name, options) =>
  connection.run(`copy (${sql}) to '${folder}${name}.parquet' (format parquet, ${options})`);
await write('from types', 'types', "geoparquet_version 'V2', compression zstd");
// Three row groups beside each other, whose boxes Parquet's own statistics have; the last one has no shape at all.
const points = (
  rows,
) => `select case when i < 4096 then ('POINT(' || i || ' ' || (i % 7) || ')')::geometry end as geometry, i::int as n
  from range(${rows}) t(i)`;
await write(points(4500), 'native', "geoparquet_version 'V2', compression zstd, row_group_size 2048");
await write(points(4500), 'native-alone', "geoparquet_version 'NONE', compression zstd, row_group_size 2048");
const mixed = "select ('POINT(1 2)')::geometry as geometry union all select ('LINESTRING(1 2, 3 4)')::geometry";
await write(mixed, 'native-mixed', "geoparquet_version 'NONE'");
for (const codec of ['uncompressed', 'snappy', 'gzip', 'zstd', 'lz4_raw', 'brotli'])
  await write(points(300), codec, `geoparquet_version 'V2', parquet_version V2, compression ${codec}`);

const shown = Object.entries(columns).flatMap(([name, [, show = (c) => c]]) => {
  if (leftOut.has(name)) return [];
  const parts = Object.entries(inside).filter(([path]) => path.startsWith(`${name}.`));
  const list = parts.length > 0 ? parts : [[name, show]];
  return list.map(([title, of]) => [title, `case when "${name}" is null then null else ${of(`"${name}"`)} end`]);
});
/** What DuckDB shows of a file, by column. */
async function readColumns(file, expressions) {
  const values = {};
  for (const [title, sql] of expressions)
    values[title] = (
      await rowsOf(
        `select ${sql} from read_parquet('${folder}${file}.parquet', file_row_number = true) order by file_row_number`,
      )
    ).flat();
  return values;
}

// Types said by their newer names alone, by their older ones alone, and those that nobody writes any more: the bytes of another
// writer under a schema of ours.
const bytes = (length, number) => {
  const out = new Uint8Array(length);
  for (let i = length - 1, rest = BigInt(number); i >= 0; i--, rest >>= 8n) out[i] = Number(rest & 255n);
  return out;
};
const int96 = (row) => {
  const out = new DataView(new ArrayBuffer(12));
  out.setBigUint64(0, BigInt(row) * 1_000_000_001n, true);
  out.setInt32(8, 2440588 + row - 3, true);
  return new Uint8Array(out.buffer);
};
const half = (row) => bytes(2, [0x003c, 0x00bc, 0x662e, 0x0100, 0xff7b, 0x5555, 0xff83, 0x0000][row]);
const text = (value) => new TextEncoder().encode(value);
const pointBytes = (row) => {
  const out = new DataView(new ArrayBuffer(21));
  out.setUint8(0, 1);
  out.setUint32(1, 1, true);
  out.setFloat64(5, row, true);
  return new Uint8Array(out.buffer);
};
const decimal = (scale, precision) => ({ type: 'DECIMAL', scale, precision });
// DuckDB takes no notice of newer names of some types.
/** Each column: its type as it is written, its values, what is said of it, and how it is shown. */
const others = {
  day: [
    'INT32',
    (i) => 19_000 + i,
    { logical_type: { type: 'DATE' } },
    (c) => `epoch_ms((date '1970-01-01' + ${c})::timestamp)`,
  ],
  amount: ['INT32', (i) => (i - 3) * 101, { logical_type: decimal(2, 9) }, (c) => `${c} / 100`],
  old_amount: ['INT64', (i) => BigInt(i - 3) * 1001n, { converted_type: 'DECIMAL', precision: 18, scale: 3 }, number],
  fixed: [
    7,
    (i) => bytes(7, (i - 3) * 100_001),
    { converted_type: 'DECIMAL', precision: 16, scale: 4, logical_type: decimal(4, 16) },
    number,
  ],
  bytes: [
    'BYTE_ARRAY',
    (i) => bytes(1 + i, (i - 3) * 31),
    { converted_type: 'DECIMAL', precision: 18, scale: 1 },
    number,
  ],
  json: ['BYTE_ARRAY', (i) => text(`{"a":${i}}`), { logical_type: { type: 'JSON' } }, (c) => `decode(${c})`],
  color: [
    'BYTE_ARRAY',
    (i) => text(['red', 'green'][i % 2]),
    { converted_type: 'ENUM', logical_type: { type: 'ENUM' } },
    number,
  ],
  text: ['BYTE_ARRAY', (i) => text(`ä ${i}`), { logical_type: { type: 'STRING' } }, (c) => `decode(${c})`],
  old: [12, int96, { type: 'INT96', type_length: undefined }, (c) => `epoch_ms(${c})`],
  half: [2, half, { logical_type: { type: 'FLOAT16' } }, (c) => `${c}::double`],
  at: ['INT32', (i) => 1000 * i + 7, { converted_type: 'TIME_MILLIS' }, number],
  geometry: ['BYTE_ARRAY', pointBytes, { logical_type: { type: 'GEOMETRY' } }],
};
const plainSchema = Object.entries(others).map(([name, [type]]) => ({
  name,
  ...(typeof type === 'number' ? { type: 'FIXED_LEN_BYTE_ARRAY', type_length: type } : { type }),
  repetition_type: 'OPTIONAL',
}));
const plainFile = new Uint8Array(
  parquetWriteBuffer({
    columnData: Object.entries(others).map(([name, [, of]], k) => ({
      name,
      data: Array.from({ length: 8 }, (_, i) => (i === k % 8 && name !== 'geometry' ? null : of(i))),
    })),
    schema: [{ name: 'root', num_children: plainSchema.length }, ...plainSchema],
  }),
);
const metadata = parquetMetadata(plainFile.buffer, { geoparquet: false });
for (const [k, [name, [, , said]]] of Object.entries(others).entries()) {
  const chunk = metadata.row_groups[0].columns[k].meta_data;
  Object.assign(
    metadata.schema.find((element) => element.name === name),
    said,
  );
  if (said.type) Object.assign(chunk, { type: said.type, statistics: undefined });
  if (chunk.type !== 'INT32' || said.logical_type?.type === 'DECIMAL') delete chunk.statistics;
  if (name === 'geometry')
    chunk.geospatial_statistics = { bbox: { xmin: 0, xmax: 7, ymin: 0, ymax: 0 }, geospatial_types: [1] };
}
const writer = new ByteWriter();
writer.appendBytes(plainFile.subarray(0, plainFile.length - 8 - metadata.metadata_length));
writeMetadata(writer, metadata);
writer.appendBytes(plainFile.subarray(0, 4));
writeFileSync(`${folder}names.parquet`, new Uint8Array(writer.getBuffer()));

const values = {
  types: await readColumns('types', [...shown, ['nothing', 'nothing']]),
  names: await readColumns(
    'names',
    Object.entries(others).flatMap(([name, [, , , show = (c) => c]]) =>
      name === 'geometry' ? [] : [[name, show(`"${name}"`)]],
    ),
  ),
};
writeFileSync(`${folder}values.json`, `${JSON.stringify(values, undefined, 1)}\n`);
