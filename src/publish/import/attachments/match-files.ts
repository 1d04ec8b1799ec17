import {
  type SourceColumn,
  type SourceFile,
  type SourceTable,
  sizeOf,
  stem,
} from '../../../../sw/formats/reading/source-table.ts';
import { attachableTypes, fileExtension, isPlainImage, maxAttachmentBytes } from './attachable.ts';

/** A row and a file attached to it; both indices start at 0. */
interface FileMatch {
  readonly row: number;
  readonly file: number;
}

/** The result of attaching files by one field. */
export interface MatchingField {
  /** Index of the table among the tables that were read. */
  readonly layer: number;
  readonly column: string;
  /** Number of rows that get files. */
  readonly rowCount: number;
  /** Number of rows with at least one image that fits in an image field. */
  readonly imageCount: number;
  /** Total size of the attached files; each file counts once. */
  readonly bytes: number;
  /** Indices of the files that match no row. */
  readonly unmatched: readonly number[];
}

/** Files without data, and the fields that could match them to rows, best match first. */
export interface AttachedSummary {
  readonly names: readonly string[];
  readonly fields: readonly MatchingField[];
}

/** Find the fields by which files can be attached to rows, the best match first; without a match, `fields` is empty. */
export function describeAttached(tables: readonly SourceTable[], files: readonly SourceFile[]): AttachedSummary {
  const fields = tables.flatMap((table, layer) =>
    table.columns.flatMap((column): [MatchingField, withEnding: number][] => {
      const matches = matchFiles(column, files);
      if (matches.length === 0) return [];
      const met = new Set(matches.map(({ file }) => file));
      return [
        [
          {
            layer,
            column: column.name,
            rowCount: new Set(matches.map(({ row }) => row)).size,
            imageCount: new Set(matches.filter(({ file }) => isImage(files[file]!)).map(({ row }) => row)).size,
            bytes: [...met].reduce((sum, file) => sum + sizeOf(files[file]!), 0),
            unmatched: [...files.keys()].filter((file) => !met.has(file)),
          },
          // If two fields match equally well, prefer the one whose values have file endings: a key may match by chance.
          matches.filter(({ row }) => String(column.values[row]).includes('.')).length,
        ],
      ];
    }),
  );
  return {
    names: files.map(({ name }) => name),
    fields: fields
      .sort((a, b) => a[0].unmatched.length - b[0].unmatched.length || b[1] - a[1] || a[0].rowCount - b[0].rowCount)
      .map(([field]) => field),
  };
}

const isImage = ({ name }: SourceFile): boolean => isPlainImage(attachableTypes[fileExtension(name)] ?? '');

/**
 * Match files to rows. A value is a file name, with or without its ending and folders. A value may hold several names
 * separated by `;`, `|` or `,`. Case is ignored. Files that are too large match no row.
 *
 * @returns sorted by row, then by file
 */
export function matchFiles({ type, values }: SourceColumn, files: readonly SourceFile[]): FileMatch[] {
  if (type === 'Date') return [];
  const byName = new Map<string, number[]>();
  for (const [index, file] of files.entries()) {
    if (sizeOf(file) > maxAttachmentBytes) continue;
    for (const name of new Set([baseName(file.name), stem(file.name).toLowerCase()]))
      byName.set(name, [...(byName.get(name) ?? []), index]);
  }
  const find = (text: string): readonly number[] => {
    const sameNameFiles = byName.get(baseName(text)) ?? [];
    // If several folders have a file with this name, use the files whose path matches the value.
    const path = text.toLowerCase().replaceAll('\\', '/');
    const exact = path.includes('/')
      ? sameNameFiles.filter((index) => files[index]!.name.toLowerCase().endsWith(path))
      : [];
    return exact.length > 0 ? exact : sameNameFiles;
  };
  return values.flatMap((value, row) => {
    if (value === null || value === '') return [];
    const text = String(value).trim();
    const whole = find(text);
    const fileIndexes = whole.length > 0 ? whole : text.split(/[;|,]/).flatMap((name) => find(name.trim()));
    return [...new Set(fileIndexes)].sort((a, b) => a - b).map((file) => ({ row, file }));
  });
}

/** Return a file name without folders, or the last segment of an address without its query and fragment. */
const baseName = (name: string): string =>
  name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .split(/[?#]/, 1)[0]!
    .toLowerCase();
