import { gunzipSync } from 'fflate';
import { decompress } from 'fzstd';
import {
  type Compressors,
  type FileMetaData,
  parquetMetadata,
  parquetSchema,
  type RowGroup,
  type SchemaElement,
  snappyUncompress,
} from 'hyparquet';
import { assembleAsync, readRowGroup } from 'hyparquet/src/rowgroup.js';
import type { Budget } from '../../contract/budget.ts';
import { Fault } from '../../contract/index.ts';
import type { ByteRange } from '../../rows/manifest.ts';
import type { ByteSource } from '../reading/range-reader.ts';
import { type ParquetCell, parsers, parsersFor } from './cell-values.ts';

/** Bytes of the first request, enough for the footer of most files. */
const tailBytes = 64 * 1024;

/** Parquet file that is read by ranges. */
export interface ParquetFile {
  readonly metadata: FileMetaData;
  readonly footerBytes: number;
  /**
   * Read the cells of one column of the table in a row group.
   *
   * @throws {Fault} `bad-package` for damaged data, `too-large` when the budget is used up; errors of the library for
   *   damaged pages are passed on
   */
  cells(group: number, column: string): Promise<ArrayLike<ParquetCell>>;
}

/**
 * Read the footer of a Parquet file. Types declared only by their newer names get the older names. Decimals keep their
 * digits.
 *
 * @param budgetFor returns the budget of the next read, which is charged for decompressed bytes, columns and cells
 * @throws {Fault} `bad-package` when the file is damaged or ends early (with the reason `cut`); `not-supported` when
 *   it's encrypted (with the reason `encrypted`) or its compression is unknown; `too-large` when the budget is used up
 */
export async function openParquet(
  source: ByteSource,
  budgetFor: (part: 'footer' | 'cells') => Budget,
): Promise<ParquetFile> {
  const { sizeBytes } = source;
  const tail = await source.read(Math.max(0, sizeBytes - tailBytes), Math.min(tailBytes, sizeBytes));
  const mark = new TextDecoder('latin1').decode(tail.subarray(-4));
  if (mark === 'PARE')
    throw new Fault('not-supported', 'encrypted Parquet files are not supported.', { reason: 'encrypted' });
  if (mark !== 'PAR1' || sizeBytes < 12)
    throw new Fault('bad-package', 'the Parquet file is cut off.', { reason: 'cut' });
  const footerBytes = new DataView(tail.buffer, tail.byteOffset).getUint32(tail.length - 8, true) + 8;
  if (footerBytes > sizeBytes - 4)
    throw new Fault('bad-package', `expected a footer of at most ${sizeBytes - 4} bytes, found ${footerBytes}.`);
  const budget = budgetFor('footer');
  budget.take('bytes', footerBytes);
  const footer = footerBytes <= tail.length ? tail : await source.read(sizeBytes - footerBytes, footerBytes);
  const metadata = parseMetadata(footer.slice().buffer);
  budget.take('columns', metadata.schema.filter(({ type }) => type !== undefined).length);
  return {
    metadata,
    footerBytes,
    cells: (group, column) => readCells(source, metadata, { group, column, budget: budgetFor('cells') }),
  };
}

/** Types that the library knows only by their older names, which some writers omit. */
const olderNames = new Set(['DATE', 'JSON', 'LIST', 'MAP']);

function parseMetadata(footer: ArrayBuffer): FileMetaData {
  const metadata = parquetMetadata(footer, { geoparquet: false, parsers });
  checkCompression(metadata);
  const dateColumns = new Set<number>();
  for (const [index, element] of metadata.schema.filter(({ type }) => type !== undefined).entries())
    if (element.converted_type === undefined && element.logical_type?.type === 'DATE') dateColumns.add(index);
  for (const element of metadata.schema) renameType(element);
  // The library didn't read their statistics as dates.
  for (const { columns } of metadata.row_groups)
    for (const index of dateColumns) delete columns[index]?.meta_data?.statistics;
  return metadata;
}

function renameType(element: SchemaElement): void {
  const { converted_type: converted, logical_type: logical } = element;
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') {
    const { scale = 0, precision = 0 } = logical?.type === 'DECIMAL' ? logical : element;
    // Otherwise the library multiplies by a power of ten that isn't an exact double.
    Object.assign(element, { converted_type: undefined, scale, logical_type: { type: 'DECIMAL', scale, precision } });
  } else if (converted === undefined && logical && olderNames.has(logical.type))
    element.converted_type = logical.type as NonNullable<SchemaElement['converted_type']>;
}

