import { type SourceFile, sizeOf } from '../reading/source-table.ts';

const journal = /^(.*\.gpkg)-(?:wal|shm)$/i;

/** Bring GeoPackages together with the journals that were dropped with them; other files stay as they are. */
export function joinJournals(files: readonly SourceFile[]): SourceFile[] {
  const journals = new Map(
    files.filter(({ name }) => /-wal$/i.test(name)).map((file) => [file.name.toLowerCase(), file] as const),
  );
  const packages = new Set(files.map(({ name }) => name.toLowerCase()));
  return files.flatMap((file) => {
    const owner = journal.exec(file.name)?.[1]?.toLowerCase();
    if (owner !== undefined && packages.has(owner)) return [];
    const beside = journals.get(`${file.name.toLowerCase()}-wal`);
    return beside && sizeOf(beside) > 0 ? [{ ...file, journal: beside }] : [file];
  });
}
