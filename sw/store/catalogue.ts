import { Fault } from '../contract/index.ts';
import type { ServiceDefinition } from '../service/definition.ts';
import { writeJson } from '../service/package-json.ts';
import { keysStartingWith, type ReadTransaction, type WriteTransaction } from './database.ts';
import { type Connection, cachePerContents } from './open.ts';
import type { DatabaseSchema, StoreName } from './schema.ts';
import type { ServiceRecord, Store } from './store.ts';
import { forgetCaches, type TileWriting, tileStores } from './tiles/tile-writing.ts';

export interface Catalogue extends Pick<Store, 'services' | 'service' | 'publish' | 'editDefinition' | 'remove'> {
  /** Like `service`, in a transaction that includes at least the store of services. */
  readonly serviceIn: <Names extends ArrayLike<StoreName>>(
    transaction: 'services' extends Names[number] ? ReadTransaction<DatabaseSchema, Names> : never,
    key: string,
  ) => Promise<ServiceRecord | undefined>;
}

/** Returns the browser's storage estimate; undefined values if it doesn't report them. */
export type EstimateSpace = () => Promise<{ readonly usage?: number; readonly quota?: number }>;

/** If the same content is published again within this time, the request counts as a repeated delivery. */
const repeatedWithinMs = 10 * 60 * 1000;
const compareBytes = 4 * 1024 * 1024;

/**
 * Create the catalogue of published services. Records are cached in memory, because they contain every manifest. Each
 * read checks the cache against the database by key and version, because other tabs may publish.
 */
export function createCatalogue(
  connection: Connection,
  now: () => number,
  estimate?: EstimateSpace,
  makeRoom?: () => Promise<number>,
): Catalogue {
  const cachedRecords = cachePerContents(connection, () => new Map<string, ServiceRecord>());

  /**
   * Cache a record and return the same object for as long as its version is the newest, so that callers can use it as a
   * cache key.
   */
  const remember = (record: ServiceRecord): ServiceRecord => {
    const same = cachedRecords().get(record.key);
    if (same?.version === record.version) return same;
    cachedRecords().set(record.key, record);
    return record;
  };

  const serviceIn: Catalogue['serviceIn'] = async (transaction, key) => {
    const cached = cachedRecords().get(key);
    const store = narrowTransaction(transaction).objectStore('services');
    if (cached && (await store.index('revision').getKey([key, cached.version])) !== undefined) return cached;
    const record = await store.get(key);
    if (record) return remember(record);
    cachedRecords().delete(key);
    return undefined;
  };
  const service = (key: string): Promise<ServiceRecord | undefined> =>
    connection.run((database) => database.read(['services'], (transaction) => serviceIn(transaction, key)));

  return {
    service,
    serviceIn,
    async services() {
      const records = await connection.run((database) => database.getAll('services'));
      const keys = new Set(records.map((record) => record.key));
      for (const key of cachedRecords().keys()) if (!keys.has(key)) cachedRecords().delete(key);
      return records.map(remember);
    },
    async publish(definition, files) {
      const key = makeServiceKey(definition);
      const bytes = serviceSize(definition, files);
      const previous = await service(key);
      if (previous && now() - previous.publishedAt < repeatedWithinMs && previous.bytes === bytes) {
        if (await isSameContent(connection, previous, definition, files)) return previous;
      }
      const put = () =>
        connection.run((database) =>
          database.write(['services', 'versions', 'files'], 'strict', (transaction, requests) =>
            putService(transaction, requests, { definition, files, bytes, publishedAt: now() }),
          ),
        );
      const isFull = (error: unknown): boolean => error instanceof Fault && error.code === 'no-space';
      try {
        return remember(await put());
      } catch (error) {
        if (!isFull(error)) throw error;
        try {
          // Drop data that can be fetched again, then retry.
          if (((await makeRoom?.()) ?? 0) > 0) return remember(await put());
        } catch (again) {
          if (!isFull(again)) throw again;
        }
        throw await describeNoSpace(key, bytes, estimate);
      }
    },
    async editDefinition(key, change) {
      const record = await connection.run((database) =>
        database.write(['services', 'versions'], 'strict', async (transaction) => {
          const before = await transaction.objectStore('services').get(key);
          if (!before) return undefined;
          return putDefinition(transaction, before, change(before.definition), now());
        }),
      );
      return record && remember(record);
    },
    remove: (key) =>
      connection.run((database) =>
        database.write(['services', 'files', ...tileStores], 'strict', (transaction) => dropService(transaction, key)),
      ),
  };
}

/** Return the number of bytes a service takes: its definition and its files. */
export function serviceSize(definition: ServiceDefinition, files: ReadonlyMap<string, Blob>): number {
  let bytes = countJsonBytes(definition);
  for (const blob of files.values()) bytes += blob.size;
  return bytes;
}

type ServiceStores = 'services' | 'versions' | 'files';

/**
 * Make `files` the newest version of a service, in a transaction that includes at least the stores `services`,
 * `versions` and `files`.
 */
