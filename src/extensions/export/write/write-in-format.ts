import { Fault } from '../../../../sw/contract/index.ts';
import type { AttachedFile } from '../../../../sw/formats/geopackage/attached-files.ts';
import type { RowBatch, RowsToWrite } from '../../../../sw/formats/writing/rows-to-write.ts';
import type { WriteJob, WriteNotes } from './write-job.ts';

/**
 * Write rows in a format, whose code is loaded first.
 *
 * @throws {Fault} as the writers; `not-supported` for a table without shapes in a format that needs them
 */
export async function writeInFormat(
  job: WriteJob,
  batches: AsyncIterable<RowBatch>,
  files: AsyncIterable<AttachedFile>,
): Promise<{ readonly file: Blob; readonly notes: WriteNotes }> {
  const { format, name, fields, idField, geometry, reference } = job;
  const rows: RowsToWrite = {
    ...{ name, fields, idField, batches },
    ...(geometry ? { geometry } : {}),
    ...(reference ? { reference } : {}),
  };
  const notes: WriteNotes = { cutTexts: 0, timeFields: [] };
  if (format === 'gpkg') {
    const { writeGeoPackage } = await import('../../../../sw/formats/geopackage/write-geopackage.ts');
    const { storedStyle } = await import('../../../../sw/formats/geopackage/stored-style.ts');
    const style = job.drawing && storedStyle(job.drawing, fields);
    const { file } = await writeGeoPackage([
      { ...rows, ...(style ? { style } : {}), ...(job.hasFiles ? { attachments: files } : {}) },
    ]);
    return { file, notes };
  }
  if (format === 'parquet')
    return {
      file: await (await import('../../../../sw/formats/parquet/write-geoparquet.ts')).writeGeoParquet(rows),
      notes,
    };
  if (!geometry)
    throw new Fault('not-supported', `${format}: a layer with shapes expected, the table "${name}" found.`);
  if (format === 'fgb')
    return {
      file: await (await import('../../../../sw/formats/flatgeobuf/write-flatgeobuf.ts')).writeFlatGeobuf({
        ...rows,
        geometry,
      }),
      notes,
    };
  const { writeShapefile } = await import('../../../../sw/formats/shapefile/write-shapefile.ts');
  return writeShapefile({ ...rows, geometry }, name.replaceAll(/[\\/:*?"<>|]+/g, '-') || 'layer');
}
