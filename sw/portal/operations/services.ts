import type { PortalHandler } from '../call.ts';
import { change } from '../change.ts';
import { missingFault } from '../scope.ts';
import { serviceUrl } from '../services.ts';

export const services = (async ({ context, scope }) => {
  const rows = await context.store.portal.all('serviceSettings');
  const own = rows.filter((row) => row.portalId === scope.portal.id);
  return {
    services: own.map(({ key, itemId, access }) => ({
      name: key,
      type: 'MapServer',
      url: serviceUrl(context, key),
      itemId,
      access,
    })),
  };
}) satisfies PortalHandler<'services'>;

export const updateServiceAccess = ((call) =>
  change(call, async (transaction, emit) => {
    const { service, access } = call.values;
    const row = await transaction.objectStore('serviceSettings').get(service);
    if (row?.portalId !== call.scope.portal.id) throw missingFault('Service', service);
    await transaction.objectStore('serviceSettings').put({ ...row, access });
    emit({ portalId: row.portalId, source: 'services', operation: 'update', id: service, properties: { access } });
    return { success: true, service, access };
  })) satisfies PortalHandler<'updateServiceAccess'>;
