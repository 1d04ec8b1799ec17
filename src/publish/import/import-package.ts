import { readFault } from '../../../sw/formats/reading/diagnostic.ts';
import { readSlice, type SourceFile, sizeOf } from '../../../sw/formats/reading/source-table.ts';
import { rowCountOf, totalCount } from '../../../sw/rows/row-count.ts';
import { packToSend, type ServicePackage, unpackService } from '../../../sw/service/package.ts';
import type { ReadOutcome } from './worker-messages.ts';

/** The directory of a zip stands at its end; so much of it is looked through. */
const directoryBytes = 1 << 20;

/** Tell whether a file is the package of a whole service, and not a zip of shapefiles. */
export async function isPackage(file: SourceFile): Promise<boolean> {
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
