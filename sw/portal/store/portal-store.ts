import { Fault } from '../../contract/index.ts';
import type { ServiceDefinition } from '../../service/definition.ts';
import { joinAttachments } from '../../service/edit-attachments.ts';
import { type Catalogue, getFilesVersion, putService } from '../../store/catalogue.ts';
import {
  keysStartingWith,
  type ReadTransaction,
  type StoreKey,
  type StoreValue,
  type WriteTransaction,
} from '../../store/database.ts';
import { type Connection, cachePerContents } from '../../store/open.ts';
import type { DatabaseSchema } from '../../store/schema.ts';
import type { ServiceRecord } from '../../store/store.ts';
import { tileStores } from '../../store/tiles/tile-writing.ts';
import type { ServiceSettingsRecord, TokenRecord, UserRecord } from '../schema/portal-records.ts';
import { type PortalSchema, portalStores } from '../schema/portal-schema.ts';

type PortalStoreName = (typeof portalStores)[number];
export type PortalReading = ReadTransaction<DatabaseSchema, typeof portalStores>;
export type PortalTransaction = WriteTransaction<DatabaseSchema, typeof portalStores>;

const withServices = [...portalStores, 'services', 'versions', 'files', ...tileStores] as const;
/** A transaction that can also write the service catalogue. */
export type ReplicationTransaction = PortalTransaction & WriteTransaction<DatabaseSchema, typeof withServices>;

/** A service to copy between portals. Files are handles, their bytes aren't read. */
interface StoredService {
  readonly record: ServiceRecord;
  readonly files: ReadonlyMap<string, Blob>;
}

/** Record of a token, with its account. */
export interface StoredAccount {
  readonly record: TokenRecord;
  readonly user: UserRecord | undefined;
}

/** Stored data for admitting a request: its accounts and its service. */
interface StoredAdmission {
  /** One account for each token, in order; undefined for an unknown token. */
  readonly accounts: readonly (StoredAccount | undefined)[];
  readonly service?: ServiceRecord | undefined;
  readonly settings?: ServiceSettingsRecord | undefined;
}

/** Records of the portal. A task can await only requests of its transaction. */
export interface PortalStore {
  get<Name extends PortalStoreName>(
    name: Name,
    key: StoreKey<PortalSchema, Name>,
  ): Promise<StoreValue<PortalSchema, Name> | undefined>;
  /** Return all records in ascending key order, or only the records whose list key starts with `prefix`. */
  all<Name extends PortalStoreName>(name: Name, prefix?: readonly string[]): Promise<StoreValue<PortalSchema, Name>[]>;
  /** Read several records in one snapshot. */
  read<T>(task: (transaction: PortalReading) => Promise<T>): Promise<T>;
  /**
   * Read the accounts and the service of a request in one snapshot.
   *
   * Every request needs them, and a transaction takes about as long as a small request. The result is therefore cached
   * until one of its stores changes.
   *
   * @param key of the service; undefined when the request names none
   */
  admission(tokenIds: readonly string[], key?: string): Promise<StoredAdmission>;
  /**
   * Write in one strict transaction, completely or not at all. It spans all stores, so that writers wait for each
   * other.
   */
  write<T>(task: (transaction: PortalTransaction) => Promise<T>): Promise<T>;
  /** Write like `write`, with the service catalogue in the transaction. */
  replicate<T>(task: (transaction: ReplicationTransaction) => Promise<T>): Promise<T>;
  /**
   * Return the latest version of a service with its files; undefined if it doesn't exist. The attachments of each table
   * are merged into one file.
   */
  storedService(key: string): Promise<StoredService | undefined>;
}

/** Make the fault of a missing record. The message is the same for records hidden from the caller. */
export const missingFault = (what: string, id: string): Fault =>
  new Fault('not-found', `${what} "${id.slice(0, 80)}" not found, or you can't access it.`);

/** Names of records in messages, by store. */
const nouns = {
  users: 'User',
  groups: 'Group',
  items: 'Item',
  resources: 'Resource',
  collaborations: 'Collaboration',
  participants: 'Participant',
  workspaces: 'Workspace',
} as const satisfies Partial<Record<PortalStoreName, string>>;

/**
 * Read a record that a path or a parameter names.
 *
 * @throws {Fault} `not-found` when it doesn't exist
 */
