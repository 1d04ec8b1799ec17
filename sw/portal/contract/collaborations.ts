import { defineRows, paging } from './rows.ts';

const workspacePath = 'portals/{portalId}/collaborations/{collaborationId}/workspaces/{workspaceId}';
const access = {
  kind: 'string',
  doc: 'what the participant may do in the workspace',
  choices: ['send', 'receive', 'sendAndReceive'],
} as const;
const linkSettings = {
  copyFeatureServiceData: { kind: 'boolean', doc: 'copy map services with their data, or only refer to them' },
  copyByRefIfCopyFail: { kind: 'boolean', doc: 'refer to an item that is too large to copy' },
} as const;
const named = {
  name: { kind: 'string', doc: 'at most 100 characters', maximumLength: 100 },
  description: { kind: 'text', doc: 'at most 250 characters', maximumLength: 250, clears: true },
} as const;
const config = {
  maxItemSizeInMB: { kind: 'integer', doc: 'larger items are not copied', minimum: 1, maximum: 4096 },
  copyByRefIfCopyFail: { kind: 'boolean', doc: 'refer to an item that is too large to copy' },
} as const;

export const collaborationOperations = defineRows('collaborations', {
  collaborations: {
    doc: 'List the collaborations of a portal.',
    path: 'portals/{portalId}/collaborations',
    effect: 'read',
    allow: 'administrator',
    parameters: paging(25),
    list: { member: 'collaborations', id: 'id' },
  },
  createCollaboration: {
    doc: 'Make a collaboration of which this portal is the host.',
    path: 'portals/{portalId}/collaborations/createCollaboration',
    effect: 'write',
    allow: 'administrator',
    parameters: { ...named, name: { ...named.name, required: true } },
  },
  collaboration: {
    doc: 'Describe a collaboration.',
    path: 'portals/{portalId}/collaborations/{collaborationId}',
    effect: 'read',
    allow: 'participant',
  },
  updateCollaboration: {
    doc: 'Change name or description of a collaboration; what is left out stays.',
    path: 'portals/{portalId}/collaborations/{collaborationId}/updateInfo',
    effect: 'write',
    allow: 'host',
    parameters: named,
  },
  deleteCollaboration: {
    doc: 'Delete a collaboration with its workspaces. Received items stay or go as each participant has decided.',
    path: 'portals/{portalId}/collaborations/{collaborationId}/delete',
    effect: 'write',
    allow: 'host',
  },
  addParticipant: {
    doc: 'Let another portal of this server take part. It sends and receives nothing until it has linked a group.',
    path: 'portals/{portalId}/collaborations/{collaborationId}/addParticipant',
    effect: 'write',
    allow: 'host',
    parameters: {
      guestPortalId: { kind: 'string', doc: 'id of the portal', required: true, maximumLength: 64 },
      canRunAgent: { kind: 'boolean', doc: 'whether the guest may start synchronisations', default: true },
    },
  },
  updateItemDeletePolicy: {
    doc: 'Decide what happens in this portal to received items that are no longer shared.',
    path: 'portals/{portalId}/collaborations/{collaborationId}/updateItemDeletePolicy',
    effect: 'write',
    allow: 'participant',
    parameters: {
      policy: {
        kind: 'string',
        doc: 'remove them, or retain them as own',
        choices: ['remove', 'retain'],
        required: true,
      },
    },
  },
  removeParticipant: {
    doc: 'End the participation of a guest; its group links go, its items follow its policy.',
    path: 'portals/{portalId}/collaborations/{collaborationId}/participants/{participantId}/remove',
    effect: 'write',
    allow: 'host',
  },
  workspaces: {
    doc: 'List the workspaces of a collaboration.',
    path: 'portals/{portalId}/collaborations/{collaborationId}/workspaces',
    effect: 'read',
    allow: 'participant',
    parameters: paging(25),
    list: { member: 'workspaces', id: 'id' },
  },
  addWorkspace: {
    doc: 'Make a workspace; every participant gets a link that it fills with a group of its own.',
    path: 'portals/{portalId}/collaborations/{collaborationId}/workspaces/addWorkspace',
    effect: 'write',
    allow: 'host',
    parameters: {
      ...named,
      name: { ...named.name, required: true },
      portalGroupId: { kind: 'string', doc: 'group of the host', maximumLength: 64 },
      accessMode: { ...access, doc: 'what the host does in the workspace', default: 'sendAndReceive' },
      ...config,
    },
  },
  workspace: {
    doc: 'Describe a workspace.',
    path: workspacePath,
    effect: 'read',
    allow: 'participant',
  },
  updateWorkspace: {
    doc: 'Change name, description or limits of a workspace; what is left out stays.',
    path: `${workspacePath}/updateInfo`,
    effect: 'write',
    allow: 'host',
    parameters: { ...named, ...config },
  },
  updateAccessMode: {
    doc: 'Set what a participant may do in a workspace, and whether it may start synchronisations.',
    path: `${workspacePath}/updateAccessMode`,
    effect: 'write',
    allow: 'host',
    parameters: {
      participantId: { kind: 'string', doc: 'id of its portal', required: true, maximumLength: 64 },
      accessMode: access,
      canSyncWorkspace: { kind: 'boolean', doc: 'whether it may start synchronisations' },
    },
  },
  updatePortalGroupLink: {
    doc: 'Link a group of this portal with the workspace, or change how the link works; what is left out stays.',
    path: `${workspacePath}/updatePortalGroupLink`,
    effect: 'write',
    allow: 'participant',
    parameters: { portalGroupId: { kind: 'string', doc: 'id of the group', maximumLength: 64 }, ...linkSettings },
  },
  removePortalGroupLink: {
    doc: 'Take the group of this portal out of the workspace. Nothing is sent or received until another is linked.',
    path: `${workspacePath}/removePortalGroupLink`,
    effect: 'write',
    allow: 'participant',
  },
  deleteWorkspace: {
    doc: 'Delete a workspace: replication to and from all participants stops at once, a running synchronisation included.',
    path: `${workspacePath}/delete`,
    effect: 'write',
    allow: 'host',
  },
  syncWorkspace: {
    doc: 'Synchronise the workspace now. One synchronisation of a workspace runs at a time.',
    path: `${workspacePath}/sync`,
    effect: 'write',
    allow: 'initiator',
    parameters: {
      async: { kind: 'boolean', doc: 'answer at once with the job; otherwise when it has ended', default: false },
    },
  },
  syncStatus: {
    doc: 'List the synchronisations of a workspace, the newest first.',
    path: `${workspacePath}/syncStatus`,
    effect: 'read',
    allow: 'participant',
    parameters: paging(25),
    list: { member: 'status', id: 'syncId' },
  },
  syncStatusDetail: {
    doc: 'Describe a synchronisation: its tasks and what became of each item.',
    path: `${workspacePath}/syncStatus/{syncId}`,
    effect: 'read',
    allow: 'participant',
  },
  schedule: {
    doc: 'Tell when this portal synchronises the workspace by itself.',
    path: `${workspacePath}/schedule`,
    effect: 'read',
    allow: 'participant',
  },
  updateSchedule: {
    doc: 'Synchronise the workspace by itself; in a browser, while the app is open.',
    path: `${workspacePath}/schedule/update`,
    effect: 'write',
    allow: 'initiator',
    parameters: {
      startTime: { kind: 'integer', doc: 'first time, epoch milliseconds; absent: now', minimum: 0 },
      interval: { kind: 'integer', doc: 'hours', default: 24, minimum: 1, maximum: 8760 },
      repeatCount: { kind: 'integer', doc: 'how often; -1 for ever', default: -1, minimum: -1 },
    },
  },
  deleteSchedule: {
    doc: 'Synchronise no longer by itself.',
    path: `${workspacePath}/schedule/delete`,
    effect: 'write',
    allow: 'initiator',
  },
});
