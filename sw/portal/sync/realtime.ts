import type { Context } from '../../context.ts';
import { toFault } from '../../contract/index.ts';
import { linkOf } from '../call.ts';
import { startSync } from './start-sync.ts';

/**
 * Synchronise at once the workspaces that an item is shared with, where the portal wants that. Nobody waits for it,
 * and it is skipped while another synchronisation runs.
 *
 * @param groupsBefore groups it was shared with before the change
 */
export async function syncSoon(
  context: Context,
  portalId: string,
  itemId: string,
  groupsBefore: readonly string[] = [],
): Promise<void> {
  const { item, workspaces, participants } = await context.store.portal.read(async (transaction) => ({
    item: await transaction.objectStore('items').get([portalId, itemId]),
    workspaces: await transaction.objectStore('workspaces').getAll(),
    participants: await transaction.objectStore('participants').getAll(),
  }));
  const groups = new Set([...(item?.groups ?? []), ...groupsBefore]);
  for (const workspace of workspaces) {
    const link = linkOf(workspace, portalId);
    if (!link?.config.enableRealtimeSync || !groups.has(link.portalGroupId) || link.accessMode === 'receive') continue;
    const starter = participants.find(
      (one) =>
        one.collaborationId === workspace.collaborationId &&
        one.canRunAgent &&
        linkOf(workspace, one.portalId)?.canSyncWorkspace,
    );
    if (!starter) continue;
    const request = { portalId: starter.portalId, workspaceId: workspace.id, username: 'realtime', key: undefined };
    // The change is made whether or not it can be sent on at once; the next synchronisation sends it.
    await startSync(context, { ...request, execType: 'realtime' }, true).catch(toFault);
  }
}
