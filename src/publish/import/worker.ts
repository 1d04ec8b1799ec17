import { Fault } from '../../../sw/contract/index.ts';
import { diagnostic, ReadFault, readFault } from '../../../sw/formats/reading/diagnostic.ts';
import { readSlice, type SourceFile, sizeOf } from '../../../sw/formats/reading/source-table.ts';
import { rowCountOf, totalCount } from '../../../sw/rows/row-count.ts';
import { packToSend, type ServicePackage, unpackService } from '../../../sw/service/package.ts';
import { describeAttached } from './attachments/match-files.ts';
import { describeSources, type SourceSummary } from './describe-sources.ts';
import { matchJoin } from './joins/match-join.ts';
import { possibleJoins } from './joins/possible-joins.ts';
import { relocate } from './locate/locate-sources.ts';
import { noLocation } from './locate/table-location.ts';
import { makePackage } from './make-package.ts';
import { decodePicture } from './raster/image-codec.ts';
import { readSources } from './read-sources.ts';
import { recogniseSources } from './recognise-sources.ts';
import type { Sources } from './sources.ts';
import type { PublisherMessage, PublishStage, ReadOutcome, WorkerMessage } from './worker-messages.ts';

/** The part of `DedicatedWorkerGlobalScope` that is used; the page's own library has no type for it. */
interface Host {
  postMessage(message: WorkerMessage): void;
  onmessage: ((event: MessageEvent<PublisherMessage>) => void) | null;
}
const host = globalThis as unknown as Host;

/** Progress is reported at most this often. */
const quietMs = 80;

let sources: Sources | undefined;
let layers: readonly SourceSummary[] = [];
let imported: ServicePackage | undefined;

host.onmessage = async ({ data }) => {
  try {
    host.postMessage(await answer(data));
  } catch (error) {
    host.postMessage(failure(error));
  }
};

async function answer(message: PublisherMessage): Promise<WorkerMessage> {
  const tell = progress();
  switch (message.type) {
    case 'read':
      return { type: 'read', outcome: await read(message, (share) => tell('reading', share)) };
    case 'recognise': {
      if (!sources) throw new Fault('internal', 'Nothing was read yet.');
      ({ sources, layers } = recogniseSources(sources, layers, message.tables));
      return { type: 'read', outcome: outcomeOf(sources, layers) };
    }
    case 'locate': {
      if (!sources) throw new Fault('internal', 'Nothing was read yet.');
      const { origin, locations, partTexts } = message;
      const location = locations[origin] ?? noLocation;
      ({ sources, layers } = relocate(sources, layers, { origin, location, partTexts }));
      return { type: 'read', outcome: outcomeOf(sources, layers) };
    }
    case 'match': {
      const tables = sources?.tables.map(({ table }) => table) ?? [];
      return { type: 'matched', match: matchJoin(tables, message.join, message.layers) };
    }
    case 'make': {
      if (!sources) throw new Fault('internal', 'Nothing was read yet.');
      return { type: 'made', ...(await makePackage(sources, message.choices, { onProgress: tell })) };
    }
    case 'rename': {
      if (!imported) throw new Fault('internal', 'No package was read yet.');
      const renamed = await renamePackage(imported, message.name, message.folder, message.mayReplaceFilters);
      return { type: 'made', name: message.name, package: renamed, dropped: [] };
    }
  }
}

async function read(
  { files, partTexts, locations }: Extract<PublisherMessage, { type: 'read' }>,
  onProgress: (share: number) => void,
): Promise<ReadOutcome> {
  const packages = await Promise.all(files.map((file) => isPackage(file)));
  if (packages.includes(true)) {
    imported = await readPackage(files);
    return describePackage(imported);
  }
  sources = await readSources(files, { onProgress, decodePicture, partTexts, locations });
  layers = describeSources(sources);
  return outcomeOf(sources, layers);
}

