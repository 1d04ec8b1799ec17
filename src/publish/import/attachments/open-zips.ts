import { geodatabaseFault, geodatabaseFolder } from '../../../../sw/formats/geodatabase/file-geodatabase.ts';
import type { SourceFile } from '../../../../sw/formats/reading/source-table.ts';
import { listZip, unzipFile } from '../../../../sw/formats/reading/unzip.ts';
import { dataEndings, formats, splitEnding, worldFileEndings } from '../../../../sw/formats/rows.ts';
import { endingOf, isAttachable } from './attachable.ts';

/** Endings of data in a zip without a shapefile. A text file there may be anything, such as a licence; a picture needs a world file. */
const zippedData = [...dataEndings, ...worldFileEndings, 'gpkg-wal', 'xsd'].filter(
  (ending) => !['txt', 'zip', ...formats.Picture.endings].includes(ending),
);
const isData = (name: string): boolean => splitEnding(name, zippedData) !== undefined;

/**
 * Unpack zips that hold more than shapefiles: tables and rasters of other formats, and files that may belong to rows. A zip with a
 * shapefile stays, since its reader unpacks it; only files that may belong to rows are taken out.
 *
 * @throws {Fault} `not-supported` for a zip with nothing but a File Geodatabase; as `unzipFile`
 */
export async function openZips(files: readonly SourceFile[], signal?: AbortSignal): Promise<SourceFile[]> {
  const opened = await Promise.all(
    files.map(async (file) => {
      if (endingOf(file.name) !== 'zip') return [file];
      const names = [...(await listZip(file)).keys()];
      const isShapefile = names.some((name) => splitEnding(name, formats.Shapefile.endings));
      const isNeeded = (name: string) => isAttachable(name) || (!isShapefile && (isData(name) || /\.prj$/i.test(name)));
      const hasTable = isShapefile || names.some(isData);
      const geodatabase = geodatabaseFolder(names);
      if (geodatabase !== undefined && !hasTable) throw geodatabaseFault(file.name);
      // Beside other data its first table comes along, so that it is named among what was not read.
      const unreadable =
        geodatabase === undefined ? [] : [{ name: `${geodatabase || file.name}/a.gdbtable`, bytes: new Uint8Array() }];
      if (!hasTable || !names.some(isNeeded)) return [file, ...unreadable];
      const unpacked = await unzipFile(file, isNeeded, undefined, signal);
      const taken = [...unpacked].map(([name, bytes]): SourceFile => ({ name, bytes }));
      return [...(isShapefile ? [file] : []), ...taken, ...unreadable];
    }),
  );
  return opened.flat();
}
