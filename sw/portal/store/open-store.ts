import { openStoreWith, type StoreOptions } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import { createPortalStore, type PortalStore } from './portal-store.ts';

/** Storage, including the records of the portal. */
export interface StoreWithPortal extends Store {
  readonly portal: PortalStore;
}

/** Open the storage, including the records of the portal. */
export const openStore = (options: StoreOptions): Promise<StoreWithPortal> =>
  openStoreWith(options, (connection, catalogue) => ({ portal: createPortalStore(connection, catalogue) }));
