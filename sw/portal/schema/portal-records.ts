/** The rows of the portal. All times are epoch milliseconds, -1 = never; all ids 32 lower-case hex digits. */

export type Role = 'member' | 'publisher' | 'administrator';
type AccessMode = 'send' | 'receive' | 'sendAndReceive';

export interface PortalRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly created: number;
  readonly modified: number;
  /** Folder in the catalogue of the services this portal owns; empty for the root. */
  readonly folder: string;
  /** True for the one that `self` means for anonymous callers. */
  readonly isDefault: boolean;
  /** True while pages of this origin are signed in without a password. */
  readonly pageSignIn: boolean;
  readonly webhookSettings: WebhookSettings;
}

interface WebhookSettings {
  readonly notificationAttempts: number;
  readonly notificationTimeOutInSeconds: number;
  /** Pause between two attempts. */
  readonly notificationElapsedTimeInSeconds: number;
}

export interface PasswordRecord {
  /** PBKDF2 with SHA-256; both as base64. */
  readonly salt: string;
  readonly hash: string;
  readonly iterations: number;
}

export interface UserRecord {
  readonly portalId: string;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly role: Role;
  readonly disabled: boolean;
  readonly password: PasswordRecord;
  readonly created: number;
  readonly modified: number;
}

/** Only the hash of a token is stored, so that a copy of the database is no way to sign in. */
export interface TokenRecord {
  /** SHA-256 of the token, hexadecimal. */
  readonly id: string;
  readonly portalId: string;
  readonly username: string;
  readonly created: number;
  readonly expires: number;
  /** Only requests with this `Referer` may use it; absent for any. */
  readonly referer?: string;
}

export interface GroupRecord {
  readonly portalId: string;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly owner: string;
  readonly created: number;
  readonly modified: number;
}

/** Where a replicated item comes from. */
export interface ItemOrigin {
  /** The portal the item was made in, however many portals it came through. */
  readonly portalId: string;
  /** The portal that sent it here. */
  readonly viaPortalId: string;
  readonly workspaceId: string;
  /** State of the source that was copied; an unequal one at the source means a change. */
  readonly fingerprint: string;
  /** True when only a reference to the source was copied. */
  readonly byReference: boolean;
}

export interface ItemRecord {
  readonly portalId: string;
  readonly id: string;
  readonly type: 'Map Service' | 'File';
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly owner: string;
  readonly created: number;
  readonly modified: number;
  /** Grows with every change of the item, its data and its resources. */
  readonly revision: number;
  readonly groups: readonly string[];
  /** Address of the service or of the source of a reference; empty for a file. */
  readonly url: string;
  /** Key of the service in the catalogue, for a map service of this server. */
  readonly serviceKey?: string;
  readonly origin?: ItemOrigin;
}

/** Bytes that belong to an item: its data has the empty name, its resources have theirs. */
export interface ItemFileRecord {
  readonly portalId: string;
  readonly itemId: string;
  readonly name: string;
  readonly fileName: string;
  readonly type: string;
  readonly blob: Blob;
  readonly created: number;
}

export interface ResourceRecord {
  readonly portalId: string;
  readonly key: string;
  readonly owner: string;
  readonly access: string;
  readonly type: string;
  readonly created: number;
  readonly blob: Blob;
}

/** Settings of a map service; a service without a row has no owner yet and is public. */
export interface ServiceSettingsRecord {
  readonly key: string;
  readonly portalId: string;
  readonly itemId: string;
  readonly access: 'public' | 'private';
}

export interface CollaborationRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly collaborationHostPortalId: string;
  readonly ownerUsername: string;
  readonly created: number;
  readonly modified: number;
}

export interface ParticipantRecord {
  readonly collaborationId: string;
  readonly portalId: string;
  readonly name: string;
  readonly collaborationRole: 'Host' | 'Guest';
  readonly status: 'active';
  /** True for a participant that may start synchronisations. */
  readonly canRunAgent: boolean;
  /** What happens here to received items that the sender no longer shares. */
  readonly itemDeletePolicy: 'remove' | 'retain';
  readonly created: number;
  readonly modified: number;
}

export interface GroupLink {
  readonly portalId: string;
  /** Empty until the portal has linked a group. */
  readonly portalGroupId: string;
  readonly accessMode: AccessMode;
  readonly canSyncWorkspace: boolean;
  readonly config: {
    readonly enableRealtimeSync: boolean;
    readonly copyFeatureServiceData: boolean;
    readonly enableFeatureServiceBidirectionalSync: boolean;
  };
}

