import type { ServiceDefinition } from '../../sw/service/definition.ts';
import { base, send } from '../connection/call.ts';
import { openPublisher, sendPackage } from '../publisher/publisher.ts';
import { fileText } from '../state/definitions.ts';
import { managedServices, readManaged, refreshManaged } from './managed-services.ts';
import { sendTiles } from './send-tiles.ts';
import { publishText as t } from './text/publish-text.ts';
import { choicesOf, freshForm } from './wizard/form.ts';
import { draftProblems, keyOf } from './wizard/problems.ts';

/**
 * Publish files as one service with the choices that the wizard begins with. A service of the same name gets new data.
 *
 * @param name what the service is called after, unless the files are a package, which has a name
 * @returns its key, and the names of files and columns that were left out
 * @throws {Error} when the files cannot be read, or when a person would have to decide something
 */
export async function publishFiles(
  files: readonly File[],
  name: string,
): Promise<{ key: string; leftOut: readonly string[] }> {
  const publisher = openPublisher(files, t.layer.parts, fileText);
  try {
    const outcome = await publisher.read();
    const { layers, unread } = outcome.type === 'layers' ? outcome : { layers: [], unread: [] };
    await refreshManaged();
    const fresh = freshForm(outcome, name);
    const key = keyOf(fresh);
    const form = { ...fresh, isReplacing: managedServices.value!.some((service) => service.key === key) };
    const [problem] = draftProblems(form, layers, managedServices.value!);
    if (problem) throw new Error(problem.text);
    const replaces = form.isReplacing
      ? { replaces: (await readManaged(key)).definition as unknown as ServiceDefinition }
      : {};
    const made =
      outcome.type === 'package'
        ? await publisher.rename(form.name, form.folder || undefined, false)
        : await publisher.make({ ...choicesOf(form, layers), ...replaces });
    const sent = await sendPackage((path, init) => send('publish', base + path, init), made.package);
    if (made.tiles) await sendTiles(sent.key, made.tiles, { isNew: !form.isReplacing });
    return { key: sent.key, leftOut: [...unread.map(({ name: file }) => file), ...made.dropped] };
  } finally {
    publisher.close();
  }
}
