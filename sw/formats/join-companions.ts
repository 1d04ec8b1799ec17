import { type SourceFile, sizeOf } from './reading/source-table.ts';
import { dataEndings, formats, rasterEndings, splitEnding } from './rows.ts';

/** A separate file that belongs to a data file of the same name. */
interface Companion {
  readonly member: 'journal' | 'schema' | 'projection';
  /** Extensions of the companion. Readers need the file with the first extension; files with the others are dropped. */
  readonly endings: readonly [string, ...(readonly string[])];
  readonly owners: readonly string[];
  /** Extensions of data files whose readers find the companion themselves. */
  readonly others?: readonly string[];
}

/** The readers of shapefiles and rasters find the .prj themselves. */
const projectionAwareEndings = [...formats.Shapefile.endings, ...rasterEndings];
const companions: readonly Companion[] = [
  { member: 'journal', endings: formats.GeoPackage.companions, owners: formats.GeoPackage.endings },
  { member: 'schema', endings: formats.GML.companions, owners: [...formats.GML.endings, 'xml'] },
  {
    member: 'projection',
    endings: ['prj'],
    owners: dataEndings.filter((ending) => !projectionAwareEndings.some((other) => other === ending)),
    others: projectionAwareEndings,
  },
];

/** Attach each journal, schema or .prj to the dropped file of the same name; other files remain unchanged. */
export const joinCompanions = (files: readonly SourceFile[]): readonly SourceFile[] =>
  companions.reduce<readonly SourceFile[]>(joinCompanion, files);

function joinCompanion(
  files: readonly SourceFile[],
  { member, endings, owners, others = [] }: Companion,
): SourceFile[] {
  const getBase = ({ name }: SourceFile, candidates: readonly string[]) => splitEnding(name, candidates)?.[0];
  const present = files.filter((file) => member !== 'journal' || sizeOf(file) > 0);
  const companionsByBase = new Map(present.map((file) => [getBase(file, [endings[0]]), file]));
  const owned = new Set(files.map((file) => getBase(file, owners)));
  const needed = new Set(files.map((file) => getBase(file, others)));
  return files.flatMap((file) => {
    const base = getBase(file, endings);
    if (base !== undefined) return owned.has(base) && !needed.has(base) ? [] : [file];
    const owner = getBase(file, owners);
    const companion = owner === undefined ? undefined : companionsByBase.get(owner);
    return companion ? [{ ...file, [member]: companion }] : [file];
  });
}
