import type { DBSchema, IDBPDatabase } from 'idb';
import type {
  AnswerRecord,
  CollaborationRecord,
  DeliveryRecord,
  GroupRecord,
  InboxRecord,
  ItemFileRecord,
  ItemRecord,
  LeaseRecord,
  ParticipantRecord,
  PortalRecord,
  ResourceRecord,
  ScheduleRecord,
  ServiceSettingsRecord,
  SyncJobRecord,
  TokenRecord,
  UserRecord,
  WebhookRecord,
  WorkspaceRecord,
} from './portal-records.ts';

/** The stores of the portal. Keys that are lists begin with the portal or the collaboration, so that a prefix finds all. */
export interface PortalSchema extends DBSchema {
  portals: { key: string; value: PortalRecord };
  users: { key: [portalId: string, username: string]; value: UserRecord };
  tokens: { key: string; value: TokenRecord; indexes: { user: [string, string]; expires: number } };
  groups: { key: [portalId: string, id: string]; value: GroupRecord };
  items: { key: [portalId: string, id: string]; value: ItemRecord };
  itemFiles: { key: [portalId: string, itemId: string, name: string]; value: ItemFileRecord };
  resources: { key: [portalId: string, key: string]; value: ResourceRecord };
  serviceSettings: { key: string; value: ServiceSettingsRecord };
  collaborations: { key: string; value: CollaborationRecord };
  participants: { key: [collaborationId: string, portalId: string]; value: ParticipantRecord };
  workspaces: { key: string; value: WorkspaceRecord; indexes: { collaboration: string } };
  schedules: { key: [workspaceId: string, portalId: string]; value: ScheduleRecord };
  syncJobs: { key: string; value: SyncJobRecord; indexes: { workspace: [string, number] } };
  leases: { key: string; value: LeaseRecord };
  webhooks: { key: string; value: WebhookRecord; indexes: { portal: string } };
  deliveries: { key: string; value: DeliveryRecord; indexes: { due: number; webhook: [string, number] } };
  inbox: { key: string; value: InboxRecord; indexes: { name: [string, number] } };
  answers: { key: string; value: AnswerRecord; indexes: { at: number } };
}

export const portalStores = [
  'portals',
  'users',
  'tokens',
  'groups',
  'items',
  'itemFiles',
  'resources',
  'serviceSettings',
  'collaborations',
  'participants',
  'workspaces',
  'schedules',
  'syncJobs',
  'leases',
  'webhooks',
  'deliveries',
  'inbox',
  'answers',
] as const satisfies readonly (keyof PortalSchema)[];

export function addPortalStores(database: IDBPDatabase<PortalSchema>): void {
  database.createObjectStore('portals', { keyPath: 'id' });
  database.createObjectStore('users', { keyPath: ['portalId', 'username'] });
  const tokens = database.createObjectStore('tokens', { keyPath: 'id' });
  tokens.createIndex('user', ['portalId', 'username']);
  tokens.createIndex('expires', 'expires');
  database.createObjectStore('groups', { keyPath: ['portalId', 'id'] });
  database.createObjectStore('items', { keyPath: ['portalId', 'id'] });
  database.createObjectStore('itemFiles', { keyPath: ['portalId', 'itemId', 'name'] });
  database.createObjectStore('resources', { keyPath: ['portalId', 'key'] });
  database.createObjectStore('serviceSettings', { keyPath: 'key' });
  database.createObjectStore('collaborations', { keyPath: 'id' });
  database.createObjectStore('participants', { keyPath: ['collaborationId', 'portalId'] });
  database.createObjectStore('workspaces', { keyPath: 'id' }).createIndex('collaboration', 'collaborationId');
  database.createObjectStore('schedules', { keyPath: ['workspaceId', 'portalId'] });
  database.createObjectStore('syncJobs', { keyPath: 'id' }).createIndex('workspace', ['workspaceId', 'startTime']);
  database.createObjectStore('leases', { keyPath: 'workspaceId' });
  database.createObjectStore('webhooks', { keyPath: 'id' }).createIndex('portal', 'portalId');
  const deliveries = database.createObjectStore('deliveries', { keyPath: 'id' });
  // Rows without `due` are finished and not in this index.
  deliveries.createIndex('due', 'due');
  deliveries.createIndex('webhook', ['webhookId', 'created']);
  database.createObjectStore('inbox', { keyPath: 'id' }).createIndex('name', ['name', 'received']);
  database.createObjectStore('answers', { keyPath: 'key' }).createIndex('at', 'at');
}
