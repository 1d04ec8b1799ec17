import { type Decided, withReferences } from '../../../src/publish/import/decided.ts';
import { readTables } from '../../../src/publish/import/locate/locate-sources.ts';
import { makePackage } from '../../../src/publish/import/make-package.ts';
import type { ReadFiles, ReadLayer } from '../../../src/publish/import/read-layer.ts';
import { readSources } from '../../../src/publish/import/read-sources.ts';
import { firstDecisions } from '../../../src/publish/job/decide.ts';
import { publishEn } from '../../../src/publish/text/publish-en.ts';
import type { SourceFile, SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { type ServicePackage, unpackService } from '../../../sw/service/package.ts';

const noImages = async () => Promise.reject(new Error('no pictures here'));
const codec = { decodeImage: noImages, encodeImage: noImages };

/** Return a reader's tables with the locations detected in their columns, like `readSources` does. */
export const locateTables = (tables: readonly SourceTable[]): SourceTable[] =>
  tables.flatMap((table) =>
    readTables(table, 'CSV', { fileName: 'file', locations: {}, partTexts: publishEn.layer.parts }).map(
      (read) => read.table!,
    ),
  );

/** Read files and describe them, like the wizard does. */
export const describeFiles = async (
  files: readonly SourceFile[],
  signal?: AbortSignal,
): Promise<readonly ReadLayer[]> =>
  (await readSources(files, { decodeImage: noImages, signal, partTexts: publishEn.layer.parts })).layers;

/** Return the default decisions for files; the caller adds the suggested relations. */
export const decideFirst = ({ layers }: ReadFiles, firstFile: string): Decided =>
  withReferences({
    ...firstDecisions({ type: 'layers', layers, unread: [], joins: [] }, firstFile),
    relations: [],
  });

/** Read files, package them with the default choices as changed by `decide`, and return the unpacked package. */
export async function packFiles(
  files: readonly SourceFile[],
  decide: (choices: Decided) => Decided = (choices) => choices,
): Promise<ServicePackage & { readonly layers: readonly ReadLayer[]; readonly dropped: readonly string[] }> {
  const read = await readSources(files, { decodeImage: noImages, partTexts: publishEn.layer.parts });
  const made = await makePackage(read, decide(decideFirst(read, files[0]!.name)), codec);
  return { ...(await unpackService(made.package)), layers: read.layers, dropped: made.dropped };
}
