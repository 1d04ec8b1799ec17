import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import { addPortalStores, type PortalSchema } from '../portal/schema/portal-schema.ts';
import type { MapRecord } from '../service/map-record.ts';
import type { OutputFile, ServiceRecord } from './store.ts';
import { addTileStores, type TileSchema } from './tiles/tile-schema.ts';

/** The object stores of the database. */
export interface DatabaseSchema extends PortalSchema, TileSchema {
  services: {
    key: string;
    value: ServiceRecord;
    /** [key, version]: shows whether a version is still the newest, without reading the record. */
    indexes: { revision: [string, number] };
  };
  /** The last version of each service. It outlives the service, so that a version never refers to two contents. */
  versions: { key: string; value: number };
  files: { key: FileKey; value: Blob };
  outputs: { key: string; value: OutputFile; indexes: { expiresAt: number } };
  settings: { key: string; value: unknown };
  maps: { key: string; value: MapRecord };
  /** Blocks of remote files, stored while there is space. */
  blocks: { key: BlockKey; value: BlockRecord; indexes: { age: [string, number] } };
}

export type BlockKey = [address: string, version: string, block: number];
interface BlockRecord {
  readonly address: string;
  readonly version: string;
  readonly block: number;
  readonly bytes: ArrayBuffer;
  /** Epoch milliseconds; reading a block updates it occasionally. */
  readonly usedAt: number;
}
export type FileKey = [service: string, version: number, name: string];
export type Database = IDBPDatabase<DatabaseSchema>;

/**
 * The changes of each database version, ascending. Only ever append. All steps run in one transaction, so an
 * interrupted upgrade simply runs again.
 */
const steps: readonly ((database: Database, transaction: Upgrade) => void | Promise<void>)[] = [
  (database) => {
    database.createObjectStore('services', { keyPath: 'key' }).createIndex('revision', ['key', 'version']);
    database.createObjectStore('versions');
    database.createObjectStore('files');
    database.createObjectStore('outputs', { keyPath: 'id' }).createIndex('expiresAt', 'expiresAt');
    database.createObjectStore('settings');
  },
  // The stores of the portal are part of the database.
  (database) => addPortalStores(database as unknown as IDBPDatabase<PortalSchema>),
  (database) => addTileStores(database as unknown as IDBPDatabase<TileSchema>),
  (database) => {
    database.createObjectStore('maps', { keyPath: 'id' });
  },
  (database) => {
    const blocks = database.createObjectStore('blocks', { keyPath: ['address', 'version', 'block'] });
    blocks.createIndex('age', ['address', 'usedAt']);
  },
  // Allow the origins of all remote files in use, because the user published them before permissions existed.
  async (_, transaction) => {
    const origins = new Set<string>();
    for await (const { value } of transaction.objectStore('services').iterate()) {
      const { tables, rasters = {} } = value.definition;
      for (const { remote } of [...Object.values(tables), ...Object.values(rasters)])
        if (remote && /^https?:/.test(remote.address)) origins.add(new URL(remote.address).origin);
    }
    await transaction.objectStore('settings').put([...origins], allowedSources);
  },
];

type Upgrade = IDBPTransaction<DatabaseSchema, StoreName[], 'versionchange'>;
/** Name of the setting with the origins that remote files may be read from. */
export const allowedSources = 'allowed-sources';

export const schemaVersion = steps.length;
export type StoreName = StoreNames<DatabaseSchema>;

/** Upgrade a database of version `oldVersion` (0 = new) to the newest. */
export async function upgrade(database: Database, oldVersion: number, transaction: Upgrade): Promise<void> {
  for (const step of steps.slice(oldVersion)) {
    const moved = step(database, transaction);
    if (moved) await moved;
  }
}
