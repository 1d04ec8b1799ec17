import type { Connection } from '../../../store/open.ts';
import type { BlockKey } from '../../../store/schema.ts';
import type { BlockUse, Store } from '../../../store/store.ts';
import { write } from '../../../store/write.ts';
import { type BlockStore, blockBytes } from '../block-reader.ts';

interface Blocks extends BlockStore {
  use(address: string): Promise<BlockUse>;
  setLimit(address: string, bytes: number): Promise<void>;
  forget(address: string): Promise<void>;
  /** Return the numbers of a version's stored blocks, and of the pinned ones among them. */
  stored(address: string, version: string): Promise<{ readonly all: Set<number>; readonly pinned: Set<number> }>;
  /**
   * Store blocks that are never evicted.
   *
   * @throws {Fault} `no-space`
   */
  pin(address: string, version: string, blocks: ReadonlyMap<number, Uint8Array<ArrayBuffer>>): Promise<void>;
  /** Drop the pinned blocks of a file. */
  unpin(address: string): Promise<void>;
}

/** Time of last use of pinned blocks, later than any other. */
const pinnedAt = Number.POSITIVE_INFINITY;

const blockLimits = 'remote-limits';
const defaultLimitBytes = 256e6;
/** Maximum share of the browser's storage quota for the blocks of all files. */
const maxShare = 0.2;
/** Minimum interval between updates of a block's time of last use. */
const usedWithinMs = 60 * 60 * 1000;

/**
 * Create the storage for blocks of remote files. Each file has a limit, and its least recently used blocks are evicted.
 */
