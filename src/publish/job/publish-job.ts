import { inPath } from '../../../sw/contract/in-path.ts';
import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import { stem } from '../../../sw/formats/reading/source-table.ts';
import type { ServiceDefinition } from '../../../sw/service/definition.ts';
import { readJson } from '../../../sw/service/package-json.ts';
import type { Publisher } from '../import/publisher.ts';
import type { ReadLayer } from '../import/read-layer.ts';
import { freeName } from '../import/service-name.ts';
import type { AskJson } from './ask-json.ts';
import { firstDecisions } from './decide.ts';
import { dataProblems, draftServiceKey, nameProblems, type ProblemText } from './problems.ts';
import { sendPackage, sendTiles } from './send-package.ts';

/** A change or omission by a reader or the publisher. */
interface PublishWarning {
  /** The file, followed by the layer if its name differs. */
  readonly file: string;
  readonly text: string;
}

/** The result of publishing files. */
interface PublishedFiles {
  readonly key: string;
  /** An existing service of this name got new data. */
  readonly isReplaced: boolean;
  /** The preferred key, if it was already taken by other files. */
  readonly takenKey?: string;
  readonly warnings: readonly PublishWarning[];
}

interface PublishJob {
  readonly publisher: Publisher;
  readonly askJson: AskJson;
  /** Name of the service, unless the files are a package, which has a name. */
  readonly name: string;
  /** Keys of services made from other files of the same call. They aren't replaced. */
  readonly takenKeys: readonly string[];
  readonly texts: ProblemText;
}

/**
 * Publish the files of a publisher as one service, with the defaults of the wizard. An existing service of the same
 * name gets new data.
 *
 * @throws {Error} if the files can't be read, or if they need a decision by the user
 */
export async function runPublishJob(job: PublishJob): Promise<PublishedFiles> {
  const { publisher, askJson, name, takenKeys, texts } = job;
  const outcome = await publisher.read();
  const { layers, unread } = outcome.type === 'layers' ? outcome : { layers: [], unread: [] };
  const { services } = await askJson<{ services: readonly { readonly key: string }[] }>('services', 'admin/services');
  const first = firstDecisions(outcome, name);
  const isTaken = (candidate: string) => takenKeys.includes(draftServiceKey({ ...first, name: candidate }));
  const named = { ...first, name: freeName(first.name, isTaken) };
  const key = draftServiceKey(named);
  const draft = { ...named, isReplacing: services.some((service) => service.key === key) };
  const [problem] = [...dataProblems(draft, layers, texts), ...nameProblems(draft, services, texts)];
  if (problem !== undefined) throw new Error(problem);
  const replaces = draft.isReplacing ? { replaces: await readDefinition(askJson, key) } : {};
  const made = await publisher.make({ ...draft, ...replaces });
  const publishedKey = await sendPackage(askJson, made.package);
  if (made.tiles) await sendTiles(askJson, publishedKey, made.tiles, { isNew: !draft.isReplacing });
  const dropped = made.dropped.length > 0 ? [{ file: name, text: `Left out: ${made.dropped.join(', ')}.` }] : [];
  return {
    key: publishedKey,
    isReplaced: draft.isReplacing,
    takenKey: named.name === first.name ? undefined : draftServiceKey(first),
    warnings: [
      ...unread.map(({ name: file, reason }) => ({ file, text: `Not read: ${diagnosticText(reason)}` })),
      ...layers.flatMap((layer) => layer.notes.map((note) => ({ file: layerFile(layer), text: diagnosticText(note) }))),
      ...dropped,
    ],
  };
}

async function readDefinition(askJson: AskJson, key: string): Promise<ServiceDefinition> {
  const path = `admin/services/${inPath(key)}?f=definition`;
  return (await askJson<{ definition: ServiceDefinition }>('definition', path, {}, readJson)).definition;
}

/** Return the file name, followed by the layer name if it differs. */
const layerFile = ({ fileName, name }: ReadLayer): string =>
  fileName === undefined || stem(fileName) === name ? (fileName ?? name) : `${fileName}, ${name}`;
