import { type SourceFile, sizeOf } from './reading/source-table.ts';
import { dataEndings, formats, rasterEndings, splitEnding } from './rows.ts';

/** A separate file that belongs to a data file of the same name. */
interface Companion {
  readonly member: 'journal' | 'schema' | 'projection';
  /** Extensions; the first is the one that readers need. */
  readonly endings: readonly [string, ...(readonly string[])];
  readonly owners: readonly string[];
  /** Extensions of files that need it as well and find it themselves. */
  readonly others?: readonly string[];
}

/** The readers of shapefiles and rasters find the .prj themselves. */
const ownReaders = [...formats.Shapefile.endings, ...rasterEndings];
const companions: readonly Companion[] = [
  { member: 'journal', endings: formats.GeoPackage.companions, owners: formats.GeoPackage.endings },
  { member: 'schema', endings: formats.GML.companions, owners: [...formats.GML.endings, 'xml'] },
  {
    member: 'projection',
    endings: ['prj'],
    owners: dataEndings.filter((ending) => !ownReaders.some((one) => one === ending)),
    others: ownReaders,
  },
];

/** Attach each journal, schema or .prj to the dropped file of the same name; other files remain unchanged. */
export const joinCompanions = (files: readonly SourceFile[]): readonly SourceFile[] =>
  companions.reduce<readonly SourceFile[]>(joined, files);

function joined(files: readonly SourceFile[], { member, endings, owners, others = [] }: Companion): SourceFile[] {
  const baseOf = ({ name }: SourceFile, of: readonly string[]) => splitEnding(name, of)?.[0];
  const present = files.filter((file) => member !== 'journal' || sizeOf(file) > 0);
  const beside = new Map(present.map((file) => [baseOf(file, [endings[0]]), file]));
  const owned = new Set(files.map((file) => baseOf(file, owners)));
  const needed = new Set(files.map((file) => baseOf(file, others)));
  return files.flatMap((file) => {
    const own = baseOf(file, endings);
    if (own !== undefined) return owned.has(own) && !needed.has(own) ? [] : [file];
    const owner = baseOf(file, owners);
    const companion = owner === undefined ? undefined : beside.get(owner);
    return companion ? [{ ...file, [member]: companion }] : [file];
  });
}
