import type { Key, KeyPath, SchemaEditor } from '../../store/database.ts';
import type { AnswerRecord, ArchivedRecords, InboxRecord, LeaseRecord, TokenRecord } from './portal-records.ts';

interface Records extends ArchivedRecords {
  readonly tokens: TokenRecord;
  readonly leases: LeaseRecord;
  readonly inbox: InboxRecord;
  readonly answers: AnswerRecord;
}

interface Keys {
  readonly key: KeyPath;
  readonly indexes?: Readonly<Record<string, KeyPath>>;
}

/**
 * Stores of the portal, by the members of their keys.
 *
 * List keys start with the portal or collaboration, so that a prefix finds all its records.
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
  // Finished deliveries have no `due` and aren't in its index.
  deliveries: { key: 'id', indexes: { due: 'due', webhook: ['webhookId', 'created'] } },
  inbox: { key: 'id', indexes: { name: ['name', 'received'] } },
  answers: { key: 'key', indexes: { at: 'at' } },
} as const satisfies Readonly<Record<keyof Records, Keys>>;

type Stores = typeof stores;
/** Value of a key: one member, or a list of members. */
type ValueAt<Row, Path> = Path extends readonly string[]
  ? { -readonly [I in keyof Path]: ValueAt<Row, Path[I]> }
  : Path extends keyof Row
    ? NonNullable<Row[Path]> & Key
    : never;
type IndexesOf<N extends keyof Stores> = Stores[N] extends { indexes: infer Paths }
  ? { [I in keyof Paths & string]: ValueAt<Records[N], Paths[I]> }
  : Record<never, never>;

type PortalStores = {
  [N in keyof Stores]: { key: ValueAt<Records[N], Stores[N]['key']>; value: Records[N]; indexes: IndexesOf<N> };
};
export interface PortalSchema extends PortalStores {}

export const portalStores = Object.keys(stores) as (keyof Stores)[];

/** Create the stores of the portal in a database without them. */
export function addPortalStores(database: SchemaEditor): void {
  for (const [name, { key, indexes = {} }] of Object.entries<Keys>(stores)) {
    const store = database.createObjectStore(name, { keyPath: key });
    for (const [index, path] of Object.entries(indexes)) store.createIndex(index, path);
  }
}
