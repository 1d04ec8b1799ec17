import { Fault } from '../../contract/index.ts';
import type { PortalHandler } from '../call.ts';
import { change } from '../change.ts';
import { fileResponse } from '../file-response.ts';
import { missingFault } from '../scope.ts';
import { uploadOf } from '../upload.ts';
import { fileOf, ownItem, touched } from './items.ts';
import { checkKey } from './resources.ts';

export const itemResource = (async ({ context, scope, path }) => {
  const file = await context.store.portal.get('itemFiles', [scope.portal.id, path.itemId, path.resource]);
  if (!file) throw missingFault('Resource', path.resource);
  return fileResponse(file.blob, file.type, file.name);
}) satisfies PortalHandler<'itemResource'>;

export const addItemResource = (async (call) => {
  const upload = uploadOf(call.values);
  if (!upload) throw new Fault('missing-element', "'file' or 'text' must be specified.");
  const name = checkKey('fileName', call.values.fileName ?? upload.fileName);
  return change(call, async (transaction, emit) => {
    const row = await ownItem(transaction, call.scope.portal.id, call.path.itemId);
    const changed = touched(row, call.context.now());
    await transaction.objectStore('items').put(changed);
    await transaction.objectStore('itemFiles').put(fileOf(row, name, upload, changed.modified));
    emit({ portalId: row.portalId, source: 'items', operation: 'update', id: row.id, properties: { resource: name } });
    return { success: true, itemId: row.id, resource: name };
  });
}) satisfies PortalHandler<'addItemResource'>;

export const removeItemResource = ((call) =>
  change(call, async (transaction, emit) => {
    const row = await ownItem(transaction, call.scope.portal.id, call.path.itemId);
    const name = call.values.resource;
    const key: [string, string, string] = [row.portalId, row.id, name];
    // One that is gone counts as removed, since a request may arrive twice.
    if ((await transaction.objectStore('itemFiles').getKey(key)) === undefined)
      return { success: true, itemId: row.id, resource: name };
    await transaction.objectStore('itemFiles').delete(key);
    await transaction.objectStore('items').put(touched(row, call.context.now()));
    emit({ portalId: row.portalId, source: 'items', operation: 'update', id: row.id, properties: { resource: name } });
    return { success: true, itemId: row.id, resource: name };
  })) satisfies PortalHandler<'removeItemResource'>;
