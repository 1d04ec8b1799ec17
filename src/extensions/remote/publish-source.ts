import type { ServiceDefinition } from '../../../sw/service/definition.ts';
import { askJson } from '../../connection/call.ts';
import { onlyPart } from '../../publish/change-layer/target.ts';
import type { Target } from '../../publish/import/decided.ts';
import { sendLayers, sendPackage, setUpCache } from '../../publish/job/send-package.ts';
import { readManaged } from '../../publish/managed-services.ts';
import { finishPublishing } from '../../publish/wizard/send-draft.ts';
import { callsAlone } from '../../worker-calls.ts';
import type { RemoteDecided } from './import/make-remote.ts';
import type { RemoteLayerDescription } from './import/raster-description.ts';
import type { RemoteHandlers } from './import/worker.ts';
import { changeSource } from './sources.ts';

/** The page's content security policy forbids requests to other servers, so each call runs in a separate worker. */
export const remote = callsAlone<RemoteHandlers>(
  () => new Worker(new URL('./import/worker.ts', import.meta.url), { type: 'module', name: 'remote' }),
);

/**
 * Publish a remote file as a service or add it to one, and open its map.
 *
 * @param address the address as typed, with its signature
 * @param target the service that gets the layer, or whose layer gets new data
 * @throws {Fault} or {ServiceFault} if the layer can't be made or sent; the service is unchanged then
 */
export async function publishSource(
  described: RemoteLayerDescription,
  address: string,
  choices: RemoteDecided,
  target?: Target,
): Promise<void> {
  const { key, dropped } = target ? await putInto(target, described, choices) : await publish(described, choices);
  await changeSource(key, { address: described.remote.address, isAllowed: true });
  const isSigned = new URL(address).search !== new URL(described.remote.address).search;
  if (isSigned) await changeSource(key, { address });
  if (!target && described.kind === 'raster' && described.scheme)
    await setUpCache(askJson, key, described.scheme, true);
  await finishPublishing(key, target?.title ?? choices.title, dropped);
}

interface Published {
  readonly key: string;
  readonly dropped: readonly string[];
}

async function publish(described: RemoteLayerDescription, choices: RemoteDecided): Promise<Published> {
  const made = await remote.makeRemote(described, choices);
  return { key: await sendPackage(askJson, made), dropped: [] };
}

async function putInto(target: Target, described: RemoteLayerDescription, choices: RemoteDecided): Promise<Published> {
  const { service, layer } = target;
  const { definition, version } = await readManaged(service);
  const made = await remote.makeRemote(described, choices);
  if (!layer) {
    await sendLayers(askJson, target, version, made);
    return { key: service, dropped: [] };
  }
  const carried = await remote.carryToRemote(made, onlyPart(definition, layer.id) as unknown as ServiceDefinition);
  await sendLayers(askJson, target, version, carried.package);
  return { key: service, dropped: carried.dropped };
}
