import { addPortalStores, type PortalSchema } from '../portal/schema/portal-schema.ts';
import type { MapRecord } from '../service/map-record.ts';
import type { Database as DatabaseOf, SchemaEditor, StoreNames, WriteTransaction } from './database.ts';
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
export type Database = DatabaseOf<DatabaseSchema>;

/**
 * The changes of each database version, ascending. Only ever append. All steps run in one transaction, so an
 * interrupted upgrade simply runs again.
 */
const steps: readonly ((
  editor: SchemaEditor,
  transaction: WriteTransaction<DatabaseSchema>,
) => void | Promise<void>)[] = [
  (editor) => {
    editor.createObjectStore('services', { keyPath: 'key' }).createIndex('revision', ['key', 'version']);
    editor.createObjectStore('versions');
    editor.createObjectStore('files');
    editor.createObjectStore('outputs', { keyPath: 'id' }).createIndex('expiresAt', 'expiresAt');
    editor.createObjectStore('settings');
  },
  // The stores of the portal are part of the database.
  addPortalStores,
  addTileStores,
  (editor) => {
    editor.createObjectStore('maps', { keyPath: 'id' });
  },
  (editor) => {
    const blocks = editor.createObjectStore('blocks', { keyPath: ['address', 'version', 'block'] });
    blocks.createIndex('age', ['address', 'usedAt']);
  },
  // Allow the origins of all remote files in use, because the user published them before permissions existed.
  async (_, transaction) => {
    const origins = new Set<string>();
    for (const { definition } of await transaction.objectStore('services').getAll()) {
      const { tables, rasters = {} } = definition;
      for (const { remote } of [...Object.values(tables), ...Object.values(rasters)])
        if (remote && /^https?:/.test(remote.address)) origins.add(new URL(remote.address).origin);
    }
    await transaction.objectStore('settings').put([...origins], allowedSources);
  },
];

/** Name of the setting with the origins that remote files may be read from. */
export const allowedSources = 'allowed-sources';

export const schemaVersion = steps.length;
export type StoreName = StoreNames<DatabaseSchema>;

/** Upgrade a database of version `oldVersion` (0 = new) to the newest. */
export async function upgrade(
  editor: SchemaEditor,
  oldVersion: number,
  transaction: WriteTransaction<DatabaseSchema>,
): Promise<void> {
  for (const step of steps.slice(oldVersion)) {
    const moved = step(editor, transaction);
    if (moved) await moved;
  }
}
