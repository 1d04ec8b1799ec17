import { type FileMetaData, parquetMetadata, type SchemaElement } from 'hyparquet';
import { parsers } from './cell-values.ts';
import { checkCompression } from './compressors.ts';

/** Types that the library knows by their older names alone, which some writers leave out. */
const olderNames = new Set(['DATE', 'JSON', 'LIST', 'MAP']);

/**
 * Parse the footer of a Parquet file. Types that are said by their newer names alone get the older ones; decimals keep their digits.
 *
 * @param footer at least all of it; it ends with the file
 * @throws {Fault} `not-supported` when it is packed in a way that is not known
 * @throws {Error} for what is no such footer
 */
export function parseMetadata(footer: ArrayBuffer): FileMetaData {
  const metadata = parquetMetadata(footer, { geoparquet: false, parsers });
  checkCompression(metadata);
  const renamed = new Set<number>();
  for (const [index, element] of metadata.schema.filter(({ type }) => type !== undefined).entries())
    if (element.converted_type === undefined && element.logical_type?.type === 'DATE') renamed.add(index);
  for (const element of metadata.schema) renameType(element);
  // Their statistics were not read as dates.
  for (const { columns } of metadata.row_groups)
    for (const index of renamed) delete columns[index]?.meta_data?.statistics;
  return metadata;
}

function renameType(element: SchemaElement): void {
  const { converted_type: converted, logical_type: logical } = element;
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') {
    const { scale = 0, precision = 0 } = logical?.type === 'DECIMAL' ? logical : element;
    // The library would multiply by a power of ten, which has no exact double.
    Object.assign(element, { converted_type: undefined, scale, logical_type: { type: 'DECIMAL', scale, precision } });
  } else if (converted === undefined && logical && olderNames.has(logical.type))
    element.converted_type = logical.type as NonNullable<SchemaElement['converted_type']>;
}
