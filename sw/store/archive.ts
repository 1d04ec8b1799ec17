import type { Key, KeyRange } from './database.ts';
import { gridsSetting } from './datum-grids.ts';
import type { Connection } from './open.ts';
import type { Database, FileKey, StoreName } from './schema.ts';
import type { Archive, ArchivedRow, ArchivedStores, ServiceRecord } from './store.ts';

/**
 * Stores that are never archived: output files expire; sessions, locks, recent responses and received messages must not
 * leave the browser; remote blocks can be fetched again.
 */
const passing: ReadonlySet<string> = new Set<StoreName>(['outputs', 'tokens', 'leases', 'answers', 'blocks', 'inbox']);

/** Number of records loaded per request. */
const rowsAtOnce = 500;

/** Check whether a store is archived. */
export const isLasting = (name: string): boolean => !passing.has(name);

export function createArchive(connection: Connection): Archive {
  return {
    readAll: (turn = (value) => value, excluded = new Set()) =>
      connection.run(async (database) => {
        const names = listStores(database).filter((name) => isLasting(name) && !excluded.has(name));
        return database.read(names, async (transaction) => {
          const read = new Map<string, ArchivedRow[]>();
          for (const name of names) {
            const store = transaction.objectStore(name);
            const rows: ArchivedRow[] = [];
            let after: KeyRange | undefined;
            for (;;) {
              const [keys, values]: [readonly Key[], unknown[]] = await Promise.all([
                store.getAllKeys(after, rowsAtOnce),
                store.getAll(after, rowsAtOnce),
              ]);
              for (const [index, key] of keys.entries())
                if (name !== 'settings' || isSharedSetting(key)) rows.push({ key, value: turn(values[index], name) });
              if (keys.length < rowsAtOnce) break;
              after = { lower: keys.at(-1), lowerOpen: true };
            }
            read.set(name, rows);
          }
          return read;
        });
      }),
    async replaceAll(stores, untouched = new Set(), isForeign = false) {
      return connection.run((database) =>
        database.write(listStores(database), 'strict', async (transaction, requests) => {
          const versions = transaction.objectStore('versions');
          const [keys, last] = await Promise.all([versions.getAllKeys(), versions.getAll()]);
          const renumbered = renumber(stores, new Map(keys.map((key, index) => [key, last[index]!])));
          for (const name of listStores(database)) {
            if (untouched.has(name)) continue;
            const store = transaction.objectStore(name);
            if (!isForeign || name !== 'settings') requests.push(store.clear());
            for (const { key, value } of renumbered.get(name) ?? [])
              requests.push(store.hasInlineKeys ? store.put(value as never) : store.put(value as never, key as never));
          }
          return renumbered.get('services')?.length ?? 0;
        }),
      );
    },
  };
}

/**
 * Check whether a file may contain a setting. All other settings belong to one browser, such as its permissions, its
 * clock and its secrets.
 */
export const isSharedSetting = (key: Key): boolean => key === 'demo-published' || key === gridsSetting;

const listStores = (database: Database): StoreName[] => [...database.storeNames];

/**
 * Give every restored service a version above every earlier version of its key, in this database and in the archived
 * database.
 */
function renumber(stores: ArchivedStores, lastLocal: ReadonlyMap<string, number>): Map<string, readonly ArchivedRow[]> {
  const next = new Map<string, number>();
  const lastArchived = new Map(
    (stores.get('versions') ?? []).map(({ key, value }) => [key as string, value as number]),
  );
  for (const key of new Set([...lastLocal.keys(), ...lastArchived.keys()]))
    next.set(key, Math.max(lastLocal.get(key) ?? 0, lastArchived.get(key) ?? 0));
  const services = (stores.get('services') ?? []).map(({ key, value }) => {
    const version = (next.get(key as string) ?? (value as ServiceRecord).version) + 1;
    next.set(key as string, version);
    const { filesVersion: _, drawnVersion: __, ...record } = value as ServiceRecord;
    return { key, value: { ...record, version } };
  });
  const files = (stores.get('files') ?? []).map(({ key, value }) => {
    const [service, , name] = key as FileKey;
    return { key: [service, next.get(service) ?? 1, name], value };
  });
  const versions = [...next].map(([key, value]) => ({ key, value }));
  return new Map<string, readonly ArchivedRow[]>([
    ...stores,
    ['services', services],
    ['files', files],
    ['versions', versions],
  ]);
}
