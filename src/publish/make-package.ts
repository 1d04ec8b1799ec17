import type { Value } from '../../sw/contract/index.ts';
import { packService } from '../../sw/features/package.ts';
import type { DecodePicture } from '../../sw/features/raster-source.ts';
import type { Extent } from '../../sw/geometry/extent.ts';
import { buildService, inDrawingOrder, serviceName } from './build-service.ts';
import { crossingNote } from './crossings.ts';
import * as browserCodec from './picture-codec.ts';
import type { RasterLayerPlan } from './raster-layer.ts';
import { rasterStyle } from './raster-style.ts';
import { type EncodePicture, writeRaster } from './raster-tiles.ts';
import { joinLooseShapefiles } from './read/loose-shapefile.ts';
import { takeRasters } from './read/raster/raster-files.ts';
import { readFile } from './read/read-file.ts';
import { looksGeographic, wgs84 } from './read/spatial-reference.ts';
import type { SourceRaster } from './source-raster.ts';
import { type SourceFile, type SourceTable, sizeOf, stem } from './source-table.ts';
import type { LayerReport, PublishStage, WorkerMessage } from './worker-messages.ts';

export interface PackageOptions {
  /** Made of the first file's name when absent. */
  readonly name?: string;
  readonly spatialReference?: Value<'SpatialReference'>;
  readonly onProgress?: (stage: PublishStage, share: number) => void;
  readonly signal?: AbortSignal;
  /** What pictures are decoded and encoded with; that of the browser when absent. */
  readonly codec?: { readonly decodePicture: DecodePicture; readonly encodePicture: EncodePicture };
}

/**
 * Turn files into the package of one service, or say that the spatial reference must be asked for.
 *
 * @throws {Fault} as the readers and `buildService`; nothing is kept then
 */
export async function makePackage(
  files: readonly SourceFile[],
  { name, spatialReference, onProgress, signal, codec = browserCodec }: PackageOptions = {},
): Promise<Extract<WorkerMessage, { type: 'done' | 'needs-crs' }>> {
  const { rasters: rasterJobs, rest } = takeRasters(files);
  const jobs = joinLooseShapefiles(rest);
  const total = files.reduce((sum, file) => sum + sizeOf(file), 0) || 1;
  const read: SourceTable[] = [];
  let before = 0;
  for (const job of jobs) {
    const report = (share: number): void => onProgress?.('reading', Math.min(1, (before + share * job.size) / total));
    read.push(...('read' in job ? await job.read() : await readFile(job.file, report, signal)));
    before += job.size;
    report(0);
  }
  const pictures: SourceRaster[] = [];
  for (const job of rasterJobs) {
    pictures.push(await job.read(codec.decodePicture, signal));
    before += job.size;
    onProgress?.('reading', Math.min(1, before / total));
  }
  const open = read.filter((table) => table.geometry && !table.spatialReference);
  const openPictures = pictures.filter((raster) => !raster.spatialReference);
  if (open.length + openPictures.length > 0 && !spatialReference) {
    const geographic =
      open.every((table) => looksGeographic(table.geometry!)) &&
      openPictures.every(({ extent }) => isInDegrees(extent));
    const layers = [...open, ...openPictures].map(({ name: layer }) => layer);
    return { type: 'needs-crs', layers, ...(geographic ? { guess: wgs84 } : {}) };
  }
  const tables = inDrawingOrder(
    read.map((table) => (open.includes(table) && spatialReference ? { ...table, spatialReference } : table)),
  );
  signal?.throwIfAborted();
  const rasters: RasterLayerPlan[] = [];
  for (const [i, picture] of pictures.entries()) {
    const source = openPictures.includes(picture) && spatialReference ? { ...picture, spatialReference } : picture;
    const key = `${serviceName(source.name)}_${i + 1}`;
    const written = await writeRaster(source, {
      key,
      encodePicture: codec.encodePicture,
      onProgress: (share) => onProgress?.('building', ((i + share) / pictures.length) * 0.9),
      ...(signal ? { signal } : {}),
    });
    rasters.push({ name: source.name, key, written, drawing: rasterStyle(source, written.manifest) });
  }
  signal?.throwIfAborted();
  const title = name ?? stem(files[0]?.name ?? 'service');
  const description = read.find((table) => table.description)?.description;
  const { definition, files: parts } = buildService(
    {
      name: serviceName(title),
      title,
      ...(description ? { description } : {}),
      layers: tables.map((table) => ({ table })),
      ...(rasters.length > 0 ? { rasters } : {}),
    },
    (share) => onProgress?.('building', share),
  );
  signal?.throwIfAborted();
  onProgress?.('packing', 0);
  const packed = packService(definition, parts);
  const blob = new Blob([packed as Uint8Array<ArrayBuffer>], { type: 'application/zip' });
  onProgress?.('packing', 1);
  return {
    type: 'done',
    name: definition.name,
    package: blob,
    layers: [...tables.map(layerReport), ...pictures.map(rasterReport)],
  };
}

function layerReport(table: SourceTable): LayerReport {
  const shapes = { point: 'points', multipoint: 'points', polyline: 'lines', polygon: 'polygons' } as const;
  return {
    name: table.name,
    geometry: table.geometry ? shapes[table.geometry.kind] : 'none',
    rowCount: table.rowCount,
    fieldCount: table.columns.length,
    notes: withCrossings(table),
  };
}

function withCrossings(table: SourceTable): readonly string[] {
  const note = crossingNote(table);
  return note ? [...table.notes, note] : table.notes;
}

function rasterReport({ name, widthPx, heightPx, bands, notes }: SourceRaster): LayerReport {
  return { name, geometry: 'raster', rowCount: widthPx * heightPx, fieldCount: bands.length, notes };
}

const isInDegrees = ([xmin, ymin, xmax, ymax]: Extent): boolean =>
  xmin >= -360.5 && xmax <= 360.5 && ymin >= -90.5 && ymax <= 90.5;