function outcomeOf({ tables, beside, unread }: Sources, layers: readonly SourceSummary[]): ReadOutcome {
  const joins = possibleJoins(tables.map(({ table }) => table));
  if (beside.length === 0) return { type: 'layers', layers, unread, joins };
  const attached = describeAttached(
    tables.map(({ table }) => table),
    beside,
  );
  return { type: 'layers', layers, attached, unread, joins };
}

function progress(): (stage: PublishStage, share: number) => void {
  let reportedAt = 0;
  let reportedStage = '';
  return (stage, share) => {
    const now = performance.now();
    if (stage === reportedStage && now - reportedAt < quietMs && share < 1) return;
    reportedAt = now;
    reportedStage = stage;
    host.postMessage({ type: 'progress', stage, share });
  };
}

function failure(error: unknown): WorkerMessage {
  if (error instanceof Fault)
    return { type: 'failed', code: error.code, message: error instanceof ReadFault ? error.diagnostic : error.message };
  const name = (error as { name?: unknown } | null)?.name;
  // What typed arrays and strings say when the memory is at its end.
  if (error instanceof RangeError) return { type: 'failed', code: 'too-large', message: diagnostic('outOfMemory') };
  if (name === 'NotReadableError' || name === 'NotFoundError')
    return { type: 'failed', code: 'not-found', message: diagnostic('goneFile') };
  console.error(error);
  return { type: 'failed', code: 'internal', message: error instanceof Error ? error.message : String(error) };
}

/** The directory of a zip stands at its end; so much of it is looked through. */
const directoryBytes = 1 << 20;

/** Tell whether a file is the package of a whole service, and not a zip of shapefiles. */
async function isPackage(file: SourceFile): Promise<boolean> {
  const size = sizeOf(file);
  const [first, second] = await readSlice(file, 0, 2);
  if (first !== 0x50 || second !== 0x4b) return false;
  const end = await readSlice(file, Math.max(0, size - directoryBytes), size);
  // 46 bytes of a directory entry, then its name.
  return new TextDecoder('latin1').decode(end).includes('service.json');
}

/**
 * Read the package of a service, one at a time.
 *
 * @throws {Fault} `bad-package`, `too-large` as `unpackService`
 */
export async function readPackage(files: readonly SourceFile[]): Promise<ServicePackage> {
  const [file] = files;
  if (!file || files.length > 1) throw readFault('bad-package', 'onePackage');
  const bytes = file.bytes instanceof Uint8Array ? file.bytes : new Blob([file.bytes]);
  return unpackService(bytes);
}

/** Say what is in a package, for people. */
export function describePackage({ definition }: ServicePackage): Extract<ReadOutcome, { type: 'package' }> {
  const { name, folder, document, maps, tables, limits } = definition;
  const parts = maps.flatMap((map) => [...map.layers, ...map.standaloneTables]);
  return {
    type: 'package',
    name,
    ...(folder === undefined ? {} : { folder }),
    title: document.Title || name,
    layerNames: parts.map(({ Name }) => Name),
    replaceableFilters: limits.UseStandardizedQueries
      ? []
      : parts.filter((part) => part.DefinitionExpression.trim() !== '').map(({ Name }) => Name),
    rowCount: totalCount(Object.values(tables).map(rowCountOf)),
  };
}

/**
 * Pack a service under another name; a title that was the name changes with it.
 *
 * @param mayReplaceFilters whether clients may replace the filters of layers, where the package lets them
 */
export async function renamePackage(
  { definition, files }: ServicePackage,
  name: string,
  folder: string | undefined,
  mayReplaceFilters: boolean,
): Promise<Blob> {
  const bytes = new Map<string, Uint8Array>();
  for (const [file, blob] of files) bytes.set(file, new Uint8Array(await blob.arrayBuffer()));
  const { folder: _, ...rest } = definition;
  const holds = !mayReplaceFilters && describePackage({ definition, files }).replaceableFilters.length > 0;
  const limits = holds ? { ...definition.limits, UseStandardizedQueries: true } : definition.limits;
  return packToSend({ ...rest, limits, name, ...(folder ? { folder } : {}) }, bytes);
}
