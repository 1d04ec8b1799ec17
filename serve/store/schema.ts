import type { IndexOptions, KeyPath, SchemaEditor } from '../../sw/store/database.ts';
import { encodeKeys } from './keys.ts';

/** Stores and indexes of a database, as stored in it. */
export interface DatabaseState {
  readonly version: number;
  readonly stores: { [name: string]: StoreState };
}
export interface StoreState {
  /** If absent, rows don't contain their keys. */
  readonly keyPath: KeyPath | undefined;
  readonly indexes: { [name: string]: IndexState };
}
export interface IndexState extends IndexOptions {
  readonly keyPath: KeyPath;
}

export const emptyState: DatabaseState = { version: 0, stores: {} };

/** Return the prefix of the keys of all rows of a store. */
export const rowPrefix = (store: string): Buffer => encodeKeys(store);
/** Return the prefix of all entries of an index. An entry continues with the indexed key and the key of the row. */
export const indexPrefix = (store: string, index: string): Buffer => encodeKeys(`${store}.${index}`);
/** Prefix of the key of a row with Blobs, in front of the row's full key. The value is the list of the row's files. */
export const filesPrefix = encodeKeys('#files');
/** Prefix of the ID of a file whose row no longer exists. The value is the time of the deletion. */
export const unusedPrefix = encodeKeys('#unused');
/** Name under which the state is stored and its changes are counted, as if it were a store. */
export const stateStore = '#state';
/** Name under which replacements of all data are counted, as if it were a store. */
export const contentsStore = '#contents';
export const stateKey = encodeKeys(stateStore);

/**
 * Create a schema editor that changes `state`.
 *
 * @param fill adds the existing rows of a store to a new index
 */
export const createEditor = (state: DatabaseState, fill: (store: string, index: string) => void): SchemaEditor => ({
  createObjectStore(name, { keyPath } = {}) {
    if (Object.hasOwn(state.stores, name))
      throw new DOMException(`There is already a store "${name}".`, 'ConstraintError');
    const store: StoreState = { keyPath, indexes: {} };
    state.stores[name] = store;
    return {
      createIndex(index, path, options = {}) {
        store.indexes[index] = { ...options, keyPath: path };
        fill(name, index);
      },
    };
  },
});
