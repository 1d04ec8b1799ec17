import { deleteDB } from 'idb';
import type { FetchElsewhere } from '../extensions/remote/fetch-range.ts';
import { createBatchCache } from '../rows/batch-cache.ts';
import { createArchive } from './archive.ts';
import { createAttachments } from './attachments.ts';
import { type Catalogue, createCatalogue, type EstimateSpace } from './catalogue.ts';
import { editFiles } from './edit-files.ts';
import { createLayers } from './layers.ts';
import { createMaps } from './maps.ts';
import { type Connection, connect } from './open.ts';
import { createOutputs } from './outputs.ts';
import { createSettings } from './settings.ts';
import type { RemoteFiles, Store } from './store.ts';
import { createTileStore } from './tiles/tiles.ts';

export interface StoreOptions {
  readonly databaseName: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** 32 lower-case hex digits. */
  readonly newId: () => string;
  /** `navigator.storage.estimate`, to say how much is missing when the storage is full. */
  readonly estimate?: EstimateSpace;
  /** Lets other requests have their turn between pieces of long work; without it they wait. */
  readonly yieldNow?: () => Promise<void>;
  /** Fetches from other servers, for tables whose rows are there. */
  readonly fetchElsewhere?: FetchElsewhere;
  /** Limit of the memory of tables; default 192 MiB. */
  readonly cacheBytes?: number;
}

/**
 * Make the storage. The database is opened by the first call that needs it, and a call that finds it broken fails
 * alone: the next tries anew.
 *
 * @param more makes further parts of the storage over the same connection
 */
export async function openStoreWith<Parts extends object>(
  options: StoreOptions,
  more: (connection: Connection, catalogue: Catalogue) => Parts,
): Promise<Store & Parts> {
  const { databaseName, now, newId, estimate, yieldNow, cacheBytes } = options;
  const fetchElsewhere = options.fetchElsewhere ?? (() => Promise.reject(new TypeError('There is no network.')));
  const connection = connect(databaseName);
  const catalogue = createCatalogue(connection, now, estimate);
  const settings = createSettings(connection);
  let remote: Promise<RemoteFiles> | undefined;
  const remoteFiles = (): Promise<RemoteFiles> => {
    // Earlier versions kept handles of files on this computer there.
    if (!remote) deleteDB(`${databaseName}:files`).catch(() => undefined);
    remote ??= import('../extensions/remote/store/remote-files.ts').then(({ createRemoteFiles }) =>
      createRemoteFiles(connection, now, settings, fetchElsewhere, () => layers.dropOpened(), estimate),
    );
    return remote;
  };
  const layers = createLayers(connection, createBatchCache(cacheBytes), remoteFiles);
  return {
    ...catalogue,
    ...layers,
    ...createAttachments(connection, { ...catalogue, ...layers }, now),
    editFiles: (before, edit) => editFiles(connection, before, now(), edit),
    ...createOutputs(connection, now, newId),
    ...settings,
    remoteFiles,
    ...more(connection, catalogue),
    maps: createMaps(connection),
    tiles: createTileStore(connection, now, estimate, yieldNow),
    archive: createArchive(connection),
    contents: () => connection.contents(),
    close: () => connection.close(),
  };
}
