import type { ServiceSummary } from '../../sw/service/service-summary.ts';
import { formatError } from '../connection/call.ts';
import { type Access, fetchPackage, publishPackage, readAccess, removeService } from '../connection/catalogue.ts';
import { text } from '../text/text.ts';
import { refreshStorage } from './host.ts';
import { notifyOtherTabs } from './other-tabs.ts';
import { openNeighbour, openService, refreshServices, services } from './services.ts';
import { showToast } from './toasts.ts';

/**
 * Delete a service and offer to undo it while the message is shown. For that, its package and its access settings,
 * which aren't in the package, are read first.
 *
 * @throws {ServiceFault} if deleting failed; the service is then unchanged
 */
export async function removeWithUndo({ name, title }: Pick<ServiceSummary, 'name' | 'title'>): Promise<void> {
  const before = services.value ?? [];
  const [backup, access] = [await fetchPackage(name), await readAccess(name)];
  await removeService(name);
  notifyOtherTabs();
  await Promise.all([refreshServices(), refreshStorage()]);
  await openNeighbour(name, before);
  showToast({
    message: text.services.removed(title),
    actions: [{ label: text.undo, onSelect: () => void bringBack(name, title, backup, access) }],
  });
}

async function bringBack(name: string, title: string, backup: Blob, access: Access): Promise<void> {
  try {
    await publishPackage(backup, access);
    notifyOtherTabs();
    await Promise.all([refreshServices(), refreshStorage()]);
    await openService(name);
    showToast({ message: text.services.broughtBack(title) });
  } catch (error) {
    showToast({
      kind: 'error',
      message: text.services.bringBackFailed(title, formatError(error)),
      actions: [{ label: text.retry, onSelect: () => void bringBack(name, title, backup, access) }],
    });
  }
}
