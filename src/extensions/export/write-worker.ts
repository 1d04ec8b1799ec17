import { type Value, wrongValue } from '../../../sw/contract/index.ts';
import type { AttachedFile } from '../../../sw/formats/geopackage/attached-files.ts';
import type { Position, RestShape } from '../../../sw/formats/rest-value.ts';
import type { Cell, Field, RowBatch, RowsToWrite } from '../../../sw/formats/writing/rows-to-write.ts';
import { singleGeometry } from '../../../sw/geometry/single-geometry.ts';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import type { GeometryKind } from '../../../sw/rows/manifest.ts';
import { serveCalls } from '../../worker-calls.ts';

export type FileFormat = 'gpkg' | 'fgb' | 'shp' | 'parquet';

/** The settings of a file, without its rows. */
export interface WriteJob {
  readonly format: FileFormat;
  readonly name: string;
  readonly fields: readonly Field[];
  readonly idField: string;
  readonly geometry?: GeometryKind;
  /** Includes its WKT (`withText`). */
  readonly reference?: SpatialReference;
  /** The drawing of the layer, for formats that store it. */
  readonly drawing?: { readonly description: Value<'FeatureLayerDrawingDescription'>; readonly hasLabels: boolean };
  readonly hasFiles: boolean;
}

/** A row with the values of all fields, in field order. */
export interface PlainFeature {
  readonly values: readonly Cell[];
  readonly shape?: RestShape | undefined;
}

/** The values that were changed for the format. */
export interface WriteNotes {
  readonly cutTexts: number;
  readonly timeFields: readonly string[];
}

/** Returns the next item; undefined at the end. */
type Next<T> = () => Promise<T | undefined>;

const handlers = { writeFile };
export type WriterHandlers = typeof handlers;
serveCalls(handlers);

/**
 * Write rows to a file. The next page is requested after the previous one is written, to save memory.
 *
 * @throws {Fault} like `writeInFormat`; `too-large` if the format has a size limit; also faults of `nextPage` and
 * `nextFile`
 */
async function writeFile(
  job: WriteJob,
  nextPage: Next<readonly PlainFeature[]>,
  nextFile: Next<AttachedFile>,
): Promise<{ readonly file: Blob; readonly notes: WriteNotes }> {
  async function* batches(): AsyncGenerator<RowBatch> {
    for await (const rows of all(nextPage)) yield batchOfFeatures(rows, job.fields.length, job.geometry);
  }
  return writeInFormat(job, batches(), all(nextFile));
}

async function* all<T>(next: Next<T>): AsyncGenerator<T> {
  for (let part = await next(); part; part = await next()) yield part;
}

/**
 * Load the writer of a format, and write rows with it.
 *
 * @throws {Fault} faults of the writers; `not-supported` for a table without geometry in a format that needs one
 */
async function writeInFormat(
  job: WriteJob,
  batches: AsyncIterable<RowBatch>,
  files: AsyncIterable<AttachedFile>,
): Promise<{ readonly file: Blob; readonly notes: WriteNotes }> {
  const { format, name, fields, idField, geometry, reference } = job;
  const rows: RowsToWrite = { name, fields, idField, batches, geometry, reference };
  const notes: WriteNotes = { cutTexts: 0, timeFields: [] };
  if (format === 'gpkg') {
    const { writeGeoPackage } = await import('../../../sw/formats/geopackage/write-geopackage.ts');
    const { makeStoredStyle: storedStyle } = await import('../../../sw/formats/geopackage/stored-style.ts');
    const style = job.drawing && storedStyle(job.drawing, fields);
    const { file } = await writeGeoPackage([{ ...rows, style, attachments: job.hasFiles ? files : undefined }]);
    return { file, notes };
  }
  if (format === 'parquet')
    return {
      file: await (await import('../../../sw/formats/parquet/write-geoparquet.ts')).writeGeoParquet(rows),
      notes,
    };
  if (!geometry) throw wrongValue('not-supported', format, 'a layer with geometry', `the table "${name}"`);
  if (format === 'fgb')
    return {
      file: await (await import('../../../sw/formats/flatgeobuf/write-flatgeobuf.ts')).writeFlatGeobuf({
        ...rows,
        geometry,
      }),
      notes,
    };
  const { writeShapefile } = await import('../../../sw/formats/shapefile/write-shapefile.ts');
  return writeShapefile({ ...rows, geometry }, name.replaceAll(/[\\/:*?"<>|]+/g, '-') || 'layer');
}

/** Convert rows of the server to columns and flat arrays. */
function batchOfFeatures(
  features: readonly PlainFeature[],
  fieldCount: number,
  kind: GeometryKind | undefined,
): RowBatch {
  const rowCount = features.length;
  const columns = Array.from({ length: fieldCount }, (_, i) => features.map(({ values }) => values[i] ?? null));
  if (!kind) return { rowCount, columns };
  const featureOffsets = new Int32Array(rowCount + 1);
  const all: number[][] = [];
  features.forEach((feature, row) => {
    for (const part of listParts(feature)) all.push(part);
    featureOffsets[row + 1] = all.length;
  });
  const { xy, partOffsets } = singleGeometry(kind, all);
  return { rowCount, columns, geometry: { xy, partOffsets, featureOffsets } };
}

/**
 * Return the parts of a geometry, without paths of one vertex and rings of fewer than four, which files can't store.
 */
function listParts({ shape }: PlainFeature): number[][] {
  if (!shape) return [];
  const { x, y, points, paths, rings } = shape;
  const long = (parts: readonly (readonly Position[])[], fewest: number) =>
    parts.filter(({ length }) => length >= fewest).map((part) => part.flat());
  if (points) return points.map((position) => [...position]);
  if (paths) return long(paths, 2);
  if (rings) return long(rings, 4);
  return typeof x === 'number' && typeof y === 'number' ? [[x, y]] : [];
}
