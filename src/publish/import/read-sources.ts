import { Fault } from '../../../sw/contract/index.ts';
import {
  geodatabaseFault,
  geodatabaseFolder,
  separateGeodatabases,
} from '../../../sw/formats/geodatabase/file-geodatabase.ts';
import { takeRasters } from '../../../sw/formats/image/raster-files.ts';
import { joinCompanions } from '../../../sw/formats/join-companions.ts';
import { readFile } from '../../../sw/formats/read-file.ts';
import { contentKind } from '../../../sw/formats/reading/content-kind.ts';
import { diagnostic, readFault } from '../../../sw/formats/reading/diagnostic.ts';
import { type Diagnostic, ReadFault } from '../../../sw/formats/reading/read-fault.ts';
import { type PartTexts, type SourceFile, sizeOf } from '../../../sw/formats/reading/source-table.ts';
import { listZip, unzipFile } from '../../../sw/formats/reading/unzip.ts';
import { dataEndings, formats, splitEnding, worldFileEndings } from '../../../sw/formats/rows.ts';
import { joinLooseShapefiles } from '../../../sw/formats/shapefile/loose-shapefile.ts';
import type { DecodeImage } from '../../../sw/service/raster-source.ts';
import { fileExtension, isAttachable } from './attachments/attachable.ts';
import { separateFiles } from './attachments/separate-files.ts';
import { describeRaster } from './describe-sources.ts';
import { readTables } from './locate/locate-sources.ts';
import type { ChosenLocations } from './locate/table-location.ts';
import type { LayerInWorker, ReadFiles, UnreadFile } from './read-layer.ts';

interface ReadOptions {
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal | undefined;
  readonly decodeImage: DecodeImage;
  readonly partTexts: PartTexts;
  /** Chosen locations of table rows. */
  readonly locations?: ChosenLocations;
}

/**
 * Read files dropped or chosen together. The parts of a shapefile count as one file, as do an image or a GeoPackage
 * with its companion files. An unreadable file doesn't stop the others: it is in `unread`.
 *
 * @throws {Fault} the fault of the reader for a single file; `bad-package` if no file can be read
 */
export async function readSources(
  files: readonly SourceFile[],
  { onProgress, signal, decodeImage, partTexts, locations = {} }: ReadOptions,
): Promise<ReadFiles> {
  const unread: UnreadFile[] = [];
  const faults: Fault[] = [];
  /** Run a job; undefined if its file is broken. */
  async function attempt<Result>(file: SourceFile | string, job: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await job();
    } catch (error) {
      signal?.throwIfAborted();
      // The browser couldn't read the file, so its content isn't to blame.
      if (error instanceof DOMException) throw error;
      const name = typeof file === 'string' ? file : file.name;
      const knownFault = error instanceof Fault ? error : makeUnexpectedFault(name, error);
      const fault = typeof file === 'string' ? knownFault : await explainFault(knownFault, file);
      faults.push(fault);
      unread.push({ name, reason: faultReason(fault) });
      return undefined;
    }
  }
  const opened = await Promise.all(files.map((file) => attempt(file, () => openZips([file], signal))));
  const { names: geodatabases, rest: readable } = separateGeodatabases(opened.flatMap((candidate) => candidate ?? []));
  for (const name of geodatabases) await attempt(name, () => Promise.reject(geodatabaseFault(name)));
  const { data, beside } = separateFiles(joinCompanions(readable));
  const { rasters: rasterJobs, rest } = takeRasters(data);
  const jobs = joinLooseShapefiles(rest);
  const total = data.reduce((sum, file) => sum + sizeOf(file), 0) || 1;
  let tables: readonly LayerInWorker[] = [];
  const rasters: LayerInWorker[] = [];
  let before = 0;
  for (const job of jobs) {
    const report = (share: number): void => onProgress?.(Math.min(1, (before + share * job.size) / total));
    const fileName = 'read' in job ? job.name : job.file.name;
    const read = await attempt('read' in job ? job.name : job.file, async () =>
      'read' in job
        ? { format: 'Shapefile' as const, tables: await job.read(), rasters: [] }
        : await readFile(job.file, report, signal, decodeImage),
    );
    for (const raster of read?.rasters ?? []) rasters.push(describeRaster(raster));
    if (read)
      tables = tables.concat(
        read.tables.flatMap((table) => readTables(table, read.format, { fileName, locations, partTexts })),
      );
    before += job.size;
    report(0);
  }
  for (const job of rasterJobs) {
    const raster = await attempt(job.file, () => job.read(decodeImage, signal));
    if (raster) rasters.push(describeRaster(raster));
    before += job.size;
    onProgress?.(Math.min(1, before / total));
  }
  if (tables.length + rasters.length === 0) {
    if (faults.length === 1) throw faults[0]!;
    if (faults.length > 1) throw readFault('bad-package', 'allUnread', ...unread.map(({ reason }) => reason));
    throw readFault('bad-package', 'nothingToRead');
  }
  return { layers: [...tables, ...rasters], beside, unread };
}

