import type { DecodeImage } from '../service/raster-source.ts';
import { readCsv } from './csv/csv.ts';
import { readJson } from './geojson/geojson.ts';
import { contentKind } from './reading/content-kind.ts';
import { diagnostic, readFault } from './reading/diagnostic.ts';
import { readHead, readText } from './reading/read-text.ts';
import type { SourceRaster } from './reading/source-raster.ts';
import { type Progress, type Reader, type SourceFile, type SourceTable, sizeOf } from './reading/source-table.ts';
import { fromWkt } from './reading/spatial-reference.ts';
import { type FormatKey, formats, formatsByHead, splitEnding } from './rows.ts';
import { readShapefile } from './shapefile/read-shapefile.ts';

export type FileFormat = Exclude<FormatKey, 'Zip' | 'GeoTIFF' | 'Image'>;

/** Content of a file, and the format that was recognized. */
interface FileTables {
  readonly format: FileFormat;
  readonly tables: readonly SourceTable[];
  readonly rasters?: readonly SourceRaster[];
}

type FileReader = (
  file: SourceFile,
  onProgress?: Progress,
  signal?: AbortSignal,
  /** Decodes the images of tiles; files of image tiles can't be read without it. */
  decode?: DecodeImage,
) => Promise<FileTables>;

const toFileReader =
  (format: FileFormat, load: () => Reader | Promise<Reader>): FileReader =>
  async (file, onProgress, signal) => ({ format, tables: await (await load())(file, onProgress, signal) });

const shapefile = toFileReader('Shapefile', () => readShapefile);

/** Large readers are loaded with the first file of their format. Rasters are read by `image/raster-files.ts`. */
const readers: Readonly<Record<FileFormat | 'Zip', FileReader>> = {
  GeoJSON: readJson,
  TopoJSON: readJson,
  GeoPackage: toFileReader('GeoPackage', async () => (await import('./geopackage/read-geopackage.ts')).readGeoPackage),
  FlatGeobuf: toFileReader('FlatGeobuf', async () => (await import('./flatgeobuf/read-flatgeobuf.ts')).readFlatGeobuf),
  Parquet: toFileReader('Parquet', async () => (await import('./parquet/read-parquet.ts')).readParquet),
  PMTiles: async (file, onProgress, signal, decode) => {
    const { readTileArchive } = await import('./tiles/read-pmtiles.ts');
    return { format: 'PMTiles', ...(await readTileArchive(file, { onProgress, signal, decode })) };
  },
  MBTiles: async (file, onProgress, signal, decode) => {
    const { readMbtiles } = await import('./tiles/mbtiles.ts');
    return { format: 'MBTiles', ...(await readMbtiles(file, { onProgress, signal, decode })) };
  },
  KML: toFileReader('KML', async () => (await import('./kml/kml.ts')).readKml),
  GML: toFileReader('GML', async () => (await import('./gml/gml.ts')).readGml),
  DXF: toFileReader('DXF', async () => (await import('./dxf/dxf.ts')).readDxf),
  GPX: toFileReader('GPX', async () => (await import('./gpx/gpx.ts')).readGpx),
  XLSX: toFileReader('XLSX', async () => (await import('./spreadsheet/xlsx.ts')).readXlsx),
  ODS: toFileReader('ODS', async () => (await import('./spreadsheet/ods.ts')).readOds),
  CSV: toFileReader('CSV', () => readCsv),
  Shapefile: shapefile,
  Zip: shapefile,
};

/**
 * Read a file of any known format, recognized by its extension, otherwise by its first bytes.
 *
 * @throws {Fault} `not-supported` if the format is unknown, `bad-package` if the file is empty; otherwise like its
 *   reader
 */
export const readFile: FileReader = async (file, onProgress, signal, decode) => {
  if (sizeOf(file) === 0) throw readFault('bad-package', 'isEmpty', file.name);
  const [key, byEnding] =
    Object.entries(readers).find(([format]) => splitEnding(file.name, formats[format as FormatKey].endings)) ?? [];
  const inside = key && (await markupInside(file, key));
  const reader = inside || byEnding || (await readerByContent(file));
  const isTable = reader === readers.CSV;
  const kind = !reader || isTable ? await contentKind(file) : undefined;
  // Check the content, because any bytes could be read as a table.
  if (kind && !(isTable && asTable.has(kind.key))) throw readFault('not-supported', 'unread', file.name, kind);
  const read = await reader!(file, onProgress, signal, decode);
  return file.projection ? { ...read, tables: await withProjection(read.tables, file.projection) } : read;
};

const asTable = new Set<string>(['kindText', 'kindTable', 'kindJson']);

/** Return the reader of the real format, if a `.csv` file contains JSON or XML, or a `.json` file contains XML. */
async function markupInside(file: SourceFile, key: string): Promise<FileReader | undefined> {
  const isJson = key.endsWith('JSON');
  if (!isJson && key !== 'CSV') return undefined;
  const head = (await readHead(file)).trimStart();
  if (head.startsWith('<')) return readerByContent(file);
  return !isJson && /^(?:\{\s*"|\[\s*[{[])/.test(head) ? readJson : undefined;
}

async function readerByContent(file: SourceFile): Promise<FileReader | undefined> {
  const [format] = formatsByHead((await readHead(file)).trimStart()).filter((key) => Object.hasOwn(readers, key));
  return format && readers[format as keyof typeof readers];
}

/** Set the CRS of tables without one from the separate .prj file. */
async function withProjection(tables: readonly SourceTable[], projection: SourceFile): Promise<SourceTable[]> {
  const spatialReference = fromWkt((await readText(projection)).text);
  return tables.map((table) => {
    if (!table.geometry || table.spatialReference) return table;
    return spatialReference
      ? { ...table, spatialReference }
      : { ...table, notes: [...table.notes, diagnostic('badProjection')] };
  });
}