export async function rowIn<Name extends keyof typeof nouns>(
  transaction: PortalReading | PortalTransaction,
  name: Name,
  key: StoreKey<PortalSchema, Name> & (string | readonly string[]),
): Promise<StoreValue<PortalSchema, Name>> {
  const row = await (transaction as PortalReading).objectStore(name).get(key as never);
  if (!row) throw missingFault(nouns[name], typeof key === 'string' ? key : key.at(-1)!);
  return row as StoreValue<PortalSchema, Name>;
}

/** Maximum number of cached pairs of caller and service. */
const maxRememberedAccounts = 100;

/** Create the portal's part of the storage. */
export function createPortalStore(connection: Connection, catalogue: Catalogue): PortalStore {
  const readAdmission = async (
    transaction: ReadTransaction<DatabaseSchema>,
    tokenIds: readonly string[],
    key: string | undefined,
  ): Promise<StoredAdmission> => {
    const findStoredAccount = async (tokenId: string): Promise<StoredAccount | undefined> => {
      const record = await transaction.objectStore('tokens').get(tokenId);
      if (!record) return undefined;
      const user = await transaction.objectStore('users').get([record.portalId, record.username]);
      return { record, user };
    };
    const [service, settings, ...accounts] = await Promise.all([
      key === undefined ? undefined : catalogue.serviceIn(transaction, key),
      key === undefined ? undefined : transaction.objectStore('serviceSettings').get(key),
      ...tokenIds.map(findStoredAccount),
    ]);
    return { service, settings, accounts };
  };
  const remembered = cachePerContents(
    connection,
    () => new Map<string, { changes: string; admission: StoredAdmission }>(),
  );
  return {
    get: (name, key) => connection.run((database) => database.get(name, key as never)) as never,
    all: (name, prefix) =>
      connection.run((database) =>
        database.getAll(name, prefix ? (keysStartingWith(prefix) as never) : undefined),
      ) as never,
    read: (task) => connection.run((database) => database.read(portalStores, task)),
    async admission(tokenIds, key) {
      const stores = [
        ...(tokenIds.length > 0 ? (['tokens', 'users'] as const) : []),
        ...(key === undefined ? [] : (['services', 'serviceSettings'] as const)),
      ];
      const caller = JSON.stringify([key, ...tokenIds]);
      return connection.run(async (database) => {
        const memory = remembered();
        // Read the changes first, so that the data is at least as new.
        const changes = await database.changes(stores);
        // No records to read. The query has still noticed writes of other processes.
        if (stores.length === 0) return { accounts: [] };
        const last = memory.get(caller);
        if (last?.changes === changes) return last.admission;
        const admission = await database.read(stores, (transaction) => readAdmission(transaction, tokenIds, key));
        if (memory.size >= maxRememberedAccounts) memory.clear();
        memory.set(caller, { changes, admission });
        return admission;
      });
    },
    write: (task) => connection.run((database) => database.write(portalStores, 'strict', task)),
    replicate: (task) =>
      connection.run((database) =>
        database.write(withServices, 'strict', (transaction) => task(transaction as ReplicationTransaction)),
      ),
    storedService: (key) =>
      connection.run((database) =>
        database.read(['services', 'files'], async (transaction) => {
          const record = await transaction.objectStore('services').get(key);
          if (!record) return undefined;
          const version = getFilesVersion(record);
          const range = keysStartingWith([key, version]);
          const store = transaction.objectStore('files');
          const [keys, blobs] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
          const files = new Map(keys.map(([, , name], index) => [name, blobs[index]!]));
          const joined = joinAttachments(record.definition, files);
          return { record: { ...record, definition: joined.definition }, files: joined.files };
        }),
      ),
  };
}

/** Write a version of a service within a transaction. Its key is derived from the definition. */
export async function replicateService(
  transaction: ReplicationTransaction,
  definition: ServiceDefinition,
  files: ReadonlyMap<string, Blob>,
  bytes: number,
  publishedAt: number,
): Promise<ServiceRecord> {
  const requests: Promise<unknown>[] = [];
  const record = await putService(transaction, requests, { definition, files, bytes, publishedAt });
  await Promise.all(requests);
  return record;
}
