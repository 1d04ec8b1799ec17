import { Fault } from '../../contract/index.ts';
import type { AccessMode, GroupLink, WorkspaceRecord } from '../../store/portal-records.ts';
import { linkOf, type PortalHandler } from '../call.ts';
import { changeServices } from '../change.ts';
import { newLink } from '../first-run.ts';
import { askParticipant, readAnswer } from '../sync/remote-peer.ts';
import { dropWorkspace } from './drop-workspace.ts';

export const participantConfig: PortalHandler<'participantConfig'> = async ({ context, scope, path }) => {
  const rows = await context.store.portal.read((transaction) =>
    transaction.objectStore('workspaces').index('collaboration').getAll(path.collaborationId),
  );
  const workspaces = rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    config: row.config,
    created: row.created,
    // Which group a portal has linked is its own affair.
    links: row.participantGroupLinks.map(({ portalId, accessMode, canSyncWorkspace }) => ({
      portalId,
      accessMode,
      canSyncWorkspace,
    })),
  }));
  const { name, description } = scope.collaboration!;
  return { name, description, workspaces };
};

export const refreshConfig: PortalHandler<'refreshConfig'> = async (call) => {
  const { context, scope, path } = call;
  const host = scope.participants.find((one) => one.collaborationRole === 'Host');
  // A host on this server shares its rows with us.
  if (!host?.url) return { success: true };
  const asking = { portalId: scope.portal.id, workspace: { id: '', collaborationId: path.collaborationId } };
  const answer = await readAnswer(host, await askParticipant(context, host, asking, 'participantConfig?f=json'));
  const told = Array.isArray(answer.workspaces) ? answer.workspaces.map(readWorkspace) : [];
  return changeServices(call, async (transaction) => {
    const workspaces = transaction.objectStore('workspaces');
    const known = await workspaces.index('collaboration').getAll(path.collaborationId);
    for (const row of known) {
      if (told.some((one) => one.id === row.id)) continue;
      await dropWorkspace(context, transaction, row, 'The host has deleted the workspace.');
    }
    for (const one of told) {
      const before = known.find((row) => row.id === one.id);
      const kept = before && linkOf(before, scope.portal.id);
      const participantGroupLinks = one.participantGroupLinks.map((link) =>
        kept && link.portalId === kept.portalId
          ? { ...link, portalGroupId: kept.portalGroupId, config: kept.config }
          : link,
      );
      await workspaces.put({
        ...one,
        collaborationId: path.collaborationId,
        modified: context.now(),
        lastSyncSuccess: before?.lastSyncSuccess ?? -1,
        participantGroupLinks,
      });
    }
    return { success: true, workspaces: told.length };
  });
};

/** Trusts the host for what it decides, and not for the form it says it in. */
function readWorkspace(value: unknown): Omit<WorkspaceRecord, 'collaborationId' | 'modified' | 'lastSyncSuccess'> {
  const row = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const config = (typeof row.config === 'object' && row.config !== null ? row.config : {}) as Record<string, unknown>;
  if (typeof row.id !== 'string' || !/^[\w-]{1,64}$/.test(row.id) || !Array.isArray(row.links)) {
    throw new Fault('conflict', 'The host answered something that is no list of workspaces.');
  }
  return {
    id: row.id,
    name: String(row.name).slice(0, 100),
    description: String(row.description ?? '').slice(0, 250),
    created: Number(row.created) || 0,
    config: {
      maxItemSizeInMB: Number(config.maxItemSizeInMB) || 512,
      maxReplicationPackageSizeInMB: Number(config.maxReplicationPackageSizeInMB) || 1024,
      copyByRefIfCopyFail: config.copyByRefIfCopyFail !== false,
      bidirectionalSyncCapable: false,
    },
    participantGroupLinks: row.links.map(readLink),
  };
}

const accessModes: readonly AccessMode[] = ['send', 'receive', 'sendAndReceive'];

function readLink(value: unknown): GroupLink {
  const link = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const accessMode = accessModes.find((mode) => mode === link.accessMode) ?? 'receive';
  return { ...newLink(String(link.portalId), link.canSyncWorkspace === true), accessMode };
}