/** Turn a bug in a reader into a fault, so that other files are still read. */
function makeUnexpectedFault(name: string, error: unknown): Fault {
  console.error(`Reading ${name} failed.`, error);
  return readFault('bad-package', 'damagedFile', name);
}

const faultReason = (fault: Fault): Diagnostic =>
  fault instanceof ReadFault ? fault.diagnostic : diagnostic('asSaid', fault.message);

/** File types without a reader. If the content has one of these types, the ending of the file is misleading. */
const foreign = new Set<Diagnostic['key']>([
  'kindPdf',
  'kindOldOffice',
  'kindArchive',
  'kindPacked',
  'kindLfs',
  'kindDwg',
  'kindHtml',
  'kindProgram',
  'kindSound',
  'kindProject',
]);

const textEnding = /\.(?:(?:geo|topo)?json[ls]?|ndjson|kml|gml|gpx|dxf)$/i;
/** File types that are text. For other types, a text reader can only report that the file isn't text. */
const textKinds = new Set<Diagnostic['key']>(['kindText', 'kindJson', 'kindXmlRoot', 'kindBinary']);

/** Add the real file type to a fault if it differs from the file's name. */
async function explainFault(fault: Fault, file: SourceFile): Promise<Fault> {
  const kind = await contentKind(file);
  const isForeign = foreign.has(kind.key) || (textEnding.test(file.name) && !textKinds.has(kind.key));
  if (!isForeign || (fault instanceof ReadFault && fault.diagnostic.key === 'unread')) return fault;
  return readFault(fault.code, 'notAsNamed', file.name, kind, faultReason(fault));
}

/**
 * Endings of data in a zip without a shapefile. Text files are excluded, because they may be anything, such as a
 * license. Images need a world file.
 */
const zippedData = [...dataEndings, ...worldFileEndings, 'gpkg-wal', 'xsd'].filter(
  (ending) => !['txt', 'zip', ...formats.Image.endings].includes(ending),
);
const isData = (name: string): boolean => splitEnding(name, zippedData) !== undefined;

/**
 * Unpack zips that contain more than shapefiles: tables and rasters of other formats, and files that may be attached to
 * rows. A zip with a shapefile remains, because its reader unpacks it. Only the attachable files are taken out of it.
 *
 * @throws {Fault} `not-supported` for a zip with only a File Geodatabase; also faults of `unzipFile`
 */
async function openZips(files: readonly SourceFile[], signal?: AbortSignal): Promise<SourceFile[]> {
  const opened = await Promise.all(
    files.map(async (file) => {
      if (fileExtension(file.name) !== 'zip') return [file];
      const names = [...(await listZip(file)).keys()];
      const isShapefile = names.some((name) => splitEnding(name, formats.Shapefile.endings));
      const isNeeded = (name: string) => isAttachable(name) || (!isShapefile && (isData(name) || /\.prj$/i.test(name)));
      const hasTable = isShapefile || names.some(isData);
      const geodatabase = geodatabaseFolder(names);
      if (geodatabase !== undefined && !hasTable) throw geodatabaseFault(file.name);
      // If there is other data, add the geodatabase's first table, so that it is listed as unread.
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
