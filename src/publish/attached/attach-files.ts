import type { RowFileInput } from '../../../sw/features/write-row-files.ts';
import { readFault } from '../remark.ts';
import { readSlice, type SourceFile, type SourceTable, sizeOf } from '../source-table.ts';
import { attachableTypes, endingOf, mostAttachedBytes } from './attachable.ts';
import { matchFiles } from './match-files.ts';

/**
 * Attach files to the rows of a table whose field holds their names. Each file is read once, to however many rows it belongs.
 *
 * @throws {Fault} `too-large` when they are more than a package may be put together of
 */
export async function attachFiles(
  table: SourceTable,
  column: string,
  files: readonly SourceFile[],
): Promise<SourceTable> {
  const by = table.columns.find(({ name }) => name === column);
  const matches = by ? matchFiles(by, files) : [];
  const wanted = [...new Set(matches.map(({ file }) => file))];
  const size = wanted.reduce((sum, file) => sum + sizeOf(files[file]!), 0);
  if (size > mostAttachedBytes)
    throw readFault('too-large', 'attachedTooLarge', mostAttachedBytes / 2 ** 20, Math.ceil(size / 2 ** 20));
  const bytes = new Map<number, Uint8Array>();
  for (const file of wanted) bytes.set(file, await readSlice(files[file]!, 0, sizeOf(files[file]!)));
  const attachments = matches.map(({ row, file }): RowFileInput => {
    const { name } = files[file]!;
    return {
      row,
      name: name.slice(name.lastIndexOf('/') + 1).slice(-255),
      contentType: attachableTypes[endingOf(name)] ?? 'application/octet-stream',
      bytes: bytes.get(file)!,
    };
  });
  return attachments.length > 0 ? { ...table, attachments } : table;
}
