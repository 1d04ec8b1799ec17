import type { DBSchema, IDBPDatabase } from 'idb';
import type { AnswerRecord, ArchivedRecords, InboxRecord, LeaseRecord, TokenRecord } from './portal-records.ts';

interface Records extends ArchivedRecords {
  readonly tokens: TokenRecord;
  readonly leases: LeaseRecord;
  readonly inbox: InboxRecord;
  readonly answers: AnswerRecord;
}

type KeyPath = string | readonly string[];
interface Keys {
  readonly key: KeyPath;
  readonly indexes?: Readonly<Record<string, KeyPath>>;
}

/**
 * The stores of the portal, by the members of their keys. Keys that are lists begin with the portal or the collaboration, so that a
 * prefix finds all.
 */
const stores = {
  portals: { key: 'id' },
  users: { key: ['portalId', 'username'] },
  tokens: { key: 'id', indexes: { user: ['portalId', 'username'], expires: 'expires' } },
  groups: { key: ['portalId', 'id'] },
  items: { key: ['portalId', 'id'] },
  itemFiles: { key: ['portalId', 'itemId', 'name'] },
  resources: { key: ['portalId', 'key'] },
  serviceSettings: { key: 'key' },
  collaborations: { key: 'id' },
  participants: { key: ['collaborationId', 'portalId'] },
  workspaces: { key: 'id', indexes: { collaboration: 'collaborationId' } },
  schedules: { key: ['workspaceId', 'portalId'] },
  syncJobs: { key: 'id', indexes: { workspace: ['workspaceId', 'startTime'] } },
  leases: { key: 'workspaceId' },
  webhooks: { key: 'id', indexes: { portal: 'portalId' } },
  // Rows without `due` are finished and not in its index.
  deliveries: { key: 'id', indexes: { due: 'due', webhook: ['webhookId', 'created'] } },
  inbox: { key: 'id', indexes: { name: ['name', 'received'] } },
  answers: { key: 'key', indexes: { at: 'at' } },
} as const satisfies Readonly<Record<keyof Records, Keys>>;

type Stores = typeof stores;
/** The value of a key: that of a member, or the list of those of some members. */
type ValueAt<Row, Path> = Path extends readonly string[]
  ? { -readonly [I in keyof Path]: ValueAt<Row, Path[I]> }
  : Path extends keyof Row
    ? NonNullable<Row[Path]> & IDBValidKey
    : never;
type IndexesOf<N extends keyof Stores> = Stores[N] extends { indexes: infer Paths }
  ? { [I in keyof Paths & string]: ValueAt<Records[N], Paths[I]> }
  : Record<never, never>;

type PortalStores = {
  [N in keyof Stores]: { key: ValueAt<Records[N], Stores[N]['key']>; value: Records[N]; indexes: IndexesOf<N> };
};
export interface PortalSchema extends DBSchema, PortalStores {}

export const portalStores = Object.keys(stores) as (keyof Stores)[];

/** Make the stores of the portal in a database that has none. */
export function addPortalStores(database: IDBPDatabase<PortalSchema>): void {
  const bare = database as unknown as IDBPDatabase;
  for (const [name, { key, indexes = {} }] of Object.entries<Keys>(stores)) {
    const store = bare.createObjectStore(name, { keyPath: key as string[] });
    for (const [index, path] of Object.entries(indexes)) store.createIndex(index, path as string[]);
  }
}
