import { deleteDB } from 'idb';
import { Fault } from '../contract/index.ts';
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

/** `fetch` of the host. */
export type FetchElsewhere = (address: string, init: RequestInit) => Promise<Response>;

/** What the storage of remote files is made of. */
export interface RemoteParts {
  readonly connection: Connection;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly settings: Pick<Store, 'setting' | 'changeSetting'>;
  readonly fetchElsewhere: FetchElsewhere;
  /** Makes the next request open all tables and rasters anew. */
  readonly closeOpened: () => void;
  readonly estimate?: EstimateSpace;
}

/** How tables and rasters are read that stay on other servers. */
export interface RemoteStore {
  files(parts: RemoteParts): Promise<RemoteFiles>;
  /** Drop what was read of them and is not pinned, for room. @returns blocks that were dropped */
  makeRoom(connection: Connection): Promise<number>;
}

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
  /** Opens such tables; without it they are refused. */
  readonly remote?: RemoteStore;
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
  const { remote } = options;
  const catalogue = createCatalogue(connection, now, estimate, remote && (() => remote.makeRoom(connection)));
  const settings = createSettings(connection);
  let opened: Promise<RemoteFiles> | undefined;
  const remoteFiles = async (): Promise<RemoteFiles> => {
    if (!remote) throw new Fault('not-supported', 'Data on other servers is not supported here.');
    // Earlier versions kept handles of files on this computer there.
    if (!opened) deleteDB(`${databaseName}:files`).catch(() => undefined);
    const closeOpened = () => layers.dropOpened();
    opened ??= remote.files({ connection, now, settings, fetchElsewhere, closeOpened, estimate });
    return opened;
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
