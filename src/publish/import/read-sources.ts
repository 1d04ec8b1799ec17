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
import { endingOf, isAttachable } from './attachments/attachable.ts';
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
  /** Where the rows of tables lie, as a person chose. */
  readonly locations?: ChosenLocations;
}

/**
 * Read files that were dropped or chosen together; parts of one shapefile, a picture and a GeoPackage with what lies beside them count as one.
 * A file that cannot be read does not stop the others: it is in `unread`.
 *
 * @throws {Fault} as the reader of the only file; `bad-package` when none can be read
 */
export async function readSources(
  files: readonly SourceFile[],
  { onProgress, signal, decodeImage, partTexts, locations = {} }: ReadOptions,
): Promise<ReadFiles> {
  const unread: UnreadFile[] = [];
  const faults: Fault[] = [];
  /** What a job gives, or nothing where its file is broken. */
  async function attempt<Result>(file: SourceFile | string, job: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await job();
    } catch (error) {
      signal?.throwIfAborted();
      // The browser could not read the file, which says nothing about what is in it.
      if (error instanceof DOMException) throw error;
      const name = typeof file === 'string' ? file : file.name;
      const known = error instanceof Fault ? error : unexpectedFault(name, error);
      const fault = typeof file === 'string' ? known : await explained(known, file);
      faults.push(fault);
      unread.push({ name, reason: reasonOf(fault) });
      return undefined;
    }
  }
  const opened = await Promise.all(files.map((file) => attempt(file, () => openZips([file], signal))));
  const { names: geodatabases, rest: readable } = separateGeodatabases(opened.flatMap((one) => one ?? []));
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

/** A reader that meets bytes it did not expect must not keep other files from being read. */
function unexpectedFault(name: string, error: unknown): Fault {
  console.error(`Reading ${name} failed.`, error);
  return readFault('bad-package', 'damagedFile', name);
}

const reasonOf = (fault: Fault): Diagnostic =>
  fault instanceof ReadFault ? fault.diagnostic : diagnostic('asSaid', fault.message);

/** Kinds that a reader is not to blame for: the file is something else than its name says. */
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
/** Kinds of text; of others a reader of text says only that it is none. */
const textKinds = new Set<Diagnostic['key']>(['kindText', 'kindJson', 'kindXmlRoot', 'kindBinary']);

/** A fault that begins with what the file is, where its content is not what its name says. */
async function explained(fault: Fault, file: SourceFile): Promise<Fault> {
  const kind = await contentKind(file);
  const isForeign = foreign.has(kind.key) || (textEnding.test(file.name) && !textKinds.has(kind.key));
  if (!isForeign || (fault instanceof ReadFault && fault.diagnostic.key === 'unread')) return fault;
  return readFault(fault.code, 'notAsNamed', file.name, kind, reasonOf(fault));
}

/** Endings of data in a zip without a shapefile. A text file there may be anything, such as a licence; a picture needs a world file. */
const zippedData = [...dataEndings, ...worldFileEndings, 'gpkg-wal', 'xsd'].filter(
  (ending) => !['txt', 'zip', ...formats.Image.endings].includes(ending),
);
const isData = (name: string): boolean => splitEnding(name, zippedData) !== undefined;

/**
 * Unpack zips that hold more than shapefiles: tables and rasters of other formats, and files that may belong to rows. A zip with a
 * shapefile stays, since its reader unpacks it; only files that may belong to rows are taken out.
 *
 * @throws {Fault} `not-supported` for a zip with nothing but a File Geodatabase; as `unzipFile`
 */
async function openZips(files: readonly SourceFile[], signal?: AbortSignal): Promise<SourceFile[]> {
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
