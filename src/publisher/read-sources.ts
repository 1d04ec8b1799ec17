import type { DecodePicture } from '../../sw/service/raster-source.ts';
import { openZips } from './attachments/open-zips.ts';
import { separateFiles } from './attachments/separate-files.ts';
import { readFault } from './diagnostic.ts';
import type { SourceRaster } from './raster/source-raster.ts';
import { joinJournals } from './read/geopackage/join-journals.ts';
import { joinSchemas } from './read/gml/join-schemas.ts';
import { takeRasters } from './read/raster/raster-files.ts';
import { type FileFormat, readFile } from './read/read-file.ts';
import { joinLooseShapefiles } from './read/shapefile/loose-shapefile.ts';
import { type PartTexts, type SourceFile, type SourceTable, sizeOf } from './source-table.ts';

/** A table that was read, and what it came from. */
export interface ReadTable {
  readonly table: SourceTable;
  readonly format: SourceFormat;
}

export type SourceFormat = FileFormat | 'Raster';

/** Everything that files of the user hold, in the order of the files. */
export interface Sources {
  readonly tables: readonly ReadTable[];
  readonly rasters: readonly SourceRaster[];
  /** Files without data, which may belong to rows. */
  readonly beside: readonly SourceFile[];
}

interface ReadOptions {
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal | undefined;
  readonly decodePicture: DecodePicture;
  readonly partTexts: PartTexts;
}

/**
 * Read files that were dropped or chosen together; parts of one shapefile, a picture and a GeoPackage with what lies beside them count as one.
 *
 * @throws {Fault} as the readers say; `bad-package` when there is nothing to read
 */
export async function readSources(
  files: readonly SourceFile[],
  { onProgress, signal, decodePicture, partTexts }: ReadOptions,
): Promise<Sources> {
  const { data, beside } = separateFiles(joinSchemas(joinJournals(await openZips(files, signal))));
  const { rasters: rasterJobs, rest } = takeRasters(data);
  const jobs = joinLooseShapefiles(rest);
  const total = data.reduce((sum, file) => sum + sizeOf(file), 0) || 1;
  const tables: ReadTable[] = [];
  const rasters: SourceRaster[] = [];
  let before = 0;
  for (const job of jobs) {
    const report = (share: number): void => onProgress?.(Math.min(1, (before + share * job.size) / total));
    const {
      format,
      tables: read,
      rasters: tiles = [],
    } = 'read' in job
      ? { format: 'Shapefile' as const, tables: await job.read(), rasters: [] }
      : await readFile(job.file, report, signal, decodePicture);
    for (const raster of tiles) rasters.push(raster);
    for (const table of read) {
      const name = table.part ? `${table.name} ${partTexts[table.part]}` : table.name;
      tables.push({ table: { ...table, name }, format });
    }
    before += job.size;
    report(0);
  }
  for (const job of rasterJobs) {
    rasters.push(await job.read(decodePicture, signal));
    before += job.size;
    onProgress?.(Math.min(1, before / total));
  }
  if (tables.length + rasters.length === 0) throw readFault('bad-package', 'nothingToRead');
  return { tables, rasters, beside };
}
