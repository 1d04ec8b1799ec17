import type { IDBPTransaction } from 'idb';
import { Fault } from '../contract/index.ts';
import type { ServiceDefinition } from '../service/definition.ts';
import { writeJson } from '../service/package-json.ts';
import { type Connection, memoryOf } from './open.ts';
import type { DatabaseSchema, StoreName } from './schema.ts';
import type { ServiceRecord, Store } from './store.ts';
import { forgetCaches, type TileWriting, tileStores } from './tiles/tile-writing.ts';
import { write } from './write.ts';

export interface Catalogue extends Pick<Store, 'services' | 'service' | 'publish' | 'editDefinition' | 'remove'> {
  /** As `service`, within a transaction that has at least the store of services. */
  readonly serviceIn: <Names extends ArrayLike<StoreName>>(
    transaction: 'services' extends Names[number] ? IDBPTransaction<DatabaseSchema, Names> : never,
    key: string,
  ) => Promise<ServiceRecord | undefined>;
}

/** What the browser says of its space; undefined where it does not say. */
export type EstimateSpace = () => Promise<{ readonly usage?: number; readonly quota?: number }>;

/** A publication of the same content within this time counts as the same request delivered again. */
const repeatedWithinMs = 10 * 60 * 1000;
const compareBytes = 4 * 1024 * 1024;

/**
 * The published services. Records are cached in memory, since they contain every manifest, and are checked against the
 * database by key and version each time, since other tabs may publish.
 */
export function createCatalogue(
  connection: Connection,
  now: () => number,
  estimate?: EstimateSpace,
  makeRoom?: () => Promise<number>,
): Catalogue {
  const known = memoryOf(connection, () => new Map<string, ServiceRecord>());

  /** One object for a version as long as it is the newest, so that callers can cache things by it. */
  const remember = (record: ServiceRecord): ServiceRecord => {
    const same = known().get(record.key);
    if (same?.version === record.version) return same;
    known().set(record.key, record);
    return record;
  };

  const serviceIn: Catalogue['serviceIn'] = async (transaction, key) => {
    const cached = known().get(key);
    const store = narrowed(transaction).objectStore('services');
    if (cached && (await store.index('revision').getKey([key, cached.version])) !== undefined) return cached;
    const record = await store.get(key);
    if (record) return remember(record);
    known().delete(key);
    return undefined;
  };
  const service = (key: string): Promise<ServiceRecord | undefined> =>
    connection.run((database) => serviceIn(database.transaction(['services']), key));

  return {
    service,
    serviceIn,
    async services() {
      const records = await connection.run((database) => database.getAll('services'));
      const keys = new Set(records.map((record) => record.key));
      for (const key of known().keys()) if (!keys.has(key)) known().delete(key);
      return records.map(remember);
    },
    async publish(definition, files) {
      const key = keyOf(definition);
      const bytes = sizeOf(definition, files);
      const previous = await service(key);
      if (previous && now() - previous.publishedAt < repeatedWithinMs && previous.bytes === bytes) {
        if (await isSameContent(connection, previous, definition, files)) return previous;
      }
      const put = () =>
        connection.run((database) =>
          write(database, ['services', 'versions', 'files'], 'strict', (transaction, requests) =>
            putService(transaction, requests, { definition, files, bytes, publishedAt: now() }),
          ),
        );
      const isFull = (error: unknown): boolean => error instanceof Fault && error.code === 'no-space';
      try {
        return remember(await put());
      } catch (error) {
        if (!isFull(error)) throw error;
        try {
          // What can be fetched again goes first.
          if (((await makeRoom?.()) ?? 0) > 0) return remember(await put());
        } catch (again) {
          if (!isFull(again)) throw again;
        }
        throw await describeNoSpace(key, bytes, estimate);
      }
    },
    async editDefinition(key, change) {
      const record = await connection.run((database) =>
        write(database, ['services', 'versions'], 'strict', async (transaction) => {
          const before = await transaction.objectStore('services').get(key);
          if (!before) return undefined;
          return putDefinition(transaction, before, change(before.definition), now());
        }),
      );
      return record && remember(record);
    },
    remove: (key) =>
      connection.run((database) =>
        write(database, ['services', 'files', ...tileStores], 'strict', (transaction) => dropService(transaction, key)),
      ),
  };
}

/** Bytes that a service takes: its definition and its files. */
export function sizeOf(definition: ServiceDefinition, files: ReadonlyMap<string, Blob>): number {
  let bytes = bytesOf(definition);
  for (const blob of files.values()) bytes += blob.size;
  return bytes;
}

type ServiceStores = 'services' | 'versions' | 'files';

/** Make `files` the newest version of a service within a transaction that has at least these three stores. */
export async function putService<Names extends ArrayLike<StoreName>>(
  transaction: ServiceStores extends Names[number] ? IDBPTransaction<DatabaseSchema, Names, 'readwrite'> : never,
  requests: Promise<unknown>[],
  service: Omit<ServiceRecord, 'key' | 'version'> & { readonly files: ReadonlyMap<string, Blob> },
): Promise<ServiceRecord> {
  const { objectStore } = narrowed(transaction);
  const { definition, files, bytes, publishedAt } = service;
  const key = keyOf(definition);
  const version = ((await objectStore('versions').get(key)) ?? 0) + 1;
  const written: ServiceRecord = { key, version, definition, publishedAt, bytes };
  for (const [name, blob] of files) requests.push(objectStore('files').put(blob, [key, version, name]));
  requests.push(objectStore('services').put(written));
  requests.push(objectStore('versions').put(version, key));
  requests.push(objectStore('files').delete(IDBKeyRange.bound([key], [key, version], false, true)));
  return written;
}

