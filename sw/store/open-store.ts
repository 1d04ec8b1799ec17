import { Fault, unsupported } from '../contract/index.ts';
import { type BatchCache, createBatchCache } from '../rows/batch-cache.ts';
import type { Table } from '../rows/table.ts';
import {
  type AttachmentChange,
  checkAttachment,
  freeFileName,
  withAttachment,
  withoutAttachment,
} from '../service/edit-attachments.ts';
import { createArchive } from './archive.ts';
import {
  areEqual,
  type Catalogue,
  createCatalogue,
  type EstimateSpace,
  getFilesVersion,
  putDefinition,
} from './catalogue.ts';
import type { OpenDatabase } from './database.ts';
import { createLayers } from './layers.ts';
import type { MapStore } from './map-store.ts';
import { type Connection, connect } from './open.ts';
import type { FilesEdit, OutputFile, RemoteFiles, ServiceRecord, Store } from './store.ts';
import { createTileStore } from './tiles/tiles.ts';

/** The host's `fetch`. */
export type FetchRemote = (address: string, init: RequestInit) => Promise<Response>;

/** Dependencies of the storage of remote files. */
export interface RemoteParts {
  readonly connection: Connection;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly settings: Pick<Store, 'setting' | 'changeSetting'>;
  readonly fetchRemote: FetchRemote;
  /** Makes the next request reopen all tables and rasters. */
  readonly closeOpened: () => void;
  readonly estimate?: EstimateSpace;
}

/** Reads tables and rasters that stay on other servers. */
export interface RemoteStore {
  files(parts: RemoteParts): Promise<RemoteFiles>;
  /** Drop unpinned remote blocks to free space. @returns the number of dropped blocks */
  makeRoom(connection: Connection): Promise<number>;
}

export interface StoreOptions {
  /** Opens the database of the host. */
  readonly openDatabase: OpenDatabase;
  readonly databaseName: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** 32 lowercase hex digits. */
  readonly newId: () => string;
  /** `navigator.storage.estimate`, to report the missing bytes if the storage is full. */
  readonly estimate?: EstimateSpace;
  /** Yields to other requests between pieces of long work; if absent, they wait. */
  readonly yieldNow?: () => Promise<void>;
  /** Fetches from other servers, for tables with remote rows. */
  readonly fetchRemote?: FetchRemote;
  /** Opens tables and rasters with remote data; if absent, they are refused. */
  readonly remote?: RemoteStore;
  /** Cache of tables; a new one by default. */
  readonly cache?: BatchCache;
}

/**
 * Create the storage. The first call that needs the database opens it. If that fails, only this call fails, and the
 * next call tries again.
 *
 * @param more creates further parts of the storage on the same connection
 */
