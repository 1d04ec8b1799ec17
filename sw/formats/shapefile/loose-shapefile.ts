import { readSlice, type SourceFile, type SourceTable, sizeOf } from '../reading/source-table.ts';
import { formats, splitEnding } from '../rows.ts';
import { readLayer } from './read-shapefile.ts';

const partEndings = [...formats.Shapefile.endings, ...formats.Shapefile.companions];

/** Unit to read: a file with its own reader, or the parts of a shapefile. */
type ReadJob =
  | { readonly file: SourceFile; readonly size: number }
  | { readonly read: () => Promise<SourceTable[]>; readonly name: string; readonly size: number };

/** Group the parts of shapefiles that aren't in a zip; other files are unchanged. */
export function joinLooseShapefiles(files: readonly SourceFile[]): ReadJob[] {
  const jobs: ReadJob[] = [];
  const groups = new Map<string, Map<string, SourceFile>>();
  for (const file of files) {
    const part = splitEnding(file.name, partEndings);
    if (!part) {
      jobs.push({ file, size: sizeOf(file) });
      continue;
    }
    const [base, ending] = part;
    const group = groups.get(base) ?? new Map<string, SourceFile>();
    groups.set(base, group.set(`.${ending}`, file));
  }
  for (const [base, parts] of groups) {
    const size = [...parts.values()].reduce((sum, file) => sum + sizeOf(file), 0);
    if (parts.has('.shp') || parts.has('.dbf')) jobs.push({ size, name: base, read: () => readGroup(parts) });
    else for (const file of parts.values()) jobs.push({ file, size: sizeOf(file) });
  }
  return jobs;
}

async function readGroup(parts: ReadonlyMap<string, SourceFile>): Promise<SourceTable[]> {
  const bytes = new Map<string, { name: string; bytes: Uint8Array }>();
  for (const [ending, file] of parts)
    bytes.set(ending, { name: file.name, bytes: await readSlice(file, 0, sizeOf(file)) });
  return [readLayer((ending) => bytes.get(ending))];
}