/**
 * Make `definition` a new version of a service within a transaction; its files stay.
 *
 * @param files.bytes how many bytes of files are more
 * @param files.isDrawnAsBefore only what is never drawn has changed: pictures of the service still hold
 */
export async function putDefinition<Names extends ArrayLike<StoreName>>(
  transaction: 'services' | 'versions' extends Names[number]
    ? IDBPTransaction<DatabaseSchema, Names, 'readwrite'>
    : never,
  before: ServiceRecord,
  definition: ServiceDefinition,
  publishedAt: number,
  files: { readonly bytes: number; readonly isDrawnAsBefore?: boolean | undefined } = { bytes: 0 },
): Promise<ServiceRecord> {
  const { objectStore } = narrowed(transaction);
  const { key } = before;
  const version = ((await objectStore('versions').get(key)) ?? before.version) + 1;
  const bytes = before.bytes + bytesOf(definition) - bytesOf(before.definition) + files.bytes;
  const { drawnVersion: _, ...rest } = before;
  const edited: ServiceRecord = {
    ...rest,
    version,
    definition,
    bytes,
    publishedAt,
    filesVersion: filesVersionOf(before),
    ...(files.isDrawnAsBefore ? { drawnVersion: drawnVersionOf(before) } : {}),
  };
  await objectStore('services').put(edited);
  await objectStore('versions').put(version, key);
  return edited;
}

/** Remove a service with its files and tile caches within a transaction. False when there was none. */
export async function dropService<Names extends ArrayLike<StoreName>>(
  transaction: 'services' | 'files' | (typeof tileStores)[number] extends Names[number]
    ? IDBPTransaction<DatabaseSchema, Names, 'readwrite'>
    : never,
  key: string,
): Promise<boolean> {
  const { objectStore } = narrowed(transaction);
  const wasThere = (await objectStore('services').getKey(key)) !== undefined;
  // Keys of files and caches begin with that of the service, and every array sorts after every number and text.
  const range = IDBKeyRange.bound([key], [key, []]);
  const requests: Promise<unknown>[] = [];
  await forgetCaches(transaction as unknown as TileWriting, requests, range);
  await Promise.all([...requests, objectStore('services').delete(key), objectStore('files').delete(range)]);
  return wasThere;
}

/** A transaction over more stores can do what one over these three can; its type does not say so. */
function narrowed(transaction: unknown) {
  const wide = transaction as IDBPTransaction<DatabaseSchema, ServiceStores[], 'readwrite'>;
  return { objectStore: <Name extends ServiceStores>(name: Name) => wide.objectStore(name) };
}

/** The version of which pictures that were drawn before are still those of this one. */
export const drawnVersionOf = ({ version, drawnVersion }: Pick<ServiceRecord, 'version' | 'drawnVersion'>): number =>
  drawnVersion ?? version;

/** The version under which the files of a record are stored. */
export const filesVersionOf = ({ version, filesVersion }: Pick<ServiceRecord, 'version' | 'filesVersion'>): number =>
  filesVersion ?? version;

const bytesOf = (definition: ServiceDefinition): number => new TextEncoder().encode(writeJson(definition)).length;

/** `name` or `folder/name`. */
export const keyOf = ({ folder, name }: Pick<ServiceDefinition, 'folder' | 'name'>): string =>
  folder === undefined ? name : `${folder}/${name}`;

async function describeNoSpace(key: string, bytes: number, estimate?: EstimateSpace): Promise<Fault> {
  const { usage, quota } = (await estimate?.().catch(() => undefined)) ?? {};
  if (usage === undefined || quota === undefined) {
    return new Fault('no-space', `Publishing ${key} needs ${bytes} bytes, more than this browser has left.`, { bytes });
  }
  const left = Math.max(0, quota - usage);
  return new Fault('no-space', `Publishing ${key} needs ${bytes} bytes; this browser has ${left} bytes left.`, {
    bytes,
    left,
  });
}

async function isSameContent(
  connection: Connection,
  previous: ServiceRecord,
  definition: ServiceDefinition,
  files: ReadonlyMap<string, Blob>,
): Promise<boolean> {
  if (writeJson(previous.definition) !== writeJson(definition)) return false;
  for (const [name, blob] of files) {
    const stored = await connection.run((database) =>
      database.get('files', [previous.key, filesVersionOf(previous), name]),
    );
    if (!stored || stored.size !== blob.size) return false;
    for (let at = 0; at < blob.size; at += compareBytes) {
      const [a, b] = await Promise.all(
        [stored, blob].map((half) => half.slice(at, at + compareBytes).arrayBuffer()),
        // What cannot be read is not the same, and is written anew.
      ).catch(() => []);
      if (!a || !b || !areEqual(new Uint8Array(a), new Uint8Array(b))) return false;
    }
  }
  return true;
}

export function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
