import { diagnosticText } from '../../sw/formats/reading/diagnostic.ts';
import { stem } from '../../sw/formats/reading/source-table.ts';
import type { ServiceDefinition } from '../../sw/service/definition.ts';
import { fileText } from '../state/definitions.ts';
import { openPublisher } from './import/publisher.ts';
import type { ReadLayer } from './import/read-layer.ts';
import { freeName } from './import/service-name.ts';
import { managedServices, readManaged, refreshManaged } from './managed-services.ts';
import { sendPackage, sendTiles } from './send-package.ts';
import { publishText as t } from './text/publish-text.ts';
import { firstDecisions } from './wizard/decide.ts';
import { draftProblems, keyOf } from './wizard/problems.ts';

/** What a reader or the publisher changed or left out. */
interface PublishWarning {
  /** The file, with the layer in it where that has another name. */
  readonly file: string;
  readonly text: string;
}

/** What became of files. */
export interface PublishedFiles {
  readonly key: string;
  /** A service of this name was there, and has new data. */
  readonly isReplaced: boolean;
  /** The name that was taken by other files, so that the service got another. */
  readonly takenKey?: string;
  readonly warnings: readonly PublishWarning[];
}

/**
 * Publish files as one service with the choices that the wizard begins with. A service of the same name gets new data.
 *
 * @param name what the service is called after, unless the files are a package, which has a name
 * @param taken keys of services that other files of the same call became: none of them is replaced
 * @throws {Error} when the files cannot be read, or when a person would have to decide something
 */
export async function publishFiles(
  files: readonly File[],
  name: string,
  taken: readonly string[] = [],
): Promise<PublishedFiles> {
  const publisher = openPublisher(files, t.layer.parts, fileText);
  try {
    const outcome = await publisher.read();
    const { layers, unread } = outcome.type === 'layers' ? outcome : { layers: [], unread: [] };
    await refreshManaged();
    const first = firstDecisions(outcome, name);
    const fresh = { ...first, name: freeName(first.name, (free) => taken.includes(keyOf({ ...first, name: free }))) };
    const key = keyOf(fresh);
    const form = { ...fresh, isReplacing: managedServices.value!.some((service) => service.key === key) };
    const [problem] = draftProblems(form, layers, managedServices.value!);
    if (problem) throw new Error(problem.text);
    const replaces = form.isReplacing
      ? { replaces: (await readManaged(key)).definition as unknown as ServiceDefinition }
      : {};
    const made = await publisher.make({ ...form, ...replaces });
    const sent = await sendPackage(made.package);
    if (made.tiles) await sendTiles(sent, made.tiles, { isNew: !form.isReplacing });
    const dropped = made.dropped.length > 0 ? [{ file: name, text: `Left out: ${made.dropped.join(', ')}.` }] : [];
    return {
      key: sent,
      isReplaced: form.isReplacing,
      ...(fresh.name === first.name ? {} : { takenKey: keyOf(first) }),
      warnings: [
        ...unread.map(({ name: file, reason }) => ({ file, text: `Not read: ${diagnosticText(reason)}` })),
        ...layers.flatMap((layer) => layer.notes.map((note) => ({ file: fileOf(layer), text: diagnosticText(note) }))),
        ...dropped,
      ],
    };
  } finally {
    publisher.close();
  }
}

/** A file, and the layer in it where that is called otherwise. */
const fileOf = ({ fileName, name }: ReadLayer): string =>
  fileName === undefined || stem(fileName) === name ? (fileName ?? name) : `${fileName}, ${name}`;
