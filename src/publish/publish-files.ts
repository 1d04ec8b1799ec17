import { askJson } from '../connection/call.ts';
import { fileText } from '../state/definitions.ts';
import { openPublisher } from './import/open-publisher.ts';
import { type PublishedFiles, runPublishJob } from './job/publish-job.ts';
import { publishText as t } from './text/publish-text.ts';

/**
 * Publish files as one service with the defaults of the wizard. An existing service of the same name gets new data.
 *
 * @param name service name, unless the files are a package, which has a name
 * @param takenKeys keys of services made from other files of the same call; they aren't replaced
 * @throws {Error} if the files can't be read, or if they need a decision by the user
 */
export async function publishFiles(
  files: readonly File[],
  name: string,
  takenKeys: readonly string[] = [],
): Promise<PublishedFiles> {
  const publisher = openPublisher(files, t.layer.parts, fileText);
  try {
    return await runPublishJob({ publisher, askJson, name, takenKeys, texts: t });
  } finally {
    publisher.close();
  }
}