type Unpack = (packed: Uint8Array, length: number) => Uint8Array;

const unpackers: Readonly<Record<string, Unpack>> = {
  SNAPPY(packed, length) {
    const page = new Uint8Array(length);
    snappyUncompress(packed, page);
    return page;
  },
  ZSTD: (packed, length) => decompress(packed, new Uint8Array(length)),
  GZIP: (packed, length) => gunzipSync(packed, { out: new Uint8Array(length) }),
};

/** Check the compression of all columns. @throws {Fault} `not-supported` when it is unknown */
function checkCompression({ row_groups: groups }: FileMetaData): void {
  for (const { columns } of groups)
    for (const { meta_data: column } of columns) {
      const codec = column?.codec ?? 'UNCOMPRESSED';
      if (codec === 'UNCOMPRESSED' || Object.hasOwn(unpackers, codec)) continue;
      throw new Fault('not-supported', `expected snappy, zstd or gzip compression, found ${codec}.`, {
        found: codec,
      });
    }
}

/** Create decompressors of pages. Bytes beyond the declared size of the column are charged to the budget too. */
function compressorsFor(budget: Budget, declaredBytes: number): Compressors {
  let unpackedBytes = 0;
  const countBytes =
    (unpack: Unpack): Unpack =>
    (packed, length) => {
      const excess = Math.max(0, unpackedBytes + length - Math.max(unpackedBytes, declaredBytes));
      if (excess > 0) budget.take('bytes', excess);
      unpackedBytes += length;
      return unpack(packed, length);
    };
  return Object.fromEntries(Object.entries(unpackers).map(([codec, unpack]) => [codec, countBytes(unpack)]));
}

/** Return the byte ranges of the chunks of some columns in a row group. */
export const chunkRanges = (group: RowGroup, names: ReadonlySet<string>): ByteRange[] =>
  listChunks(group, (name) => names.has(name)).map(
    ({ range }): ByteRange => [range.startByte, range.endByte - range.startByte],
  );

const listChunks = (group: RowGroup, isRequested: (name: string) => boolean) =>
  group.columns.flatMap(({ meta_data: meta }) => {
    if (!meta || !isRequested(meta.path_in_schema[0]!)) return [];
    const start = Number(meta.dictionary_page_offset || meta.data_page_offset);
    // Some writers put the first data page before the dictionary page.
    const startByte = Math.min(start, Number(meta.data_page_offset));
    return [{ columnMetadata: meta, range: { startByte, endByte: startByte + Number(meta.total_compressed_size) } }];
  });

interface CellsRequest {
  readonly group: number;
  readonly column: string;
  readonly budget: Budget;
}

async function readCells(
  source: ByteSource,
  metadata: FileMetaData,
  { group, column, budget }: CellsRequest,
): Promise<ArrayLike<ParquetCell>> {
  const rowGroup = metadata.row_groups[group]!;
  const groupRows = Number(rowGroup.num_rows);
  const chunks = listChunks(rowGroup, (name) => name === column);
  const total = (key: 'total_uncompressed_size' | 'num_values'): number =>
    chunks.reduce((sum, { columnMetadata: meta }) => sum + Number(meta[key]), 0);
  const declaredBytes = total('total_uncompressed_size');
  budget.take('bytes', declaredBytes);
  // A file of a few kilobytes can repeat one value without end.
  budget.take('cells', Math.max(groupRows, total('num_values')));
  const file = {
    byteLength: source.sizeBytes,
    slice: async (start: number, end = source.sizeBytes) => (await source.read(start, end - start)).buffer,
  };
  const schema = parquetSchema(metadata);
  const parsers = parsersFor(schema.children.find(({ element }) => element.name === column)!.element);
  const options = { file, metadata, compressors: compressorsFor(budget, declaredBytes), parsers, utf8: false };
  const plan = { rowGroup, groupStart: 0, groupRows, selectStart: 0, selectEnd: groupRows, chunks };
  const read = readRowGroup(options, { metadata, rowStart: 0, fetches: [], groups: [plan] }, plan);
  const { asyncColumns } = assembleAsync(read, schema, parsers);
  const parts = (await asyncColumns[0]!.data).data;
  const cells = parts.length === 1 ? parts[0]! : parts.flatMap((part) => Array.from(part as ArrayLike<ParquetCell>));
  if (cells.length !== groupRows) throw new Error(`expected ${groupRows} values of ${column}, found ${cells.length}`);
  return cells;
}
