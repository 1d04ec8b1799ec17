import { type FileMetaData, parquetSchema } from 'hyparquet';
import { parquetReadColumn } from 'hyparquet/src/read.js';
import { reasonOf } from '../../contract/index.ts';
import { ReadFault, readFault } from '../reading/diagnostic.ts';
import { readSlice, type SourceFile, sizeOf } from '../reading/source-table.ts';
import { type ParquetCell, parsersFor } from './cell-values.ts';
import { compressors } from './compressors.ts';
import { parseMetadata } from './parse-metadata.ts';

/** A file of some kilobytes can say that it repeats one value for ever. */
const maximumRows = 20_000_000;
/** Bytes that are packed a thousandfold are no data. */
const maximumColumnBytes = 4 * 2 ** 30;

/** A file, and what it says of itself. */
export interface ParquetFile {
  readonly file: SourceFile;
  readonly metadata: FileMetaData;
}

/**
 * Read what a Parquet file says of itself at its end.
 *
 * @throws {Fault} `bad-package` when it is none, is damaged or ends early; `not-supported` when it is encrypted or packed in a way
 * that is not known; `too-large`
 */
export async function readMetadata(file: SourceFile): Promise<FileMetaData> {
  const size = sizeOf(file);
  const tail = await readSlice(file, Math.max(0, size - 8), size);
  const marks = [await readSlice(file, 0, 4), tail.subarray(-4)].map((bytes) =>
    new TextDecoder('latin1').decode(bytes),
  );
  if (marks[0] === 'PARE' || marks[1] === 'PARE') throw readFault('not-supported', 'encryptedParquet', file.name);
  if (marks[0] !== 'PAR1') throw readFault('bad-package', 'parquetExpected', file.name);
  if (marks[1] !== 'PAR1') throw readFault('bad-package', 'parquetCut', file.name);
  try {
    const footerBytes = new DataView(tail.buffer, tail.byteOffset).getUint32(tail.length - 8, true) + 8;
    if (footerBytes > size - 4) throw new Error(`a footer of at most ${size - 4} bytes expected, ${footerBytes} found`);
    const metadata = parseMetadata(await bufferOf(file).slice(size - footerBytes));
    checkSize(file, metadata);
    return metadata;
  } catch (error) {
    throw damaged(file, error);
  }
}

function checkSize(file: SourceFile, { row_groups: groups }: FileMetaData): void {
  const rows = groups.reduce((sum, { num_rows: count }) => sum + Number(count), 0);
  if (rows > maximumRows) throw readFault('too-large', 'mostRows', file.name, maximumRows, rows);
  for (const { columns } of groups)
    for (const { meta_data: column } of columns) {
      const bytes = Number(column?.total_uncompressed_size ?? 0);
      if (bytes > maximumColumnBytes)
        throw readFault('too-large', 'mostBytes', file.name, maximumColumnBytes / 2 ** 20, Math.ceil(bytes / 2 ** 20));
    }
}

const bufferOf = (file: SourceFile) => ({
  byteLength: sizeOf(file),
  async slice(start: number, end = sizeOf(file)): Promise<ArrayBuffer> {
    return (await readSlice(file, start, end)).slice().buffer as ArrayBuffer;
  },
});

/** The fault of what a library or a decoder threw. */
export function damaged(file: SourceFile, error: unknown): unknown {
  if (error instanceof ReadFault || error instanceof RangeError) return error;
  const code = (error as { code?: unknown }).code === 'not-supported' ? 'not-supported' : 'bad-package';
  return readFault(code, 'formatExpected', file.name, 'Parquet', reasonOf(error));
}

/**
 * Read the cells of a column in rows of whole row groups.
 *
 * @throws {Fault} `bad-package` when they cannot be unpacked
 */
export async function readColumn(
  { file, metadata }: ParquetFile,
  name: string,
  range: { readonly rowStart: number; readonly rowEnd: number },
): Promise<ArrayLike<ParquetCell>> {
  try {
    const { element } = parquetSchema(metadata).children.find((column) => column.element.name === name)!;
    const parsers = parsersFor(element);
    const options = { file: bufferOf(file), metadata, columns: [name], compressors, parsers, ...range };
    const cells = await parquetReadColumn({ ...options, utf8: false, geoparquet: false });
    const expected = range.rowEnd - range.rowStart;
    if (cells.length !== expected) throw new Error(`${expected} values of ${name} expected, ${cells.length} found`);
    return cells;
  } catch (error) {
    throw damaged(file, error);
  }
}
