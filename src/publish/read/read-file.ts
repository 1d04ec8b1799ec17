import { readFault } from '../remark.ts';
import { type Reader, readSlice, type SourceFile, sizeOf } from '../source-table.ts';
import { readCsv } from './csv.ts';
import { readGeoJson } from './geojson.ts';
import { rasterEndings } from './raster/raster-files.ts';
import { readShapefile } from './shapefile.ts';

const byEnding: Readonly<Record<string, Reader>> = {
  geojson: readGeoJson,
  geojsonl: readGeoJson,
  geojsons: readGeoJson,
  ndjson: readGeoJson,
  json: readGeoJson,
  csv: readCsv,
  tsv: readCsv,
  txt: readCsv,
  zip: readShapefile,
};

/** Endings of the files that can be published, for file choosers. */
export const readableEndings: readonly string[] = [...Object.keys(byEnding), ...rasterEndings];

/**
 * Read a file of any known format, told by its ending, else by its first bytes.
 *
 * @throws {Fault} `not-supported` when the format is none of them, `bad-package` when it is empty; else as its reader
 */
export const readFile: Reader = async (file, onProgress, signal) => {
  if (sizeOf(file) === 0) throw readFault('bad-package', 'isEmpty', file.name);
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const reader = Object.hasOwn(byEnding, ending) ? byEnding[ending] : await readerByContent(file);
  if (!reader) {
    const known = readableEndings.map((name) => `.${name}`).join(', ');
    throw readFault('not-supported', 'unknownFormat', file.name, known);
  }
  return reader(file, onProgress, signal);
};

async function readerByContent(file: SourceFile): Promise<Reader | undefined> {
  const [first, second] = await readSlice(file, 0, 2);
  if (first === 0x50 && second === 0x4b) return readShapefile;
  return first === 0x7b ? readGeoJson : undefined;
}
