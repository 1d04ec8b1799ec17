import type { PortalOperationName } from '../../sw/portal/contract/index.ts';

/** The answers of the portal that this page shows, as far as it shows them. Times are epoch milliseconds, -1 never. */

export type Role = 'member' | 'publisher' | 'administrator';
export type AccessMode = 'send' | 'receive' | 'sendAndReceive';

export interface Portal {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isDefault: boolean;
  /** For members only, as is `user`. */
  readonly pageSignIn?: boolean;
  readonly user?: { readonly username: string; readonly role: Role };
}

export interface User {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly role: Role;
  readonly disabled: boolean;
  readonly created: number;
}

export interface Token {
  readonly id: string;
  readonly username: string;
  readonly created: number;
  readonly expires: number;
}

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly owner: string;
}

export interface Item {
  readonly id: string;
  readonly type: 'Map Service' | 'File';
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly owner: string;
  readonly modified: number;
  readonly groups: readonly string[];
  readonly url: string;
  readonly serviceKey?: string;
  readonly origin?: { readonly portalId: string; readonly workspaceId: string; readonly byReference: boolean };
}

interface ItemWithData extends Item {
  readonly fileName?: string;
  readonly contentType?: string;
  readonly size?: number;
  readonly resources: readonly string[];
}

interface Service {
  readonly name: string;
  readonly url: string;
  readonly itemId: string;
  readonly access: 'public' | 'private';
}

export interface Participant {
  readonly id: string;
  readonly portalInfo: { readonly name: string };
  readonly collaborationRole: 'Host' | 'Guest';
  readonly config: { readonly canRunAgent: boolean; readonly itemDeletePolicy: 'remove' | 'retain' };
}

export interface Collaboration {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly collaborationHostPortalId: string;
}

export interface CollaborationWithParticipants extends Collaboration {
  readonly participants: readonly Participant[];
}

export interface Link {
  readonly portalId: string;
  /** For the portal itself only. */
  readonly portalGroupId?: string;
  readonly portalGroupName?: string;
  readonly accessMode: AccessMode;
  readonly canSyncWorkspace: boolean;
  readonly config: { readonly enableRealtimeSync: boolean; readonly copyFeatureServiceData: boolean };
}

export interface Workspace {
  readonly id: string;
  readonly collaborationId: string;
  readonly name: string;
  readonly description: string;
  readonly config: { readonly maxItemSizeInMB: number; readonly copyByRefIfCopyFail: boolean };
  readonly lastSyncSuccess: number;
  readonly participantGroupLinks: readonly Link[];
}

type SyncStatus = 'submitted' | 'in_progress' | 'completed' | 'completed_with_failures' | 'failed';

export interface Sync {
  readonly syncId: string;
  readonly syncExecType: 'manual' | 'scheduled' | 'realtime';
  readonly startTime: number;
  readonly endTime: number;
  readonly status: SyncStatus;
  readonly summary: string;
  readonly plannedCount: number;
  readonly succeededCount: number;
  readonly failedCount: number;
}

interface SyncItem {
  readonly peerPortalId: string;
  readonly direction: 'send' | 'receive';
  readonly itemId: string;
  readonly title: string;
  readonly action: 'add' | 'update' | 'remove';
  readonly outcome: 'succeeded' | 'failed';
  readonly byReference: boolean;
  readonly reason: string;
}

interface SyncDetail extends Sync {
  readonly username: string;
  readonly attempts: number;
  readonly items: readonly SyncItem[];
}

interface Schedule {
  readonly isScheduled: boolean;
  readonly interval?: number;
  readonly repeatCount?: number;
  readonly runs?: number;
  readonly nextRun?: number;
}

export interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly payloadUrl: string;
  /** Empty, or asterisks. */
  readonly secret: string;
  readonly isActive: boolean;
  readonly config: {
    readonly deactivationPolicy: { readonly numberOfFailures: number; readonly daysInPast: number };
  };
  readonly events: readonly string[];
  readonly numberOfFailures: number;
}

interface WebhookSettings {
  readonly notificationAttempts: number;
  readonly notificationTimeOutInSeconds: number;
  readonly notificationElapsedTimeInSeconds: number;
}

export interface Delivery {
  readonly id: string;
  readonly status: 'queued' | 'delivered' | 'failed' | 'dropped';
  readonly triggerTime: number;
  readonly nextAttempt: number;
  readonly event: { readonly source: string; readonly operation: string; readonly id: string };
  readonly payload: string;
  /** -1 before the first attempt, 0 when nobody answered. */
  readonly responseCode: number;
  readonly response: string;
  readonly attempts: readonly { readonly when: number; readonly status: number; readonly response: string }[];
}

export interface Resource {
  readonly key: string;
  readonly owner: string;
  readonly contentType: string;
  readonly size: number;
  readonly created: number;
}

interface Page {
  readonly total: number;
  readonly nextStart: number;
}

interface Answers {
  portals: { readonly portals: readonly Portal[] };
  portal: Portal;
  generatePortalToken: { readonly token: string; readonly expires: number };
  tokens: { readonly tokens: readonly Token[] };
  users: { readonly users: readonly User[] };
  runDue: { readonly resumed: number; readonly scheduled: number };
  groups: { readonly groups: readonly Group[] };
  items: Page & { readonly items: readonly Item[] };
  item: ItemWithData;
  services: { readonly services: readonly Service[] };
  collaborations: Page & { readonly collaborations: readonly Collaboration[] };
  collaboration: CollaborationWithParticipants;
  workspaces: Page & { readonly workspaces: readonly Workspace[] };
  workspace: Workspace;
  syncWorkspace: {
    readonly jobId: string;
    readonly success: boolean;
    /** How a job ended that was waited for and did not succeed in everything. */
    readonly status?: Sync['status'];
  };
  syncStatus: Page & { readonly status: readonly Sync[] };
  syncStatusDetail: SyncDetail;
  schedule: Schedule;
  webhooks: Page & { readonly webhooks: readonly Webhook[] };
  webhookSettings: WebhookSettings;
  notificationStatus: Page & { readonly WebhookStatus: readonly Delivery[] };
  resources: Page & { readonly resources: readonly Resource[] };
}

/** The answer of an operation; most writes only say that they succeeded. */
export type AnswerOf<O extends PortalOperationName> = O extends keyof Answers
  ? Answers[O]
  : { readonly success: boolean };
