import { type IDBPDatabase, openDB } from 'idb';
import type { LocalHandle } from './local-source.ts';

/** Handles of files on this computer, by their addresses. */
interface Handles {
  get(address: string): Promise<LocalHandle | undefined>;
  all(): Promise<readonly (readonly [address: string, handle: LocalHandle])[]>;
  put(address: string, handle: LocalHandle): Promise<void>;
  forget(address: string): Promise<void>;
  clear(): Promise<void>;
}

const store = 'handles';

/**
 * Open the handles that this browser has. They have a database of their own beside that of the services: pages ask for the
 * permission and so write here, and no backup has them.
 *
 * @param databaseName of the services
 */
export function openHandles(databaseName: string): Handles {
  let opening: Promise<IDBPDatabase> | undefined;
  const open = (): Promise<IDBPDatabase> => {
    opening ??= openDB(`${databaseName}:files`, 1, {
      upgrade: (database) => {
        database.createObjectStore(store);
      },
      terminated: () => {
        opening = undefined;
      },
      blocking: (_, __, event) => {
        opening = undefined;
        (event.target as IDBDatabase).close();
      },
    });
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    get: async (address) => (await open()).get(store, address),
    async all() {
      const database = await open();
      const [addresses, values] = await Promise.all([database.getAllKeys(store), database.getAll(store)]);
      return addresses.map((address, i) => [String(address), values[i]] as const);
    },
    async put(address, handle) {
      await (await open()).put(store, handle, address);
    },
    forget: async (address) => (await open()).delete(store, address),
    clear: async () => (await open()).clear(store),
  };
}
