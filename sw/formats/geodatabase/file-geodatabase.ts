import { readFault } from '../reading/diagnostic.ts';
import type { ReadFault } from '../reading/read-fault.ts';
import type { SourceFile } from '../reading/source-table.ts';

/** Every table of a File Geodatabase is a file of this kind; its other files are useless without one. */
const tableFile = /^(?:(.*)\/)?[^/]*\.gdbtable$/i;
const otherFile =
  /\.(?:gdbtable|gdbtablx|gdbindexes|atx|spx|freelist|horizon|cdf)$|(?:^|\/)(?:gdb|timestamps|[^/]*\.lock)$/i;

/** Return the folder of the first `.gdbtable` among file names; empty without a folder, undefined without a table. */
export function geodatabaseFolder(names: readonly string[]): string | undefined {
  for (const name of names) {
    const match = tableFile.exec(name);
    if (match) return match[1] ?? '';
  }
  return undefined;
}

/** Separate File Geodatabases from other files: their names, and the remaining files. */
export function separateGeodatabases(files: readonly SourceFile[]): { names: string[]; rest: readonly SourceFile[] } {
  const names: string[] = [];
  let rest = files;
  for (;;) {
    const folder = geodatabaseFolder(rest.map(({ name }) => name));
    if (folder === undefined) return { names, rest };
    const isPart = ({ name }: SourceFile): boolean =>
      folder === '' ? otherFile.test(name) : name.startsWith(`${folder}/`);
    names.push(folder || rest.find(isPart)!.name);
    rest = rest.filter((file) => !isPart(file));
  }
}

/** Create the fault that explains a File Geodatabase and how to convert it. */
export function geodatabaseFault(name: string): ReadFault {
  const base = name.split('/').at(-1)!;
  const target = /\.gdb(?:\.zip)?$|\.zip$/i.test(base) ? base.replace(/(?:\.gdb)?(?:\.zip)?$/i, '') : 'data';
  const source = /\.gdb(?:\.zip)?$/i.test(base) ? base : /\.zip$/i.test(base) ? `/vsizip/${base}` : 'data.gdb';
  return readFault('not-supported', 'fileGeodatabase', name, `ogr2ogr "${target}.gpkg" "${source}"`);
}
