import { defaultChoices } from '../../../src/publish/import/default-choices.ts';
import { describeSources, type SourceSummary } from '../../../src/publish/import/describe-sources.ts';
import { readTables } from '../../../src/publish/import/locate/locate-sources.ts';
import { makePackage } from '../../../src/publish/import/make-package.ts';
import type { PackageChoices } from '../../../src/publish/import/package-choices.ts';
import { readSources } from '../../../src/publish/import/read-sources.ts';
import { publishEn } from '../../../src/publish/text/publish-text.ts';
import type { SourceFile, SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { type ServicePackage, unpackService } from '../../../sw/service/package.ts';

const decodeImage = async () => Promise.reject(new Error('no pictures here'));

/** The tables of a reader with the locations that are recognised in their columns, as `readSources` has them. */
export const locatedTables = (tables: readonly SourceTable[]): SourceTable[] =>
  tables.flatMap((table) =>
    readTables(table, 'CSV', { fileName: 'file', locations: {}, partTexts: publishEn.layer.parts }).map(
      (read) => read.table,
    ),
  );

/** Read files and describe them, as the wizard does. */
export const describeFiles = async (files: readonly SourceFile[], signal?: AbortSignal): Promise<SourceSummary[]> =>
  describeSources(await readSources(files, { decodeImage, signal, partTexts: publishEn.layer.parts }));

/** Read files, decide as told and else as nobody would, and unpack the package that comes of it. */
export async function packFiles(
  files: readonly SourceFile[],
  decide: (choices: PackageChoices) => PackageChoices = (choices) => choices,
): Promise<ServicePackage & { readonly layers: readonly SourceSummary[]; readonly dropped: readonly string[] }> {
  const sources = await readSources(files, { decodeImage, partTexts: publishEn.layer.parts });
  const layers = describeSources(sources);
  const made = await makePackage(sources, decide(defaultChoices(layers, files[0]!.name)));
  return { ...(await unpackService(made.package)), layers, dropped: made.dropped };
}
