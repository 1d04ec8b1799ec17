import {
  type SourceColumn,
  type SourceFile,
  type SourceTable,
  sizeOf,
  stem,
} from '../../../../sw/formats/reading/source-table.ts';
import { attachableTypes, endingOf, isPlainImage, maxAttachmentBytes } from './attachable.ts';

/** A file that belongs to a row; both count from 0. */
interface FileMatch {
  readonly row: number;
  readonly file: number;
}

/** What a field would attach. */
export interface MatchingField {
  /** Place of the table among those that were read. */
  readonly layer: number;
  readonly column: string;
  /** Rows that get files. */
  readonly rowCount: number;
  /** Rows of which one file at least is a picture that a field may hold. */
  readonly imageCount: number;
  /** Of the files that rows get, each counted once. */
  readonly bytes: number;
  /** Places of the files that fit no row. */
  readonly unmatched: readonly number[];
}

/** Files that are no data, and the fields that tell to which rows they belong, the one that fits most of them first. */
export interface AttachedSummary {
  readonly names: readonly string[];
  readonly fields: readonly MatchingField[];
}

/** Find out by which fields files may be attached to rows. */
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
          // Of two fields that fit as well, the one with endings is meant: a key fits by chance.
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

const isImage = ({ name }: SourceFile): boolean => isPlainImage(attachableTypes[endingOf(name)] ?? '');

/**
 * Say which files belong to which rows: a value is the name of a file, with or without its ending and its folders, or several
 * of them with `;`, `|` or `,` between. Case does not count. Files that are too large fit no row.
 *
 * @returns by row, then by file
 */
export function matchFiles({ type, values }: SourceColumn, files: readonly SourceFile[]): FileMatch[] {
  if (type === 'Date') return [];
  const byName = new Map<string, number[]>();
  for (const [at, file] of files.entries()) {
    if (sizeOf(file) > maxAttachmentBytes) continue;
    for (const name of new Set([baseOf(file.name), stem(file.name).toLowerCase()]))
      byName.set(name, [...(byName.get(name) ?? []), at]);
  }
  const find = (text: string): readonly number[] => {
    const found = byName.get(baseOf(text)) ?? [];
    // Of files of one name in several folders those that the value names.
    const path = text.toLowerCase().replaceAll('\\', '/');
    const exact = path.includes('/') ? found.filter((at) => files[at]!.name.toLowerCase().endsWith(path)) : [];
    return exact.length > 0 ? exact : found;
  };
  return values.flatMap((value, row) => {
    if (value === null || value === '') return [];
    const text = String(value).trim();
    const whole = find(text);
    const found = whole.length > 0 ? whole : text.split(/[;|,]/).flatMap((name) => find(name.trim()));
    return [...new Set(found)].sort((a, b) => a - b).map((file) => ({ row, file }));
  });
}

/** The name of a file without its folders; that of an address without what follows it. */
const baseOf = (name: string): string =>
  name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .split(/[?#]/, 1)[0]!
    .toLowerCase();
