import { readFault } from '../remark.ts';
import { type Progress, type Reader, readSlice, type SourceFile, type SourceTable, sizeOf } from '../source-table.ts';
import { readCsv } from './csv.ts';
import { readJson } from './geojson.ts';
import { rasterEndings } from './raster/raster-files.ts';
import { readShapefile } from './shapefile.ts';

export type FileFormat = 'GeoJSON' | 'TopoJSON' | 'CSV' | 'Shapefile' | 'KML' | 'GPX' | 'GeoPackage';

/** The tables of a file, and what it turned out to be. */
interface FileTables {
  readonly format: FileFormat;
  readonly tables: readonly SourceTable[];
}

type FileReader = (file: SourceFile, onProgress?: Progress, signal?: AbortSignal) => Promise<FileTables>;

const as =
  (format: FileFormat, load: () => Reader | Promise<Reader>): FileReader =>
  async (file, onProgress, signal) => ({ format, tables: await (await load())(file, onProgress, signal) });

const csv = as('CSV', () => readCsv);
const shapefile = as('Shapefile', () => readShapefile);
// Loaded when the first such file comes.
const kml = as('KML', async () => (await import('./kml/kml.ts')).readKml);
const gpx = as('GPX', async () => (await import('./gpx.ts')).readGpx);
const geoPackage = as('GeoPackage', async () => (await import('./geopackage/geopackage.ts')).readGeoPackage);

const byEnding: Readonly<Record<string, FileReader>> = {
  geojson: readJson,
  geojsonl: readJson,
  geojsons: readJson,
  ndjson: readJson,
  jsonl: readJson,
  topojson: readJson,
  json: readJson,
  csv,
  tsv: csv,
  txt: csv,
  kml,
  kmz: kml,
  gpx,
  gpkg: geoPackage,
  zip: shapefile,
};

/** Endings of the files that can be published, for file choosers. */
const readableEndings: readonly string[] = [...Object.keys(byEnding), ...rasterEndings];

/**
 * Read a file of any known format, told by its ending, else by its first bytes.
 *
 * @throws {Fault} `not-supported` when the format is none of them, `bad-package` when it is empty; else as its reader
 */
export const readFile: FileReader = async (file, onProgress, signal) => {
  if (sizeOf(file) === 0) throw readFault('bad-package', 'isEmpty', file.name);
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const reader = Object.hasOwn(byEnding, ending) ? byEnding[ending] : await readerByContent(file);
  if (!reader) {
    const known = readableEndings.map((name) => `.${name}`).join(', ');
    throw readFault('not-supported', 'unknownFormat', file.name, known);
  }
  return reader(file, onProgress, signal);
};

async function readerByContent(file: SourceFile): Promise<FileReader | undefined> {
  const head = new TextDecoder('latin1').decode(await readSlice(file, 0, 2048));
  if (head.startsWith('PK')) return shapefile;
  if (head.startsWith('SQLite format 3\0')) return geoPackage;
  if (/<(?:\w+:)?kml[\s>]/i.test(head)) return kml;
  if (/<(?:\w+:)?gpx[\s>]/i.test(head)) return gpx;
  return head.startsWith('{') ? readJson : undefined;
}
