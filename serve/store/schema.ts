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

/** Encoded keys before the keys of the rows of a store. */
export const rowPrefix = (store: string): Buffer => encodeKeys(store);
/** Encoded keys before the entries of an index, which are the key in the index and the key of the row. */
export const indexPrefix = (store: string, index: string): Buffer => encodeKeys(`${store}.${index}`);
/**
 * Encoded key before the key of a row with Blobs, including the row's prefix. The value is the list of the row's files.
 */
export const filesPrefix = encodeKeys('#files');
/** Encoded key before the ID of a file whose row no longer exists. The value is the time of the deletion. */
export const unusedPrefix = encodeKeys('#unused');
/** The key of the state. Its transactions also count as changes of a store of this name. */
export const stateStore = '#state';
/** Writes that replace all data also count as changes of a store of this name. */
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
