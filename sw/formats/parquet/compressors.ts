import { gunzipSync } from 'fflate';
import { decompress } from 'fzstd';
import type { Compressors, FileMetaData } from 'hyparquet';
import { Fault } from '../../contract/index.ts';

/** Pages are a megabyte by default; some writers make one of a whole row group. */
const maximumPageBytes = 512 * 2 ** 20;

function outputOf(length: number): Uint8Array {
  if (length > maximumPageBytes)
    throw new Fault('too-large', `pages of at most ${maximumPageBytes} bytes expected, ${length} found`);
  return new Uint8Array(length);
}

/** What unpacks pages, beside snappy, which the reader of Parquet has by itself. */
export const compressors: Compressors = {
  ZSTD: (packed, length) => decompress(packed, outputOf(length)),
  GZIP: (packed, length) => gunzipSync(packed, { out: outputOf(length) }),
};

/** @throws {Fault} `not-supported` when a column is packed in a way that cannot be unpacked here */
export function checkCompression({ row_groups: groups }: FileMetaData): void {
  for (const { columns } of groups)
    for (const { meta_data: column } of columns) {
      const codec = column?.codec ?? 'UNCOMPRESSED';
      if (codec === 'UNCOMPRESSED' || codec === 'SNAPPY' || Object.hasOwn(compressors, codec)) continue;
      throw new Fault('not-supported', `columns packed by snappy, zstd or gzip expected, ${codec} found`, {
        found: codec,
      });
    }
}
