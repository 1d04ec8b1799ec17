import {
  type Check,
  type Checked,
  isAnyOf,
  isBoolean,
  isInteger,
  isListOf,
  isMatch,
  isNotBelow,
  isNumber,
  isRecordOf,
  isShape,
  isString,
  refuse,
} from '../../service/checks/check.ts';

/**
 * Records of the portal. Each is a check for records of a backup, and its type is derived from the check.
 *
 * All times are epoch milliseconds, -1 means never. All IDs are 32 lower-case hex digits.
 */

const isBlob: Check<Blob> = (value, path) => {
  if (!(value instanceof Blob)) refuse(path, 'a file', value);
};
const isAnything: Check = () => undefined;
const isCount = isInteger(0);
const isBase64 = isMatch(/^[A-Za-z0-9+/]{0,200}={0,2}$/, 'base64');
const isWebAddress = isMatch(/^https?:\/\/[^/]/i, 'an http or https URL');
const dated = { created: isNumber, modified: isNumber };
const isAccess = isAnyOf('public', 'private');

/** Maximum iterations for a password in a backup. More would slow down every sign-in. */
const maxPasswordIterations = 5_000_000;

const portals = isShape({
  id: isString,
  name: isString,
  description: isString,
  ...dated,
  /** Folder of this portal's services in the catalogue; empty for the root. */
  folder: isString,
  /** True for the portal that `self` means for anonymous callers. */
  isDefault: isBoolean,
  /** True while pages of this origin are signed in without a password. */
  pageSignIn: isBoolean,
  webhookSettings: isShape({
    notificationAttempts: isInteger(0, 5),
    notificationTimeOutInSeconds: isNotBelow(0),
    /** Pause between two attempts. */
    notificationElapsedTimeInSeconds: isNotBelow(0),
  }),
});
export type PortalRecord = Checked<typeof portals>;

/** PBKDF2 with SHA-256. Salt and hash are base64. */
const password = isShape({ salt: isBase64, hash: isBase64, iterations: isInteger(1, maxPasswordIterations) });
export type PasswordRecord = Checked<typeof password>;

const users = isShape({
  portalId: isString,
  username: isMatch(/^[\w.@-]{1,128}$/, 'a user name'),
  fullName: isString,
  email: isString,
  role: isAnyOf('member', 'publisher', 'administrator'),
  disabled: isBoolean,
  password,
  ...dated,
});
export type UserRecord = Checked<typeof users>;
export type Role = UserRecord['role'];

/**
 * Only the hash of a token is stored, so that a copy of the database can't be used to sign in. Backups contain no
 * tokens.
 */
export interface TokenRecord {
  /** SHA-256 of the token, in hex. */
  readonly id: string;
  readonly portalId: string;
  readonly username: string;
  readonly created: number;
  readonly expires: number;
  /** Only requests with this `Referer` can use the token; absent for any. */
  readonly referer?: string | undefined;
}

const groups = isShape({
  portalId: isString,
  id: isString,
  title: isString,
  description: isString,
  owner: isString,
  ...dated,
});
export type GroupRecord = Checked<typeof groups>;

/** Origin of a replicated item. */
const origin = isShape({
  /** The portal where the item was created, even if other portals passed it on. */
  portalId: isString,
  /** The portal that sent the item to the receiving portal. */
  viaPortalId: isString,
  workspaceId: isString,
  /** State of the copied source. If it differs from the source, the source has changed. */
  fingerprint: isString,
  /** True if only a reference to the source was copied. */
  byReference: isBoolean,
});
export type ItemOrigin = Checked<typeof origin>;

const items = isShape({
  portalId: isString,
  id: isString,
  type: isAnyOf('Map Service', 'File'),
  title: isString,
  description: isString,
  tags: isListOf(isString),
  owner: isString,
  ...dated,
  /** Increases with every change of the item, its data and its resources. */
  revision: isCount,
  groups: isListOf(isString),
  /** URL of the service or of a reference's source; empty for a file. */
  url: isMatch(/^$|^https?:\/\/[^/]/i, 'an http or https URL, or nothing'),
  /** Key of the service in the catalogue, for a map service of this server. */
  'serviceKey?': isString,
  'origin?': origin,
});
export type ItemRecord = Checked<typeof items>;

