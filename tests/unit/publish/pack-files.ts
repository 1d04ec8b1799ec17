import { defaultChoices } from '../../../src/publish/default-choices.ts';
import { describeSources, type SourceSummary } from '../../../src/publish/describe-sources.ts';
import { makePackage } from '../../../src/publish/make-package.ts';
import type { PackageChoices } from '../../../src/publish/package-choices.ts';
import { readSources } from '../../../src/publish/read-sources.ts';
import type { SourceFile } from '../../../src/publish/source-table.ts';
import { publishEn } from '../../../src/text/publish-en.ts';
import { type ServicePackage, unpackService } from '../../../sw/features/package.ts';

const decodePicture = async () => Promise.reject(new Error('no pictures here'));

/** Read files and describe them, as the wizard does. */
export const describeFiles = async (files: readonly SourceFile[], signal?: AbortSignal): Promise<SourceSummary[]> =>
  describeSources(await readSources(files, { decodePicture, signal, partWords: publishEn.layer.parts }));

/** Read files, decide as told and else as nobody would, and unpack the package that comes of it. */
export async function packFiles(
  files: readonly SourceFile[],
  decide: (choices: PackageChoices) => PackageChoices = (choices) => choices,
): Promise<ServicePackage & { readonly layers: readonly SourceSummary[]; readonly dropped: readonly string[] }> {
  const sources = await readSources(files, { decodePicture, partWords: publishEn.layer.parts });
  const layers = describeSources(sources);
  const made = await makePackage(sources, decide(defaultChoices(layers, files[0]!.name)));
  return { ...(await unpackService(made.package)), layers, dropped: made.dropped };
}