export async function putService<Names extends ArrayLike<StoreName>>(
  transaction: ServiceStores extends Names[number] ? WriteTransaction<DatabaseSchema, Names> : never,
  requests: Promise<unknown>[],
  service: Omit<ServiceRecord, 'key' | 'version'> & { readonly files: ReadonlyMap<string, Blob> },
): Promise<ServiceRecord> {
  const { objectStore } = narrowTransaction(transaction);
  const { definition, files, bytes, publishedAt } = service;
  const key = makeServiceKey(definition);
  const version = ((await objectStore('versions').get(key)) ?? 0) + 1;
  const written: ServiceRecord = { key, version, definition, publishedAt, bytes };
  for (const [name, blob] of files) requests.push(objectStore('files').put(blob, [key, version, name]));
  requests.push(objectStore('services').put(written));
  requests.push(objectStore('versions').put(version, key));
  requests.push(objectStore('files').delete({ lower: [key], upper: [key, version], upperOpen: true }));
  return written;
}

/**
 * Make `definition` a new version of a service in a transaction; its files stay.
 *
 * @param files.bytes number of bytes of files added; negative if files were removed
 * @param files.isDrawnAsBefore true if only data that is never drawn has changed, so that images of the service stay
 * valid
 */
export async function putDefinition<Names extends ArrayLike<StoreName>>(
  transaction: 'services' | 'versions' extends Names[number] ? WriteTransaction<DatabaseSchema, Names> : never,
  before: ServiceRecord,
  definition: ServiceDefinition,
  publishedAt: number,
  files: { readonly bytes: number; readonly isDrawnAsBefore?: boolean | undefined } = { bytes: 0 },
): Promise<ServiceRecord> {
  const { objectStore } = narrowTransaction(transaction);
  const { key } = before;
  const version = ((await objectStore('versions').get(key)) ?? before.version) + 1;
  const bytes = before.bytes + countJsonBytes(definition) - countJsonBytes(before.definition) + files.bytes;
  const edited: ServiceRecord = {
    ...before,
    version,
    definition,
    bytes,
    publishedAt,
    filesVersion: getFilesVersion(before),
    drawnVersion: files.isDrawnAsBefore ? getDrawnVersion(before) : undefined,
  };
  await objectStore('services').put(edited);
  await objectStore('versions').put(version, key);
  return edited;
}

/** Remove a service with its files and tile caches in a transaction. Return false if it doesn't exist. */
export async function dropService<Names extends ArrayLike<StoreName>>(
  transaction: 'services' | 'files' | (typeof tileStores)[number] extends Names[number]
    ? WriteTransaction<DatabaseSchema, Names>
    : never,
  key: string,
): Promise<boolean> {
  const { objectStore } = narrowTransaction(transaction);
  const wasThere = (await objectStore('services').getKey(key)) !== undefined;
  // Keys of files and caches start with the key of the service, and every array sorts after every number and text.
  const range = keysStartingWith([key]);
  const requests: Promise<unknown>[] = [];
  await forgetCaches(transaction as unknown as TileWriting, requests, range);
  await Promise.all([...requests, objectStore('services').delete(key), objectStore('files').delete(range)]);
  return wasThere;
}

/**
 * Return a transaction as a transaction over the three stores of services, because TypeScript can't derive that it
 * includes them.
 */
function narrowTransaction(transaction: unknown) {
  const wide = transaction as WriteTransaction<DatabaseSchema, ServiceStores[]>;
  return { objectStore: <Name extends ServiceStores>(name: Name) => wide.objectStore(name) };
}

/** Return the first version of a service whose images are still valid for this version. */
export const getDrawnVersion = ({ version, drawnVersion }: Pick<ServiceRecord, 'version' | 'drawnVersion'>): number =>
  drawnVersion ?? version;

/** Return the version that the files of a record are stored under. */
export const getFilesVersion = ({ version, filesVersion }: Pick<ServiceRecord, 'version' | 'filesVersion'>): number =>
  filesVersion ?? version;

const countJsonBytes = (definition: ServiceDefinition): number =>
  new TextEncoder().encode(writeJson(definition)).length;

/** Return the key of a service: `name` or `folder/name`. */
export const makeServiceKey = ({ folder, name }: Pick<ServiceDefinition, 'folder' | 'name'>): string =>
  folder === undefined ? name : `${folder}/${name}`;

async function describeNoSpace(key: string, bytes: number, estimate?: EstimateSpace): Promise<Fault> {
  const { usage, quota } = (await estimate?.().catch(() => undefined)) ?? {};
  if (usage === undefined || quota === undefined) {
    return new Fault(
      'no-space',
      `Service "${key}" needs ${bytes} bytes, more than are free. Delete services or caches first.`,
      { bytes },
    );
  }
  const bytesLeft = Math.max(0, quota - usage);
  return new Fault(
    'no-space',
    `Service "${key}" needs ${bytes} bytes, but ${bytesLeft} are free. Delete services or caches first.`,
    {
      bytes,
      left: bytesLeft,
    },
  );
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
      database.get('files', [previous.key, getFilesVersion(previous), name]),
    );
    if (!stored || stored.size !== blob.size) return false;
    for (let offset = 0; offset < blob.size; offset += compareBytes) {
      const [a, b] = await Promise.all(
        [stored, blob].map((half) => half.slice(offset, offset + compareBytes).arrayBuffer()),
        // A file that can't be read counts as different and is written again.
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
