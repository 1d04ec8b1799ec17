import { type FileMetaData, parquetSchema, type RowGroup } from 'hyparquet';
import { assembleAsync, readRowGroup } from 'hyparquet/src/rowgroup.js';
import type { ByteRange } from '../../rows/manifest.ts';
import { failedRead, type RangeReader, sourceFault } from '../reading/range-reader.ts';
import { type ParquetCell, parsersFor } from './cell-values.ts';
import { compressors } from './compressors.ts';
import { parseMetadata } from './parse-metadata.ts';

const tailBytes = 64 * 1024;
/** What a file says of itself is in memory as a whole, several times as large. */
const largestFooterBytes = 24 * 1024 ** 2;
/** Of a column of a row group, unpacked: all its values are in memory at once. */
const largestColumnBytes = 256 * 1024 ** 2;

/** What a Parquet file elsewhere says of itself. */
interface ParquetSource {
  readonly metadata: FileMetaData;
  readonly footerBytes: number;
}

/**
 * Read what a Parquet file elsewhere says of itself at its end, in one request or two.
 *
 * @throws {Fault} `source-failed`, `not-supported`
 */
export async function readFooter(reader: RangeReader): Promise<ParquetSource> {
  const { address, sizeBytes } = reader;
  const tail = await reader.read(Math.max(0, sizeBytes - tailBytes), Math.min(tailBytes, sizeBytes));
  const end = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const mark = new TextDecoder('latin1').decode(tail.subarray(-4));
  if (mark === 'PARE') throw sourceFault(address, 'encrypted', 'it is encrypted.');
  if (mark !== 'PAR1' || sizeBytes < 12)
    throw sourceFault(address, 'damaged', 'a whole Parquet file expected, it ends early.');
  const footerBytes = end.getUint32(tail.length - 8, true) + 8;
  if (footerBytes > largestFooterBytes || footerBytes > sizeBytes - 4)
    throw sourceFault(
      address,
      'damaged',
      `a footer of at most ${largestFooterBytes} bytes expected, ${footerBytes} found.`,
    );
  const footer = footerBytes <= tail.length ? tail : await reader.read(sizeBytes - footerBytes, footerBytes);
  try {
    return { metadata: parseMetadata(footer.slice().buffer), footerBytes };
  } catch (error) {
    throw failedRead(address, error);
  }
}

/** The bytes of the chunks of a row group that hold some columns of the table. */
export const chunkRanges = (group: RowGroup, names: ReadonlySet<string>): ByteRange[] =>
  chunksOf(group, (name) => names.has(name)).map(
    ({ range }): ByteRange => [range.startByte, range.endByte - range.startByte],
  );

const chunksOf = (group: RowGroup, isRequested: (name: string) => boolean) =>
  group.columns.flatMap(({ meta_data: meta }) => {
    if (!meta || !isRequested(meta.path_in_schema[0]!)) return [];
    const start = Number(meta.dictionary_page_offset || meta.data_page_offset);
    // Some writers put the first page of values before that of the dictionary.
    const startByte = Math.min(start, Number(meta.data_page_offset));
    return [{ columnMetadata: meta, range: { startByte, endByte: startByte + Number(meta.total_compressed_size) } }];
  });

/**
 * Read the cells of one column of the table in a row group.
 *
 * @throws {Fault} `source-failed`; `too-large` for what unpacks to more than memory is good for
 */
export async function readCells(
  reader: RangeReader,
  metadata: FileMetaData,
  groupIndex: number,
  name: string,
): Promise<ArrayLike<ParquetCell>> {
  const { address } = reader;
  const rowGroup = metadata.row_groups[groupIndex]!;
  const groupRows = Number(rowGroup.num_rows);
  const chunks = chunksOf(rowGroup, (one) => one === name);
  const unpacked = chunks.reduce((sum, { columnMetadata: meta }) => sum + Number(meta.total_uncompressed_size), 0);
  if (unpacked > largestColumnBytes) throw largeColumn(address, name, unpacked);
  const file = {
    byteLength: reader.sizeBytes,
    slice: async (start: number, end = reader.sizeBytes) => (await reader.read(start, end - start)).buffer,
  };
  try {
    const schema = parquetSchema(metadata);
    const parsers = parsersFor(schema.children.find(({ element }) => element.name === name)!.element);
    const options = { file, metadata, compressors, parsers, utf8: false };
    const plan = { rowGroup, groupStart: 0, groupRows, selectStart: 0, selectEnd: groupRows, chunks };
    const read = readRowGroup(options, { metadata, rowStart: 0, fetches: [], groups: [plan] }, plan);
    const { asyncColumns } = assembleAsync(read, schema, parsers);
    const parts = (await asyncColumns[0]!.data).data;
    const cells = parts.length === 1 ? parts[0]! : parts.flatMap((part) => Array.from(part as ArrayLike<ParquetCell>));
    if (cells.length !== groupRows) throw new Error(`${groupRows} values of ${name} expected, ${cells.length} found`);
    return cells;
  } catch (error) {
    throw failedRead(address, error);
  }
}

function largeColumn(address: string, name: string, bytes: number): unknown {
  const [mb, limitMb] = [bytes, largestColumnBytes].map((value) => Math.ceil(value / 1024 ** 2)) as [number, number];
  const message = `${name} has ${mb} MB in one row group, and at most ${limitMb} MB are read.`;
  return sourceFault(address, 'large-parts', message, undefined, { mb, limitMb });
}
