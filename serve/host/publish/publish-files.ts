import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { MadePackage } from '../../../src/publish/import/make-package.ts';
import { createPublisher, type Publisher } from '../../../src/publish/import/publisher.ts';
import { runPublishJob } from '../../../src/publish/job/publish-job.ts';
import { publishEn } from '../../../src/publish/text/publish-en.ts';
import type { PublishWarning } from '../../api.ts';
import { type Ask, askJsonBy } from './ask-json.ts';
import type { FileGroup } from './file-groups.ts';
import type { FileToRead } from './file-to-read.ts';
import { startThread } from './start-thread.ts';

/** Error for a file that couldn't be published. The message names it. */
export class NotPublished extends Error {}

interface PublishOptions {
  readonly ask: Ask;
  /** Groups of files. Each group becomes a service. */
  readonly groups: readonly FileGroup[];
  /** Continue if a file can't be published. */
  readonly continueOnError: boolean;
  /** Called with each message for the user. */
  readonly say: (line: string) => void;
  /** Folder of the built app, which has the tables of coordinate systems. */
  readonly dist: string;
  /** The built `reader-thread.ts`. */
  readonly script?: URL;
}

/**
 * Publish files as services with the defaults of the wizard. Services of earlier runs get new data. Files are read in a
 * thread, so that requests are answered meanwhile.
 *
 * @returns changes and omissions; with `continueOnError` also failures
 * @throws {NotPublished} if a file can't be published
 */
export async function publishFiles(options: PublishOptions): Promise<PublishWarning[]> {
  const { ask, groups, continueOnError, say } = options;
  const askJson = askJsonBy(ask);
  const warnings: PublishWarning[] = [];
  const keys: string[] = [];
  const warn = (file: string, text: string, line = `${file}: ${text}`): void => {
    warnings.push({ file, text });
    say(line);
  };
  for (const group of groups) {
    const { name } = group;
    const publisher = openPublisher(group, options);
    try {
      const published = await runPublishJob({ publisher, askJson, name, takenKeys: keys, texts: publishEn });
      const { key, isReplaced, takenKey } = published;
      keys.push(key);
      for (const { file, text } of published.warnings) warn(file, text);
      if (isReplaced) warn(name, `The service ${key} of the data folder has new data.`);
      if (takenKey) warn(name, `Other files are the service ${takenKey}; this one is ${key}.`);
    } catch (error) {
      const message = `${name} could not be published: ${(error as Error).message}`;
      if (!continueOnError) throw new NotPublished(message);
      warn(name, message, message);
    } finally {
      publisher.close();
    }
  }
  return warnings;
}

/** Open a publisher whose reader runs in a thread. */
function openPublisher({ paths }: FileGroup, { dist, script = builtScript() }: PublishOptions): Publisher {
  const publisher = createPublisher<FileToRead>({
    files: paths.map((path) => ({ name: basename(path), path })),
    start: () => startThread(script),
    partTexts: publishEn.layer.parts,
    loadText: (file) => readFile(join(dist, file), 'utf8'),
  });
  return { ...publisher, make: async (...parameters) => withOpenArchive(await publisher.make(...parameters)) };
}

/** The build writes the script next to the one that contains this module. */
const builtScript = (): URL => new URL('./reader-thread.js', import.meta.url);

/** Open the archive of tiles if the thread has sent its path. */
async function withOpenArchive(made: MadePackage): Promise<MadePackage> {
  const archive = made.tiles?.archive as Blob | string | undefined;
  return typeof archive === 'string'
    ? { ...made, tiles: { ...made.tiles!, archive: await openAsBlob(archive) } }
    : made;
}