/** Files of an item: its data has an empty name, its resources have their own names. */
const itemFiles = isShape({
  portalId: isString,
  itemId: isString,
  name: isString,
  fileName: isString,
  type: isString,
  blob: isBlob,
  created: isNumber,
});
export type ItemFileRecord = Checked<typeof itemFiles>;

const resources = isShape({
  portalId: isString,
  key: isString,
  owner: isString,
  access: isString,
  type: isString,
  created: isNumber,
  blob: isBlob,
});

/** Settings of a map service. A service without a record has no owner yet and is public. */
const serviceSettings = isShape({ key: isString, portalId: isString, itemId: isString, access: isAccess });
export type ServiceSettingsRecord = Checked<typeof serviceSettings>;

const collaborations = isShape({
  id: isString,
  name: isString,
  description: isString,
  collaborationHostPortalId: isString,
  ownerUsername: isString,
  ...dated,
});
export type CollaborationRecord = Checked<typeof collaborations>;

const participants = isShape({
  collaborationId: isString,
  portalId: isString,
  name: isString,
  collaborationRole: isAnyOf('Host', 'Guest'),
  status: isAnyOf('active'),
  /** True for a participant that can start synchronizations. */
  canRunAgent: isBoolean,
  /** Policy for received items that the sender no longer shares. */
  itemDeletePolicy: isAnyOf('remove', 'retain'),
  ...dated,
});
export type ParticipantRecord = Checked<typeof participants>;

const groupLink = isShape({
  portalId: isString,
  /** Empty until the portal has linked a group. */
  portalGroupId: isString,
  accessMode: isAnyOf('send', 'receive', 'sendAndReceive'),
  canSyncWorkspace: isBoolean,
  config: isShape({
    enableRealtimeSync: isBoolean,
    copyFeatureServiceData: isBoolean,
    enableFeatureServiceBidirectionalSync: isBoolean,
  }),
});
export type GroupLink = Checked<typeof groupLink>;

const workspaces = isShape({
  id: isString,
  collaborationId: isString,
  name: isString,
  description: isString,
  config: isShape({
    maxItemSizeInMB: isNotBelow(0),
    maxReplicationPackageSizeInMB: isNotBelow(0),
    copyByRefIfCopyFail: isBoolean,
    bidirectionalSyncCapable: isBoolean,
  }),
  ...dated,
  lastSyncSuccess: isNumber,
  participantGroupLinks: isListOf(groupLink),
});
export type WorkspaceRecord = Checked<typeof workspaces>;

const schedules = isShape({
  workspaceId: isString,
  portalId: isString,
  startTime: isNumber,
  intervalHours: isNotBelow(0),
  /** -1 for unlimited. */
  repeatCount: isInteger(-1),
  runs: isCount,
  nextRun: isNumber,
});

const syncStatus = isAnyOf('submitted', 'in_progress', 'completed', 'completed_with_failures', 'failed');
export type SyncStatus = Checked<typeof syncStatus>;

/** Result of one item in a synchronization. */
const syncResult = isShape({
  peerPortalId: isString,
  direction: isAnyOf('send', 'receive'),
  itemId: isString,
  title: isString,
  action: isAnyOf('add', 'update', 'remove'),
  outcome: isAnyOf('succeeded', 'failed'),
  byReference: isBoolean,
  /** Reason why it failed or was only copied by reference; otherwise empty. */
  reason: isString,
});
export type SyncResult = Checked<typeof syncResult>;

const syncTask = isShape({
  id: isString,
  peerPortalId: isString,
  name: isString,
  status: syncStatus,
  startTime: isNumber,
  endTime: isNumber,
  summary: isString,
  /** Number of items to process. */
  planned: isCount,
});
export type SyncTask = Checked<typeof syncTask>;

