import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import type { ServiceDefinition } from '../service/definition.ts';
import { dropService, makeServiceKey, serviceSize } from '../store/catalogue.ts';
import type { ServiceRecord } from '../store/store.ts';
import { changeAndNotify } from './change.ts';
import { preparePortals } from './first-run.ts';
import type { ServiceSettingsRecord } from './schema/portal-records.ts';
import { adopt, publisher, serviceUrl } from './services.ts';
import { replicateService } from './store/portal-store.ts';

/** Set who can use a service: everyone, or only accounts of its portal. Creates the portals if there are none yet. */
export async function setServiceAccess(
  context: Context,
  service: ServiceRecord,
  access: ServiceSettingsRecord['access'],
): Promise<void> {
  if (access === 'public' && !(await context.store.portal.get('serviceSettings', service.key))) return;
  await preparePortals(context);
  await changeAndNotify(context, publisher, context.store.portal.write, async (transaction, emit) => {
    const rows = transaction.objectStore('serviceSettings');
    if (!(await rows.get(service.key))) await adopt(context, transaction, service, false);
    const row = (await rows.get(service.key)) as ServiceSettingsRecord;
    await rows.put({ ...row, access });
    const { portalId } = row;
    emit({ portalId, source: 'services', operation: 'update', id: service.key, properties: { access } });
  });
}

/**
 * Publish a private service.
 *
 * Its access is written in the same transaction, so that it is never public. A repeated request publishes another
 * version.
 */
export async function publishPrivate(
  context: Context,
  definition: ServiceDefinition,
  files: ReadonlyMap<string, Blob>,
  owner: string,
): Promise<ServiceRecord> {
  await preparePortals(context);
  return context.store.portal.replicate(async (transaction) => {
    const bytes = serviceSize(definition, files);
    const record = await replicateService(transaction, definition, files, bytes, context.now());
    const rows = transaction.objectStore('serviceSettings');
    if (!(await rows.get(record.key))) await adopt(context, transaction, record, false, owner);
    await rows.put({ ...((await rows.get(record.key)) as ServiceSettingsRecord), access: 'private' });
    return record;
  });
}

/**
 * Rename a service or move it to another folder.
 *
 * Its files, access and item move with it in one transaction. Its tiles are deleted.
 *
 * @returns undefined when there is no such service
 * @throws {Fault} `bad-value` when the new name is taken; any fault of `change`; then nothing has changed
 */
export async function moveService(
  context: Context,
  key: string,
  change: (definition: ServiceDefinition) => ServiceDefinition,
): Promise<ServiceRecord | undefined> {
  const stored = await context.store.portal.storedService(key);
  if (!stored) return undefined;
  const definition = change(stored.record.definition);
  const requested = makeServiceKey(definition);
  if (requested === key) return context.store.editDefinition(key, change);
  return context.store.portal.replicate(async (transaction) => {
    const now = await transaction.objectStore('services').get(key);
    if (now?.version !== stored.record.version)
      throw new Fault('bad-value', `Service "${key}" has changed since it was read. Try again.`);
    if ((await transaction.objectStore('services').getKey(requested)) !== undefined)
      throw new Fault('bad-value', `edit.service: service "${requested}" already exists. Choose another name.`);
    const record = await replicateService(transaction, definition, stored.files, stored.record.bytes, context.now());
    await dropService(transaction, key);
    const settings = transaction.objectStore('serviceSettings');
    const row = await settings.get(key);
    if (!row) return record;
    await settings.put({ ...row, key: requested });
    await settings.delete(key);
    const items = transaction.objectStore('items');
    const item = await items.get([row.portalId, row.itemId]);
    if (item) await items.put({ ...item, serviceKey: requested, url: serviceUrl(context, requested) });
    return record;
  });
}
