import type { DecodePicture } from '../../sw/features/raster-source.ts';
import { joinLooseShapefiles } from './read/loose-shapefile.ts';
import { takeRasters } from './read/raster/raster-files.ts';
import { readFile } from './read/read-file.ts';
import { readFault } from './remark.ts';
import type { SourceRaster } from './source-raster.ts';
import { type SourceFile, type SourceTable, sizeOf } from './source-table.ts';

/** A table that was read, and what it came from. */
export interface ReadTable {
  readonly table: SourceTable;
  readonly format: SourceFormat;
}

export type SourceFormat = 'GeoJSON' | 'CSV' | 'Shapefile' | 'Raster';

/** Everything that files of the user hold, in the order of the files. */
export interface Sources {
  readonly tables: readonly ReadTable[];
  readonly rasters: readonly SourceRaster[];
}

export interface ReadOptions {
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal | undefined;
  readonly decodePicture: DecodePicture;
}

/**
 * Read files that were dropped or chosen together; parts of one shapefile and a picture with what lies beside it count as one.
 *
 * @throws {Fault} as the readers say; `bad-package` when there is nothing to read
 */
export async function readSources(
  files: readonly SourceFile[],
  { onProgress, signal, decodePicture }: ReadOptions,
): Promise<Sources> {
  const { rasters: rasterJobs, rest } = takeRasters(files);
  const jobs = joinLooseShapefiles(rest);
  const total = files.reduce((sum, file) => sum + sizeOf(file), 0) || 1;
  const tables: ReadTable[] = [];
  let before = 0;
  for (const job of jobs) {
    const report = (share: number): void => onProgress?.(Math.min(1, (before + share * job.size) / total));
    const read = 'read' in job ? await job.read() : await readFile(job.file, report, signal);
    const format = 'read' in job ? 'Shapefile' : formatOf(job.file.name);
    for (const table of read) tables.push({ table, format });
    before += job.size;
    report(0);
  }
  const rasters: SourceRaster[] = [];
  for (const job of rasterJobs) {
    rasters.push(await job.read(decodePicture, signal));
    before += job.size;
    onProgress?.(Math.min(1, before / total));
  }
  if (tables.length + rasters.length === 0) throw readFault('bad-package', 'nothingToRead');
  return { tables, rasters };
}

function formatOf(name: string): SourceFormat {
  if (/\.(?:csv|tsv|txt)$/i.test(name)) return 'CSV';
  return /json[ls]?$/i.test(name) ? 'GeoJSON' : 'Shapefile';
}
