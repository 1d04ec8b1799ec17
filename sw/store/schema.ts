import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import { addPortalStores, type PortalSchema } from '../portal/schema/portal-schema.ts';
import type { MapRecord } from '../service/map-record.ts';
import type { OutputFile, ServiceRecord } from './store.ts';
import { addTileStores, type TileSchema } from './tiles/tile-schema.ts';

/** The stores of the database. */
export interface DatabaseSchema extends PortalSchema, TileSchema {
  services: {
    key: string;
    value: ServiceRecord;
    /** [key, version]: tells without reading the record whether a version is still the newest. */
    indexes: { revision: [string, number] };
  };
  /** The last version a service ever had: it outlives the service, so that a version never means two contents. */
  versions: { key: string; value: number };
  files: { key: FileKey; value: Blob };
  outputs: { key: string; value: OutputFile; indexes: { expiresAt: number } };
  settings: { key: string; value: unknown };
  maps: { key: string; value: MapRecord };
  /** Pieces of files elsewhere, for as long as there is space. */
  blocks: { key: BlockKey; value: BlockRecord; indexes: { age: [string, number] } };
}

export type BlockKey = [address: string, version: string, block: number];
interface BlockRecord {
  readonly address: string;
  readonly version: string;
  readonly block: number;
  readonly bytes: ArrayBuffer;
  /** Epoch milliseconds; now and then made newer by reading. */
  readonly usedAt: number;
}
export type FileKey = [service: string, version: number, name: string];
export type Database = IDBPDatabase<DatabaseSchema>;

/**
 * What each version of the database adds, ascending. Only ever append. All steps are one transaction, so that those that were
 * interrupted simply run again.
 */
const steps: readonly ((database: Database, transaction: Upgrade) => void | Promise<void>)[] = [
  (database) => {
    database.createObjectStore('services', { keyPath: 'key' }).createIndex('revision', ['key', 'version']);
    database.createObjectStore('versions');
    database.createObjectStore('files');
    database.createObjectStore('outputs', { keyPath: 'id' }).createIndex('expiresAt', 'expiresAt');
    database.createObjectStore('settings');
  },
  // The stores of the portal are some of the stores of the database.
  (database) => addPortalStores(database as unknown as IDBPDatabase<PortalSchema>),
  (database) => addTileStores(database as unknown as IDBPDatabase<TileSchema>),
  (database) => {
    database.createObjectStore('maps', { keyPath: 'id' });
  },
  (database) => {
    const blocks = database.createObjectStore('blocks', { keyPath: ['address', 'version', 'block'] });
    blocks.createIndex('age', ['address', 'usedAt']);
  },
  // Until then everything that is read elsewhere was published here.
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
/** Name of the setting with the origins that files elsewhere may be read of. */
export const allowedSources = 'allowed-sources';

export const schemaVersion = steps.length;
export type StoreName = StoreNames<DatabaseSchema>;

/** Bring a database of version `oldVersion` (0 = new) to the newest. */
export async function upgrade(database: Database, oldVersion: number, transaction: Upgrade): Promise<void> {
  for (const step of steps.slice(oldVersion)) {
    const moved = step(database, transaction);
    if (moved) await moved;
  }
}
