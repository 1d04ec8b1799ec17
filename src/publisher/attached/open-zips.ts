import { unzipFile } from '../read/unzip.ts';
import type { SourceFile } from '../source-table.ts';
import { endingOf, isAttachable } from './attachable.ts';

/** What is read out of a zip that holds no shapefile; texts may be anything, such as a licence. */
const readable = new Set([
  'csv',
  'tsv',
  'json',
  'geojson',
  'geojsonl',
  'geojsons',
  'ndjson',
  'jsonl',
  'topojson',
  'kml',
  'kmz',
  'gpx',
  'gpkg',
  'gpkg-wal',
  'tif',
  'tiff',
]);
/** What says where a picture lies. */
const placing = /\.(?:tfw|tifw|tiffw|pgw|pngw|jgw|jpgw|jpegw|wld)$/i;
const isData = (name: string): boolean => readable.has(endingOf(name)) || placing.test(name);

/**
 * Open zips that hold more than shapefiles: tables and rasters of other formats in them, and the files that may belong to rows. A zip of
 * a shapefile stays, since its reader takes it; what lies in it beside the shapefile is taken out.
 *
 * @throws {Fault} as `unzipFile`
 */
export async function openZips(files: readonly SourceFile[], signal?: AbortSignal): Promise<SourceFile[]> {
  const opened = await Promise.all(
    files.map(async (file) => {
      if (endingOf(file.name) !== 'zip') return [file];
      const names: string[] = [];
      await unzipFile(file, (name) => names.push(name) < 0, undefined, signal);
      const isShapefile = names.some((name) => /\.(?:shp|dbf)$/i.test(name));
      const isWanted = (name: string) => isAttachable(name) || (!isShapefile && (isData(name) || /\.prj$/i.test(name)));
      const hasTable = isShapefile || names.some(isData);
      if (!hasTable || !names.some(isWanted)) return [file];
      const taken = await unzipFile(file, isWanted, undefined, signal);
      return [...(isShapefile ? [file] : []), ...[...taken].map(([name, bytes]): SourceFile => ({ name, bytes }))];
    }),
  );
  return opened.flat();
}
