import { Fault } from '../../../sw/contract/index.ts';
import { readFault } from '../../../sw/formats/reading/diagnostic.ts';
import { type PartTexts, readSlice, type SourceFile, sizeOf } from '../../../sw/formats/reading/source-table.ts';
import { knownRowCount, totalCount } from '../../../sw/rows/row-count.ts';
import { packToSend, type ServicePackage, unpackService } from '../../../sw/service/package.ts';
import { describeAttached } from './attachments/match-files.ts';
import type { Decided, DecidedJoin } from './decided.ts';
import { type JoinMatch, matchJoin, possibleJoins } from './joins.ts';
import { relocate } from './locate/locate-sources.ts';
import type { ChosenLocations } from './locate/table-location.ts';
import { type MadePackage, makePackage, type PublishStage } from './make-package.ts';
import type { ImageCodec } from './raster/raster-tiles.ts';
import { type ReadFiles, type ReadOutcome, sourceTables } from './read-layer.ts';
import { readSources } from './read-sources.ts';
import { type ReferenceTables, recognizeSources } from './recognize-sources.ts';

/** Minimum time between two progress reports. */
const progressIntervalMs = 80;

export type PublisherHandlers<File = SourceFile> = ReturnType<typeof createPublisherHandlers<File>>;

/**
 * Create the handlers of a publisher's worker, which store the last files read.
 *
 * @param open opens a file in the form in which it is posted to this worker
 */
export function createPublisherHandlers<File>(codec: ImageCodec, open: (file: File) => Promise<SourceFile>) {
  let read: ReadFiles | undefined;
  let imported: ServicePackage | undefined;

  /** Read the files and store the result. @param locations locations chosen by the user */
  async function readFiles(
    files: readonly File[],
    partTexts: PartTexts,
    locations: ChosenLocations,
    onProgress: (share: number) => void,
  ): Promise<ReadOutcome> {
    const sources = await Promise.all(files.map(open));
    const packages = await Promise.all(sources.map(isPackage));
    if (packages.includes(true)) {
      imported = await readPackage(sources);
      return describePackage(imported);
    }
    const tell = seldom((_, share) => onProgress(share));
    const onRead = (share: number): void => tell('reading', share);
    return makeOutcome(
      await readSources(sources, { decodeImage: codec.decodeImage, partTexts, locations, onProgress: onRead }),
    );
  }

  /** Set the WKIDs of coordinate systems. The caller passes the tables, because the worker doesn't fetch. */
  function recognizeReferences(tables: ReferenceTables): ReadOutcome {
    const now = whatWasRead();
    return makeOutcome({ ...now, layers: recognizeSources(now.layers, tables) });
  }

  /** Locate the rows of one table by other columns. */
  function locate(origin: string, partTexts: PartTexts, locations: ChosenLocations): ReadOutcome {
    const now = whatWasRead();
    return makeOutcome({ ...now, layers: relocate(now.layers, origin, { locations, partTexts }) });
  }

  /**
   * Count the matches of a join on one column of each table. Returns undefined if a column is missing or the types
   * differ.
   */
  function match(join: DecidedJoin, layers: Decided['layers']): JoinMatch | undefined {
    return matchJoin(read ? sourceTables(read) : [], join, layers);
  }

  /** Build the package of the layers, or rename the imported package. */
  async function make(
    decided: Decided,
    onProgress: (stage: PublishStage, share: number) => void,
  ): Promise<MadePackage> {
    const { name, folder, mayReplaceFilters = false } = decided;
    if (imported)
      return {
        name,
        package: await renamePackage(imported, name, folder || undefined, mayReplaceFilters),
        dropped: [],
      };
    return makePackage(whatWasRead(), decided, codec, { onProgress: seldom(onProgress) });
  }

  function whatWasRead(): NonNullable<typeof read> {
    if (!read) throw new Fault('internal', 'Nothing was read yet.');
    return read;
  }

  /** Store the files that were read and return their outcome. */
  function makeOutcome(now: NonNullable<typeof read>): ReadOutcome {
    read = now;
    const { beside, unread } = now;
    const tables = sourceTables(now);
    return {
      type: 'layers',
      layers: now.layers.map(({ table: _, raster: __, plain: ___, ...layer }) => layer),
      attached: beside.length > 0 ? describeAttached(tables, beside) : undefined,
      unread,
      joins: possibleJoins(tables),
    };
  }

  return { read: readFiles, recognise: recognizeReferences, locate, match, make };
}

function seldom(tell: (stage: PublishStage, share: number) => void): typeof tell {
  let reportedAt = 0;
  let reportedStage = '';
  return (stage, share) => {
    const now = performance.now();
    if (stage === reportedStage && now - reportedAt < progressIntervalMs && share < 1) return;
    reportedAt = now;
    reportedStage = stage;
    tell(stage, share);
  };
}

/** Size of a zip's end to search; the directory is at the end. */
const directoryBytes = 1 << 20;

/** Check whether a zip is the package of a service, and not one of shapefiles. */
async function isPackage(file: SourceFile): Promise<boolean> {
  const size = sizeOf(file);
  const [first, second] = await readSlice(file, 0, 2);
  if (first !== 0x50 || second !== 0x4b) return false;
  const end = await readSlice(file, Math.max(0, size - directoryBytes), size);
  // Directory entries contain the names of the files.
  return new TextDecoder('latin1').decode(end).includes('service.json');
}

/**
 * Read the package of a service. Only one package at a time is allowed.
 *
 * @throws {Fault} `bad-package`, `too-large` as in `unpackService`
 */
export async function readPackage(files: readonly SourceFile[]): Promise<ServicePackage> {
  const [file] = files;
  if (!file || files.length > 1) throw readFault('bad-package', 'onePackage');
  const bytes = file.bytes instanceof Uint8Array ? file.bytes : new Blob([file.bytes]);
  return unpackService(bytes);
}

/** Describe the content of a package for display. */
export function describePackage({ definition }: ServicePackage): Extract<ReadOutcome, { type: 'package' }> {
  const { name, folder, document, maps, tables, limits } = definition;
  const parts = maps.flatMap((map) => [...map.layers, ...map.standaloneTables]);
  return {
    type: 'package',
    name,
    folder,
    title: document.Title || name,
    layerNames: parts.map(({ Name }) => Name),
    replaceableFilters: limits.UseStandardizedQueries
      ? []
      : parts.filter((part) => part.DefinitionExpression.trim() !== '').map(({ Name }) => Name),
    rowCount: totalCount(Object.values(tables).map(knownRowCount)),
  };
}

/**
 * Pack a service under another name. If its title equals the old name, the title changes too.
 *
 * @param mayReplaceFilters whether clients may replace layer filters, if the package allows it
 */
export async function renamePackage(
  { definition, files }: ServicePackage,
  name: string,
  folder: string | undefined,
  mayReplaceFilters: boolean,
): Promise<Blob> {
  const bytes = new Map<string, Uint8Array>();
  for (const [file, blob] of files) bytes.set(file, new Uint8Array(await blob.arrayBuffer()));
  const holds = !mayReplaceFilters && describePackage({ definition, files }).replaceableFilters.length > 0;
  const limits = holds ? { ...definition.limits, UseStandardizedQueries: true } : definition.limits;
  return packToSend({ ...definition, limits, name, folder: folder || undefined }, bytes);
}
