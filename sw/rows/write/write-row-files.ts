import { Fault } from '../../contract/index.ts';
import type { RowFileEntry, RowFilesManifest, TableManifest } from '../manifest.ts';
import type { RowFileInput, TableInput } from './table-input.ts';

/**
 * Write the files that belong to rows: those of one purpose behind each other in one file, in the order given. Ids count
 * from 1.
 *
 * @param objectIds of the input rows
 * @throws {Fault} `bad-value` for a row that is not, or two pictures of a row in one field
 */
export function writeRowFiles(
  { name, attachments, rasterFields = [] }: TableInput,
  objectIds: readonly number[],
): { manifest: Pick<TableManifest, 'attachments' | 'rasterFields'>; files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  const write = (file: string, inputs: readonly RowFileInput[], path: string): RowFilesManifest => {
    const { entries, bytes } = joined(inputs, objectIds, path);
    files.set(file, bytes);
    return { file, entries };
  };
  // No prototype: field names are user data.
  const byField: Record<string, RowFilesManifest> = Object.create(null);
  rasterFields.forEach((field, i) => {
    const path = `Table "${name}", field "${field.name}"`;
    if (new Set(field.files.map(({ row }) => row)).size < field.files.length) {
      throw new Fault('bad-value', `${path}: one picture a row at most expected, more found.`);
    }
    byField[field.name] = write(`${name}.raster-${i + 1}.bin`, field.files, path);
  });
  return {
    manifest: {
      attachments: attachments && write(`${name}.attachments.bin`, attachments, `Table "${name}"`),
      rasterFields: rasterFields.length > 0 ? byField : undefined,
    },
    files,
  };
}

function joined(
  inputs: readonly RowFileInput[],
  objectIds: readonly number[],
  path: string,
): { entries: RowFileEntry[]; bytes: Uint8Array } {
  // Those that belong to several rows are written once.
  const bytes = new Uint8Array(
    [...new Set(inputs.map((input) => input.bytes))].reduce((sum, { length }) => sum + length, 0),
  );
  let offset = 0;
  const written = new Map<Uint8Array, number>();
  const entries = inputs.map((input, i): RowFileEntry => {
    const parentId = objectIds[input.row];
    if (parentId === undefined) {
      throw new Fault('bad-value', `${path}, file "${input.name}": row 0 to ${objectIds.length - 1} expected.`);
    }
    const { name, contentType } = input;
    let start = written.get(input.bytes);
    if (start === undefined) {
      start = offset;
      bytes.set(input.bytes, start);
      written.set(input.bytes, start);
      offset += input.bytes.length;
    }
    return { id: i + 1, parentId, name, contentType, range: [start, input.bytes.length] as const };
  });
  return { entries, bytes };
}
