import type { Context } from '../../context.ts';
import type { ServiceDefinition } from '../../service/definition.ts';
import { dropService } from '../../store/catalogue.ts';
import type { ItemRecord } from '../schema/portal-records.ts';
import { type ReplicationTransaction, replicateService } from '../store/portal-store.ts';
import type { Bundle } from './peer.ts';

const longestName = 64;

/**
 * Write a received service under the folder of its new portal.
 *
 * @param before key it had already, which it keeps
 * @returns its key
 */
export async function copyService(
  context: Context,
  transaction: ReplicationTransaction,
  item: ItemRecord,
  before: string | undefined,
  service: NonNullable<Bundle['service']>,
): Promise<string> {
  const portal = await transaction.objectStore('portals').get(item.portalId);
  const definition = before
    ? renamed(service.definition, before)
    : await freeName(transaction, service.definition, portal?.folder ?? '');
  const record = await replicateService(transaction, definition, service.files, service.bytes, context.now());
  const known = await transaction.objectStore('serviceSettings').get(record.key);
  await transaction.objectStore('serviceSettings').put({
    key: record.key,
    portalId: item.portalId,
    itemId: item.id,
    // What is private where it comes from never becomes public by being copied.
    access: service.access === 'private' ? 'private' : (known?.access ?? 'public'),
  });
  return record.key;
}

/** Remove a service that was placed here, with what the portal says of it. */
export async function dropCopied(transaction: ReplicationTransaction, key: string): Promise<void> {
  await transaction.objectStore('serviceSettings').delete(key);
  await dropService(transaction, key);
}

function renamed(definition: ServiceDefinition, key: string): ServiceDefinition {
  const { folder: _, ...rest } = definition;
  const [folder, name] = key.includes('/') ? (key.split('/') as [string, string]) : [undefined, key];
  return { ...rest, name, ...(folder === undefined ? {} : { folder }) };
}

/** A folder of its source becomes part of the name, since there is one level of folders. */
async function freeName(
  transaction: ReplicationTransaction,
  definition: ServiceDefinition,
  folder: string,
): Promise<ServiceDefinition> {
  const requested = definition.folder === undefined ? definition.name : `${definition.folder}_${definition.name}`;
  for (let copy = 1; ; copy++) {
    const suffix = copy === 1 ? '' : `_${copy}`;
    const name = requested.slice(0, longestName - suffix.length) + suffix;
    const key = folder === '' ? name : `${folder}/${name}`;
    if ((await transaction.objectStore('services').getKey(key)) === undefined) return renamed(definition, key);
  }
}
