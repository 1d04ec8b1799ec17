import { type Context, inBackground } from '../context.ts';
import { generatePassword, hashPassword } from './password.ts';
import type {
  CollaborationRecord,
  GroupRecord,
  ItemRecord,
  ParticipantRecord,
  PortalRecord,
  UserRecord,
  WorkspaceRecord,
} from './schema/portal-records.ts';
import { adoptServices } from './services.ts';

/** Setting that stores the first password until the user has seen it. */
export const firstPasswordSetting = 'portal-first-password';
export const firstUsername = 'admin';

/** Preparations in progress or done, by the contents of the store. */
const prepared = new WeakMap<object, Promise<void>>();

/**
 * Create the portals of a browser that has none, and an item for every service without an owner.
 *
 * The portals are a host that owns the services, a guest, and a collaboration between them with one workspace, so that
 * there is something to synchronize.
 */
export function preparePortals(context: Context): Promise<void> {
  const contents = context.store.contents();
  let preparing = prepared.get(contents);
  if (!preparing) {
    preparing = prepare(context).catch((error: unknown) => {
      prepared.delete(contents);
      throw error;
    });
    prepared.set(contents, preparing);
  }
  return preparing;
}

async function prepare(context: Context): Promise<void> {
  if ((await context.store.portal.all('portals')).length === 0) await makePortals(context);
  await adoptServices(context);
  // If the browser was offline at the first visit, the demo services are still missing. The next request checks again.
  if (!(await context.store.setting('demo-published'))) prepared.delete(context.store.contents());
  // Resumes work that the previous worker left unfinished.
  inBackground(context, resume(context));
}

async function resume(context: Context): Promise<void> {
  if ((await context.store.portal.all('leases')).length === 0) return;
  const { resumeInterrupted } = await import('./sync/start-sync.ts');
  await resumeInterrupted(context);
}

async function makePortals(context: Context): Promise<void> {
  const firstPassword = generatePassword();
  // Slow work must finish before the transaction.
  const [hostPassword, guestPassword] = await Promise.all([
    hashPassword(firstPassword, context.passwordIterations),
    hashPassword(firstPassword, context.passwordIterations),
  ]);
  const created = context.now();
  const dated = { created, modified: created };
  const host = portal(context, 'Head office', 'Publishes the maps of this server.', '', true);
  const guest = portal(context, 'Branch office', 'Receives what the head office shares.', 'Branch', false);
  const admin = (portalId: string, password: UserRecord['password']): UserRecord => ({
    portalId,
    username: firstUsername,
    fullName: 'Administrator',
    email: '',
    role: 'administrator',
    disabled: false,
    password,
    ...dated,
  });
  const group = (portalId: string, title: string, description: string): GroupRecord => ({
    portalId,
    id: context.newId(),
    title,
    description,
    owner: firstUsername,
    ...dated,
  });
  const hostGroup = group(host.id, 'Shared maps', 'What the head office sends to the branch office.');
  const guestGroup = group(guest.id, 'Maps of the head office', 'What arrives, and what the branch office sends back.');
  const note: ItemRecord = {
    portalId: guest.id,
    id: context.newId(),
    type: 'File',
    title: 'Notes of the branch office',
    description: 'A text that the next synchronisation brings to the head office.',
    tags: ['notes'],
    owner: firstUsername,
    revision: 1,
    groups: [guestGroup.id],
    url: '',
    ...dated,
  };
  const collaboration: CollaborationRecord = {
    id: context.newId(),
    name: 'Head and branch office',
    description: 'Shares maps between the two portals of this server.',
    collaborationHostPortalId: host.id,
    ownerUsername: firstUsername,
    ...dated,
  };
  const participant = (of: PortalRecord, role: ParticipantRecord['collaborationRole']): ParticipantRecord => ({
    collaborationId: collaboration.id,
    portalId: of.id,
    name: of.name,
    collaborationRole: role,
    status: 'active',
    canRunAgent: role === 'Guest',
    itemDeletePolicy: 'remove',
    ...dated,
  });
  const link = (of: GroupRecord, canSyncWorkspace: boolean) => ({
    ...newLink(of.portalId, canSyncWorkspace),
    portalGroupId: of.id,
  });
  const workspace: WorkspaceRecord = {
    ...newWorkspace(context, collaboration.id, 'Maps'),
    description: 'Map services and notes.',
    participantGroupLinks: [link(hostGroup, false), link(guestGroup, true)],
  };
  const noteFile = new Blob(['Received: nothing yet. Press "Sync" in the portal console.\n'], { type: 'text/plain' });
  await context.store.portal.write(async (transaction) => {
    // Another worker or page may have created the portals first.
    if ((await transaction.objectStore('portals').count()) > 0) return;
    await Promise.all([
      transaction.objectStore('portals').put(host),
      transaction.objectStore('portals').put(guest),
      transaction.objectStore('users').put(admin(host.id, hostPassword)),
      transaction.objectStore('users').put(admin(guest.id, guestPassword)),
      transaction.objectStore('groups').put(hostGroup),
      transaction.objectStore('groups').put(guestGroup),
      transaction.objectStore('items').put(note),
      transaction.objectStore('itemFiles').put({
        portalId: guest.id,
        itemId: note.id,
        name: '',
        fileName: 'notes.txt',
        type: 'text/plain',
        blob: noteFile,
        created,
      }),
      transaction.objectStore('collaborations').put(collaboration),
      transaction.objectStore('participants').put(participant(host, 'Host')),
      transaction.objectStore('participants').put(participant(guest, 'Guest')),
      transaction.objectStore('workspaces').put(workspace),
    ]);
  });
  const isOurs = (await context.store.portal.get('portals', host.id)) !== undefined;
  // Written last. If the setting is missing after an interruption, the page can still change the password.
  if (isOurs) await context.store.setSetting(firstPasswordSetting, firstPassword);
}

function portal(context: Context, name: string, description: string, folder: string, isDefault: boolean): PortalRecord {
  const created = context.now();
  return {
    id: context.newId(),
    name,
    description,
    created,
    modified: created,
    folder,
    isDefault,
    pageSignIn: true,
    webhookSettings: {
      notificationAttempts: 3,
      notificationTimeOutInSeconds: 10,
      notificationElapsedTimeInSeconds: 5,
    },
  };
}

/** Create a workspace without participants. */
export function newWorkspace(context: Context, collaborationId: string, name: string): WorkspaceRecord {
  const created = context.now();
  return {
    id: context.newId(),
    collaborationId,
    name,
    description: '',
    config: {
      maxItemSizeInMB: 512,
      maxReplicationPackageSizeInMB: 1024,
      copyByRefIfCopyFail: true,
      bidirectionalSyncCapable: false,
    },
    created,
    modified: created,
    lastSyncSuccess: -1,
    participantGroupLinks: [],
  };
}

/** Create a link without a group. It sends and receives nothing until the portal sets the group. */
export const newLink = (
  portalId: string,
  canSyncWorkspace: boolean,
): WorkspaceRecord['participantGroupLinks'][number] => ({
  portalId,
  portalGroupId: '',
  accessMode: 'sendAndReceive',
  canSyncWorkspace,
  config: { enableRealtimeSync: false, copyFeatureServiceData: true, enableFeatureServiceBidirectionalSync: false },
});
