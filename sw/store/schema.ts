import type { IDBPDatabase, StoreNames } from 'idb';
import { addPortalStores, type PortalSchema } from '../portal/schema/portal-schema.ts';
import type { MapRecord } from '../service/map-record.ts';
import type { OutputFile, ServiceRecord } from './store.ts';
import { addTileStores, type TileSchema } from './tile-schema.ts';

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

type BlockKey = [address: string, version: string, block: number];
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
 * What each version of the database adds, ascending. Only ever append: a step creates stores and indexes and moves no
 * data, so that one that was interrupted can simply run again.
 */
const steps: readonly ((database: Database) => void)[] = [
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
];

export const schemaVersion = steps.length;
export type StoreName = StoreNames<DatabaseSchema>;

/** Bring a database of version `oldVersion` (0 = new) to the newest. */
export function upgrade(database: Database, oldVersion: number): void {
  for (const step of steps.slice(oldVersion)) step(database);
}
