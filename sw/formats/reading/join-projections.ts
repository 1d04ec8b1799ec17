import { dataEndings, formats, rasterEndings, splitEnding } from '../rows.ts';
import { diagnostic } from './diagnostic.ts';
import { readText } from './read-text.ts';
import type { SourceFile, SourceTable } from './source-table.ts';
import { fromWkt } from './spatial-reference.ts';

/** Shapefiles and rasters are brought together with theirs by their readers. */
const owning = dataEndings.filter((ending) => ![...formats.Shapefile.endings, ...rasterEndings].includes(ending));

/** Bring files together with the .prj of the same name that was dropped with them; other files stay as they are. */
export function joinProjections(files: readonly SourceFile[]): SourceFile[] {
  const baseOf = ({ name }: SourceFile, endings: readonly string[]) => splitEnding(name, endings)?.[0];
  const isRemote = new Set(files.map((file) => baseOf(file, ['shp', 'dbf', ...rasterEndings])));
  const projections = new Map(files.map((file) => [baseOf(file, ['prj']), file]));
  const owners = new Set(files.map((file) => baseOf(file, owning)));
  return files.flatMap((file) => {
    const projected = baseOf(file, ['prj']);
    if (projected !== undefined) return owners.has(projected) && !isRemote.has(projected) ? [] : [file];
    const owner = baseOf(file, owning);
    const projection = owner === undefined ? undefined : projections.get(owner);
    return projection ? [{ ...file, projection }] : [file];
  });
}

/** Give tables whose file says no coordinate system that of the .prj beside it. */
export async function withProjection(tables: readonly SourceTable[], projection: SourceFile): Promise<SourceTable[]> {
  const spatialReference = fromWkt((await readText(projection)).text);
  return tables.map((table) => {
    if (!table.geometry || table.spatialReference) return table;
    return spatialReference
      ? { ...table, spatialReference }
      : { ...table, notes: [...table.notes, diagnostic('badProjection')] };
  });
}