const syncJobs = isShape({
  id: isString,
  /** Opaque key in the response. */
  key: isString,
  workspaceId: isString,
  collaborationId: isString,
  /** The participant that started the job. */
  portalId: isString,
  username: isString,
  execType: isAnyOf('manual', 'scheduled', 'realtime'),
  /** Key of the request that started the job. A repeated request gets the same job. */
  requestKey: isString,
  status: syncStatus,
  startTime: isNumber,
  endTime: isNumber,
  modified: isNumber,
  summary: isString,
  /** Number of starts, more than one if a worker was stopped. */
  attempts: isCount,
  tasks: isListOf(syncTask),
  results: isListOf(syncResult),
});
export type SyncJobRecord = Checked<typeof syncJobs>;

/**
 * The claim of the worker that is synchronizing a workspace. After the lease expires, another worker can take over.
 * Backups contain no
 * leases.
 */
export interface LeaseRecord {
  readonly workspaceId: string;
  readonly jobId: string;
  readonly ownerId: string;
  readonly heartbeat: number;
  readonly expires: number;
}

const webhooks = isShape({
  id: isString,
  portalId: isString,
  name: isString,
  payloadUrl: isWebAddress,
  secret: isString,
  isActive: isBoolean,
  deactivationPolicy: isShape({ numberOfFailures: isNotBelow(0), daysInPast: isNotBelow(0) }),
  properties: isAnything,
  events: isListOf(isString),
  ownerId: isString,
  ...dated,
  /** Times of deliveries that failed permanently, since the last activation. */
  failures: isListOf(isNumber),
});
export type WebhookRecord = Checked<typeof webhooks>;

/** An event, as in a payload. */
const event = isShape({
  username: isString,
  userId: isString,
  when: isNumber,
  operation: isString,
  source: isString,
  id: isString,
  properties: isRecordOf(isAnything),
});
export type PortalEvent = Checked<typeof event>;

/** A delivery attempt. The HTTP status is 0 if there was no response. */
const attempt = isShape({ when: isNumber, status: isCount, response: isString });
export type DeliveryAttempt = Checked<typeof attempt>;

const deliveries = isShape({
  id: isString,
  portalId: isString,
  webhookId: isString,
  state: isAnyOf('queued', 'delivered', 'failed', 'dropped'),
  event,
  created: isNumber,
  /** Time of the next attempt, or the end of the claim on the current attempt. Absent when finished. */
  'due?': isNumber,
  payload: isString,
  attempts: isListOf(attempt),
});
export type DeliveryRecord = Checked<typeof deliveries>;

export interface InboxRecord {
  readonly id: string;
  readonly name: string;
  readonly received: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answered: number;
}

/** Response to a request that changed something, for repeated requests. */
export interface AnswerRecord {
  readonly key: string;
  readonly at: number;
  readonly reply: Readonly<Record<string, unknown>>;
}

/** Checks for the records of the portal's stores in a backup. Other stores aren't in backups. */
export const portalRowChecks = {
  portals,
  users,
  groups,
  items,
  itemFiles,
  resources,
  serviceSettings,
  collaborations,
  participants,
  workspaces,
  schedules,
  syncJobs,
  webhooks,
  deliveries,
};

/** Records of the stores that a backup can contain, by store name. */
export type ArchivedRecords = { readonly [N in keyof typeof portalRowChecks]: Checked<(typeof portalRowChecks)[N]> };

/** Return a record without signing secrets, because a backup can be shared. */
export function withoutSecrets(store: string, row: unknown): unknown {
  return store === 'webhooks' ? { ...(row as WebhookRecord), secret: '' } : row;
}

/**
 * Convert a record of a backup to a record for this browser.
 *
 * Sign-in settings keep their current values. An existing webhook keeps its secret. A new webhook sends nothing until
 * the user activates it.
 */
export function portalRowHere(
  store: string,
  row: unknown,
  stored: { readonly portals: readonly PortalRecord[]; readonly webhooks: readonly WebhookRecord[] },
): unknown {
  if (store === 'portals') {
    const pageSignIn = stored.portals.find(({ isDefault }) => isDefault)?.pageSignIn ?? true;
    return { ...(row as PortalRecord), pageSignIn };
  }
  if (store !== 'webhooks') return row;
  const { id, payloadUrl } = row as WebhookRecord;
  const webhook = stored.webhooks.find((hook) => hook.id === id && hook.payloadUrl === payloadUrl);
  return { ...(row as WebhookRecord), secret: webhook?.secret ?? '', isActive: webhook?.isActive ?? false };
}
