import { readFault } from '../../../../sw/formats/reading/diagnostic.ts';
import { readSlice, type SourceFile, type SourceTable, sizeOf } from '../../../../sw/formats/reading/source-table.ts';
import type { RowFileInput } from '../../../../sw/rows/write/table-input.ts';
import type { AttachChoice } from '../package-choices.ts';
import { attachableTypes, endingOf, isPlainPicture, maxAttachmentsBytes } from './attachable.ts';
import { matchFiles } from './match-files.ts';

/**
 * Attach files to the rows of a table whose field holds their names. Each file is read once, to however many rows it belongs.
 * Where a picture field is wanted, it holds the first picture of each row.
 *
 * @throws {Fault} `too-large` when they are more than a package may be put together of
 */
export async function attachFiles(
  table: SourceTable,
  { column, pictureField }: Omit<AttachChoice, 'layer'>,
  files: readonly SourceFile[],
): Promise<SourceTable> {
  const by = table.columns.find(({ name }) => name === column);
  const matches = by ? matchFiles(by, files) : [];
  const requested = [...new Set(matches.map(({ file }) => file))];
  const size = requested.reduce((sum, file) => sum + sizeOf(files[file]!), 0);
  if (size > maxAttachmentsBytes)
    throw readFault('too-large', 'attachedTooLarge', maxAttachmentsBytes / 2 ** 20, Math.ceil(size / 2 ** 20));
  const bytes = new Map<number, Uint8Array>();
  for (const file of requested) bytes.set(file, await readSlice(files[file]!, 0, sizeOf(files[file]!)));
  const attachments = matches.map(({ row, file }): RowFileInput => {
    const { name } = files[file]!;
    return {
      row,
      name: name.slice(name.lastIndexOf('/') + 1).slice(-255),
      contentType: attachableTypes[endingOf(name)] ?? 'application/octet-stream',
      bytes: bytes.get(file)!,
    };
  });
  if (attachments.length === 0) return table;
  const pictures = new Map<number, RowFileInput>();
  for (const one of attachments)
    if (isPlainPicture(one.contentType) && !pictures.has(one.row)) pictures.set(one.row, one);
  if (pictureField === undefined || pictures.size === 0) return { ...table, attachments };
  const field = { name: freeName(table), alias: pictureField, files: [...pictures.values()] };
  return { ...table, attachments, rasterFields: [...(table.rasterFields ?? []), field] };
}

function freeName({ columns, rasterFields = [] }: SourceTable): string {
  const taken = new Set([...columns, ...rasterFields].map(({ name }) => name.toUpperCase()));
  let name = 'PICTURE';
  for (let i = 1; taken.has(name); i++) name = `PICTURE_${i}`;
  return name;
}
