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
import { draftProblems, draftServiceKey } from './wizard/problems.ts';

/** A change or omission by a reader or the publisher. */
interface PublishWarning {
  /** The file, followed by the layer if its name differs. */
  readonly file: string;
  readonly text: string;
}

/** The result of publishing files. */
export interface PublishedFiles {
  readonly key: string;
  /** An existing service of this name got new data. */
  readonly isReplaced: boolean;
  /** The preferred key, if it was already taken by other files. */
  readonly takenKey?: string;
  readonly warnings: readonly PublishWarning[];
}

/**
 * Publish files as one service with the defaults of the wizard. An existing service of the same name gets new data.
 *
 * @param name service name, unless the files are a package, which has a name
 * @param taken keys of services made from other files of the same call; they aren't replaced
 * @throws {Error} if the files can't be read, or if they need a decision by the user
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
    const fresh = {
      ...first,
      name: freeName(first.name, (free) => taken.includes(draftServiceKey({ ...first, name: free }))),
    };
    const key = draftServiceKey(fresh);
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
      ...(fresh.name === first.name ? {} : { takenKey: draftServiceKey(first) }),
      warnings: [
        ...unread.map(({ name: file, reason }) => ({ file, text: `Not read: ${diagnosticText(reason)}` })),
        ...layers.flatMap((layer) =>
          layer.notes.map((note) => ({ file: sourceFileName(layer), text: diagnosticText(note) })),
        ),
        ...dropped,
      ],
    };
  } finally {
    publisher.close();
  }
}

/** Return the file name, followed by the layer name if it differs. */
const sourceFileName = ({ fileName, name }: ReadLayer): string =>
  fileName === undefined || stem(fileName) === name ? (fileName ?? name) : `${fileName}, ${name}`;