export async function openStoreWith<Parts extends object>(
  options: StoreOptions,
  more: (connection: Connection, catalogue: Catalogue) => Parts,
): Promise<Store & Parts> {
  const { databaseName, now, newId, estimate, yieldNow, cache = createBatchCache() } = options;
  const fetchRemote = options.fetchRemote ?? (() => Promise.reject(new TypeError('No network is available.')));
  const connection = connect(options.openDatabase, databaseName);
  const { remote } = options;
  const catalogue = createCatalogue(connection, now, estimate, remote && (() => remote.makeRoom(connection)));
  const settings = createSettings(connection);
  let opened: Promise<RemoteFiles> | undefined;
  const remoteFiles = async (): Promise<RemoteFiles> => {
    if (!remote) throw unsupported('Remote data', 'this server has no remote extension');
    const closeOpened = () => layers.dropOpened();
    opened ??= remote.files({ connection, now, settings, fetchRemote, closeOpened, estimate });
    return opened;
  };
  const layers = createLayers(connection, cache, remoteFiles);
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

function createMaps(connection: Connection): MapStore {
  return {
    all: () => connection.run((database) => database.getAll('maps')),
    get: (id) => connection.run((database) => database.get('maps', id)),
    change: (id, change) =>
      connection.run((database) =>
        database.write(['maps'], 'strict', async (transaction) => {
          const maps = transaction.objectStore('maps');
          const before = await maps.get(id);
          const after = change(before);
          if (after && after !== before) await maps.put(after);
          if (before && !after) await maps.delete(id);
          return after;
        }),
      ),
  };
}

/** Return the functions for settings, which are small values by name. */
export function createSettings(connection: Connection): Pick<Store, 'setting' | 'setSetting' | 'changeSetting'> {
  return {
    setting: (key) => connection.run((database) => database.get('settings', key)),
    async setSetting(key, value) {
      await connection.run((database) =>
        database.write(['settings'], 'strict', (transaction) => transaction.objectStore('settings').put(value, key)),
      );
    },
    changeSetting: (key, change) =>
      connection.run(async (database) => {
        let changed: unknown;
        await database.write(['settings'], 'strict', async (transaction) => {
          const settings = transaction.objectStore('settings');
          changed = change((await settings.get(key)) as never);
          await settings.put(changed, key);
        });
        return changed as never;
      }),
  };
}

const storedForMs = 10 * 60 * 1000;

/** Files that clients fetch by URL. They expire after ten minutes; storing the next file deletes the expired files. */
function createOutputs(
  connection: Connection,
  now: () => number,
  newId: () => string,
): Pick<Store, 'putOutput' | 'output'> {
  return {
    async putOutput(blob, type) {
      const file: OutputFile = { id: newId(), blob, type, expiresAt: now() + storedForMs };
      await connection.run((database) =>
        database.write(['outputs'], 'relaxed', async (transaction, requests) => {
          const outputs = transaction.objectStore('outputs');
          const expired = await outputs.index('expiresAt').getAllKeys({ upper: now() });
          for (const id of expired) requests.push(outputs.delete(id));
          requests.push(outputs.put(file));
        }),
      );
      return file;
    },
    async output(id) {
      const file = await connection.run((database) => database.get('outputs', id));
      return file && file.expiresAt > now() ? file : undefined;
    },
  };
}

/**
 * Attachments of published services. Each change is a new version of the definition, in one transaction with its file.
 */
function createAttachments(
  connection: Connection,
  { service, table: openTable }: Pick<Store, 'service' | 'table'>,
  now: () => number,
): Pick<Store, 'addAttachment' | 'removeAttachment'> {
  /**
   * Plan a change of the stored version, and plan it again if another change was faster. `plan` returns undefined if
   * nothing needs to change.
   */
  const edit = async (
    key: string,
    name: string,
    plan: (before: ServiceRecord, table: Table, file: string) => Promise<AttachmentChange | undefined>,
  ): Promise<ServiceRecord | undefined> => {
    for (;;) {
      const before = await service(key);
      if (!before) return undefined;
      const file = freeFileName(before.definition, before.version + 1);
      const change = await plan(before, await openTable(before, name), file);
      if (!change) return before;
      const after = await commit(connection, before, name, change, now());
      if (after) return after;
    }
  };
  return {
    addAttachment: (key, name, attachment, content) =>
      edit(key, name, async (_, table, file) => {
        const { id, parentId } = attachment;
        checkAttachment(attachment, content.size);
        const { attachments } = table.manifest;
        const existing = attachments?.entries.find((entry) => entry.id === id);
        if (existing) {
          const isSame =
            existing.parentId === parentId &&
            existing.name === attachment.name &&
            existing.contentType === attachment.contentType &&
            existing.range[1] === content.size &&
            areEqual(
              new Uint8Array(await table.fileBytes(existing.file ?? attachments!.file!, existing.range)),
              new Uint8Array(await content.arrayBuffer()),
            );
          if (isSame) return undefined;
          throw new Fault(
            'conflict',
            `Service "${key}", table "${name}": another attachment has ID ${id}. Use another ID.`,
            { id },
          );
        }
        if ((await table.rowOfId(parentId)) < 0)
          throw new Fault('unknown-id', `Service "${key}", table "${name}": row ${parentId} not found.`);
        return withAttachment(table.manifest, attachment, content, file);
      }),
    removeAttachment: (key, name, id) =>
      edit(key, name, async (before, { manifest: { attachments } }, file) => {
        if (!attachments?.entries.some((entry) => entry.id === id)) return undefined;
        return withoutAttachment(attachments, id, file, async (joined) => {
          const version = getFilesVersion(before);
          const blob = await connection.run((database) => database.get('files', [key, version, joined]));
          if (blob) return blob;
          throw new Fault(
            'not-found',
            `Service "${key}": version ${before.version} has been replaced. Repeat the request.`,
          );
        });
      }),
  };
}

/** Write a change. Returns undefined, without writing anything, if the service is no longer the version `before`. */
function commit(
  connection: Connection,
  before: ServiceRecord,
  name: string,
  { attachments, written, removed }: AttachmentChange,
  publishedAt: number,
): Promise<ServiceRecord | undefined> {
  const { definition } = before;
  const { attachments: old, ...table } = definition.tables[name]!;
  const manifest = attachments ? { ...table, attachments } : table;
  return editFiles(connection, before, publishedAt, {
    definition: { ...definition, tables: { ...definition.tables, [name]: manifest } },
    written: new Map(written ? [written] : []),
    removed: removed === undefined ? [] : [removed],
    isDrawnAsBefore: true,
  });
}

/**
 * Make a definition the newest version of a service together with some of its files, in one strict transaction.
 *
 * @param before the edited version
 * @returns undefined, without writing anything, if the service is no longer the version `before`
 */
function editFiles(
  connection: Connection,
  before: ServiceRecord,
  publishedAt: number,
  { definition, written, removed, isDrawnAsBefore }: FilesEdit,
): Promise<ServiceRecord | undefined> {
  const { key } = before;
  const version = getFilesVersion(before);
  return connection.run((database) =>
    database.write(['services', 'versions', 'files'], 'strict', async (transaction, requests) => {
      if ((await transaction.objectStore('services').get(key))?.version !== before.version) return undefined;
      const files = transaction.objectStore('files');
      let bytes = 0;
      for (const name of removed) bytes -= (await files.get([key, version, name]))?.size ?? 0;
      for (const [name, blob] of written) {
        bytes += blob.size;
        requests.push(files.put(blob, [key, version, name]));
      }
      for (const name of removed) requests.push(files.delete([key, version, name]));
      return putDefinition(transaction, before, definition, publishedAt, { bytes, isDrawnAsBefore });
    }),
  );
}