export function createBlocks(
  connection: Connection,
  now: () => number,
  settings: Pick<Store, 'setting' | 'changeSetting'>,
  estimate?: () => Promise<{ readonly quota?: number }>,
): Blocks {
  const readLimit = async (address: string): Promise<number> => {
    const limits = (await settings.setting(blockLimits)) as Readonly<Record<string, number>> | undefined;
    return limits && Object.hasOwn(limits, address) ? limits[address]! : defaultLimitBytes;
  };
  /** Drop the oldest blocks of a file until at most `most` remain. */
  const shrink = (address: string, most: number): Promise<void> =>
    connection.run((database) =>
      write(database, ['blocks'], 'relaxed', async (transaction) => {
        const store = transaction.objectStore('blocks');
        const index = store.index('age');
        let surplus = (await index.count(unpinnedRange(address))) - most;
        let cursor = await index.openCursor(unpinnedRange(address));
        for (; cursor && surplus > 0; surplus--) {
          await cursor.delete();
          cursor = await cursor.continue();
        }
      }),
    );
  const putAll = (
    address: string,
    version: string,
    blocks: ReadonlyMap<number, Uint8Array<ArrayBuffer>>,
    { usedAt = now(), replaces = false } = {},
  ): Promise<void> =>
    connection.run((database) =>
      write(database, ['blocks'], 'relaxed', async (transaction, requests) => {
        const store = transaction.objectStore('blocks');
        const added = [...blocks];
        // A stored block has the same content and may be pinned, so it isn't replaced.
        const knownBlocks = replaces
          ? []
          : await Promise.all(added.map(([block]) => store.getKey([address, version, block])));
        added.forEach(([block, bytes], i) => {
          if (!knownBlocks[i])
            requests.push(store.put({ address, version, block, bytes: bytes.slice().buffer, usedAt }));
        });
        // The first block of a new version is read first, so the blocks of other versions aren't needed any more.
        if (!blocks.has(0)) return;
        requests.push(store.delete(IDBKeyRange.bound([address], [address, version], false, true)));
        requests.push(store.delete(IDBKeyRange.bound([address, version, []], [address, []])));
      }),
    );

  return {
    async get(address, version, blocks) {
      const records = await connection.run((database) => {
        const { store } = database.transaction('blocks');
        return Promise.all(blocks.map((block) => store.get([address, version, block])));
      });
      const old = new Map<number, Uint8Array<ArrayBuffer>>();
      for (const record of records)
        if (record && now() - record.usedAt > usedWithinMs) old.set(record.block, new Uint8Array(record.bytes));
      // Ignore full storage, because the time of last use isn't important.
      if (old.size > 0) await putAll(address, version, old, { replaces: true }).catch(() => undefined);
      return records.map((record) => record && new Uint8Array(record.bytes));
    },
    async put(address, version, blocks) {
      const most = Math.floor((await readLimit(address)) / blockBytes);
      try {
        await putAll(address, version, blocks);
        const stored = await connection.run((database) =>
          database.countFromIndex('blocks', 'age', unpinnedRange(address)),
        );
        if (stored > most) await shrink(address, Math.floor(most * 0.9));
        const { quota = Infinity } = (await estimate?.()) ?? {};
        const maxBlocks = Math.floor((quota * maxShare) / blockBytes);
        const surplus = (await connection.run((database) => database.count('blocks'))) - maxBlocks;
        if (surplus > 0) await dropOldest(connection, surplus + Math.ceil(maxBlocks / 10));
      } catch {
        // The storage is full. Evict half of this file's blocks for later requests, and store nothing now.
        const stored = await connection
          .run((database) => database.countFromIndex('blocks', 'age', unpinnedRange(address)))
          .catch(() => 0);
        await shrink(address, stored >> 1).catch(() => undefined);
      }
    },
    async use(address) {
      const [count, pinned] = await connection.run((database) => {
        const { store } = database.transaction('blocks');
        const index = store.index('age');
        return Promise.all([index.count(unpinnedRange(address)), index.count(pinnedRange(address))]);
      });
      const [bytes, pinnedBytes] = [count * blockBytes, pinned * blockBytes];
      return { bytes, pinnedBytes, limitBytes: await readLimit(address) };
    },
    async setLimit(address, bytes) {
      await settings.changeSetting<Record<string, number>>(blockLimits, (limits = {}) => ({
        ...limits,
        [address]: bytes,
      }));
      await shrink(address, Math.floor(bytes / blockBytes));
    },
    async stored(address, version) {
      const [all, pinned] = await connection.run((database) => {
        const { store } = database.transaction('blocks');
        return Promise.all([
          store.getAllKeys(IDBKeyRange.bound([address, version], [address, version, []])),
          store.index('age').getAllKeys(pinnedRange(address)),
        ]);
      });
      return {
        all: new Set(all.map(([, , block]) => block)),
        pinned: new Set(pinned.flatMap(([, of, block]) => (of === version ? [block] : []))),
      };
    },
    pin: (address, version, blocks) => putAll(address, version, blocks, { usedAt: pinnedAt, replaces: true }),
    unpin: (address) =>
      connection.run((database) =>
        write(database, ['blocks'], 'relaxed', async (transaction) => {
          const store = transaction.objectStore('blocks');
          for (const key of await store.index('age').getAllKeys(pinnedRange(address))) await store.delete(key);
        }),
      ),
    forget: (address) =>
      connection.run((database) =>
        write(database, ['blocks'], 'relaxed', (transaction) =>
          transaction.objectStore('blocks').delete(ofAddress(address)),
        ),
      ),
  };
}

/**
 * Drop the least recently used blocks of all files, except pinned ones.
 *
 * @returns number of dropped blocks
 */
export const dropOldest = (connection: Connection, count: number): Promise<number> =>
  connection.run((database) =>
    write(database, ['blocks'], 'relaxed', async (transaction) => {
      const store = transaction.objectStore('blocks');
      const usedBlocks: { readonly key: BlockKey; readonly usedAt: number }[] = [];
      let cursor = await store.index('age').openKeyCursor();
      for (; cursor; cursor = await cursor.continue()) {
        const [, usedAt] = cursor.key;
        if (usedAt !== pinnedAt) usedBlocks.push({ key: cursor.primaryKey, usedAt });
      }
      const oldest = usedBlocks.sort((a, b) => a.usedAt - b.usedAt).slice(0, count);
      for (const { key } of oldest) await store.delete(key);
      return oldest.length;
    }),
  );

/** Return the range of keys that begin with an address. In IndexedDB, arrays sort after strings. */
const ofAddress = (address: string): IDBKeyRange => IDBKeyRange.bound([address], [address, []]);

/** Key range in the index by age. */
const unpinnedRange = (address: string): IDBKeyRange =>
  IDBKeyRange.bound([address, Number.NEGATIVE_INFINITY], [address, pinnedAt], false, true);
const pinnedRange = (address: string): IDBKeyRange => IDBKeyRange.only([address, pinnedAt]);