export interface WorkspaceRecord {
  readonly id: string;
  readonly collaborationId: string;
  readonly name: string;
  readonly description: string;
  readonly config: {
    readonly maxItemSizeInMB: number;
    readonly maxReplicationPackageSizeInMB: number;
    readonly copyByRefIfCopyFail: boolean;
    readonly bidirectionalSyncCapable: boolean;
  };
  readonly created: number;
  readonly modified: number;
  readonly lastSyncSuccess: number;
  readonly participantGroupLinks: readonly GroupLink[];
}

export interface ScheduleRecord {
  readonly workspaceId: string;
  readonly portalId: string;
  readonly startTime: number;
  readonly intervalHours: number;
  /** -1 for ever. */
  readonly repeatCount: number;
  readonly runs: number;
  readonly nextRun: number;
}

export type SyncStatus = 'submitted' | 'in_progress' | 'completed' | 'completed_with_failures' | 'failed';

/** What became of one item in a synchronisation. */
export interface SyncResult {
  readonly peerPortalId: string;
  readonly direction: 'send' | 'receive';
  readonly itemId: string;
  readonly title: string;
  readonly action: 'add' | 'update' | 'remove';
  readonly outcome: 'succeeded' | 'failed';
  readonly byReference: boolean;
  /** Why it failed or was only copied by reference; empty otherwise. */
  readonly reason: string;
}

export interface SyncTask {
  readonly id: string;
  readonly peerPortalId: string;
  readonly name: string;
  readonly status: SyncStatus;
  readonly startTime: number;
  readonly endTime: number;
  readonly summary: string;
  /** Items that were to be treated. */
  readonly planned: number;
}

export interface SyncJobRecord {
  readonly id: string;
  /** Opaque text of the answer. */
  readonly key: string;
  readonly workspaceId: string;
  readonly collaborationId: string;
  /** The participant that started it. */
  readonly portalId: string;
  readonly username: string;
  readonly execType: 'manual' | 'scheduled' | 'realtime';
  /** The request it came from: a repeated one gets this job. */
  readonly requestKey: string;
  readonly status: SyncStatus;
  readonly startTime: number;
  readonly endTime: number;
  readonly modified: number;
  readonly summary: string;
  /** How often it was begun; more than once after a worker was stopped. */
  readonly attempts: number;
  readonly tasks: readonly SyncTask[];
  readonly results: readonly SyncResult[];
}

/** Who synchronises a workspace now. Once it has expired, another worker may take over. */
export interface LeaseRecord {
  readonly workspaceId: string;
  readonly jobId: string;
  readonly ownerId: string;
  readonly heartbeat: number;
  readonly expires: number;
}

export interface WebhookRecord {
  readonly id: string;
  readonly portalId: string;
  readonly name: string;
  readonly payloadUrl: string;
  readonly secret: string;
  readonly isActive: boolean;
  readonly deactivationPolicy: { readonly numberOfFailures: number; readonly daysInPast: number };
  readonly properties: unknown;
  readonly events: readonly string[];
  readonly ownerId: string;
  readonly created: number;
  readonly modified: number;
  /** When deliveries failed for good since the last activation. */
  readonly failures: readonly number[];
}

/** An event, as it is in a payload. */
export interface PortalEvent {
  readonly username: string;
  readonly userId: string;
  readonly when: number;
  readonly operation: string;
  readonly source: string;
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface DeliveryAttempt {
  readonly when: number;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly response: string;
}

export interface DeliveryRecord {
  readonly id: string;
  readonly portalId: string;
  readonly webhookId: string;
  readonly state: 'queued' | 'delivered' | 'failed' | 'dropped';
  readonly event: PortalEvent;
  readonly created: number;
  /** Time of the next attempt, or the end of the claim on the current one; absent when finished. */
  readonly due?: number;
  readonly payload: string;
  readonly attempts: readonly DeliveryAttempt[];
}

export interface InboxRecord {
  readonly id: string;
  readonly name: string;
  readonly received: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answered: number;
}

/** The answer to a request that changed something, for the same request when it comes again. */
export interface AnswerRecord {
  readonly key: string;
  readonly at: number;
  readonly reply: Readonly<Record<string, unknown>>;
}
