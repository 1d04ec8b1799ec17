import { type KeyRange, keysStartingWith } from '../../../store/database.ts';
import type { Connection } from '../../../store/open.ts';
import type { BlockKey } from '../../../store/schema.ts';
import type { BlockUse, Store } from '../../../store/store.ts';
import { type BlockStore, blockBytes } from '../block-reader.ts';

interface Blocks extends BlockStore {
  use(address: string): Promise<BlockUse>;
  setLimit(address: string, bytes: number): Promise<void>;
  forget(address: string): Promise<void>;
  /** Return the numbers of a version's stored blocks, and the numbers of its pinned blocks. */
  stored(address: string, version: string): Promise<{ readonly all: Set<number>; readonly pinned: Set<number> }>;
  /**
   * Store blocks that are never evicted.
   *
   * @throws {Fault} `no-space` when the storage is full
   */
  pin(address: string, version: string, blocks: ReadonlyMap<number, Uint8Array<ArrayBuffer>>): Promise<void>;
  /** Drop the pinned blocks of a file. */
  unpin(address: string): Promise<void>;
}

/** Time of last use of pinned blocks, later than any other. */
const pinnedAt = Number.POSITIVE_INFINITY;

/** Longer addresses and versions are shortened in keys, because hosts limit the length of keys. */
const maxAddressLength = 600;
const maxVersionLength = 300;

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
  const countUnpinned = async (file: string): Promise<number> => {
    const address = await addressKey(file);
    return connection.run((database) =>
      database.read(['blocks'], (transaction) =>
        transaction.objectStore('blocks').index('age').count(unpinnedRange(address)),
      ),
    );
  };
  /** Drop the oldest blocks of a file until at most `most` remain. */
  const shrink = async (file: string, most: number): Promise<void> => {
    const address = await addressKey(file);
    return connection.run((database) =>
      database.write(['blocks'], 'relaxed', async (transaction) => {
        const store = transaction.objectStore('blocks');
        const index = store.index('age');
        const surplus = (await index.count(unpinnedRange(address))) - most;
        if (surplus <= 0) return;
        for (const key of await index.getAllKeys(unpinnedRange(address), surplus)) await store.delete(key);
      }),
    );
  };
  const putAll = async (
    file: string,
    fileVersion: string,
    blocks: ReadonlyMap<number, Uint8Array<ArrayBuffer>>,
    { usedAt = now(), replaces = false } = {},
  ): Promise<void> => {
    const [address, version] = [await addressKey(file), await versionKey(fileVersion)];
    return connection.run((database) =>
      database.write(['blocks'], 'relaxed', async (transaction, requests) => {
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
        requests.push(store.delete({ lower: [address], upper: [address, version], upperOpen: true }));
        requests.push(store.delete({ lower: [address, version, []], upper: [address, []] }));
      }),
    );
  };

  return {
    async get(file, fileVersion, blocks) {
      const [address, version] = [await addressKey(file), await versionKey(fileVersion)];
      const records = await connection.run((database) =>
        database.read(['blocks'], (transaction) => {
          const store = transaction.objectStore('blocks');
          return Promise.all(blocks.map((block) => store.get([address, version, block])));
        }),
      );
      const old = new Map<number, Uint8Array<ArrayBuffer>>();
      for (const record of records)
        if (record && now() - record.usedAt > usedWithinMs) old.set(record.block, new Uint8Array(record.bytes));
      // Ignore full storage, because the time of last use isn't important.
      if (old.size > 0) await putAll(file, fileVersion, old, { replaces: true }).catch(() => undefined);
      return records.map((record) => record && new Uint8Array(record.bytes));
    },
    async put(address, version, blocks) {
      const most = Math.floor((await readLimit(address)) / blockBytes);
      try {
        await putAll(address, version, blocks);
        const stored = await countUnpinned(address);
        if (stored > most) await shrink(address, Math.floor(most * 0.9));
        const { quota = Infinity } = (await estimate?.()) ?? {};
        const maxBlocks = Math.floor((quota * maxShare) / blockBytes);
        const surplus = (await connection.run((database) => database.count('blocks'))) - maxBlocks;
        if (surplus > 0) await dropOldest(connection, surplus + Math.ceil(maxBlocks / 10));
      } catch {
        // The storage is full. Evict half of this file's blocks for later requests, and store nothing now.
        const stored = await countUnpinned(address).catch(() => 0);
        await shrink(address, stored >> 1).catch(() => undefined);
      }
    },
    async use(file) {
      const address = await addressKey(file);
      const [count, pinned] = await connection.run((database) =>
        database.read(['blocks'], (transaction) => {
          const index = transaction.objectStore('blocks').index('age');
          return Promise.all([index.count(unpinnedRange(address)), index.count(pinnedKey(address))]);
        }),
      );
      const [bytes, pinnedBytes] = [count * blockBytes, pinned * blockBytes];
      return { bytes, pinnedBytes, limitBytes: await readLimit(file) };
    },
    async setLimit(address, bytes) {
      await settings.changeSetting<Record<string, number>>(blockLimits, (limits = {}) => ({
        ...limits,
        [address]: bytes,
      }));
      await shrink(address, Math.floor(bytes / blockBytes));
    },
    async stored(file, fileVersion) {
      const [address, version] = [await addressKey(file), await versionKey(fileVersion)];
      const [all, pinned] = await connection.run((database) =>
        database.read(['blocks'], (transaction) => {
          const store = transaction.objectStore('blocks');
          return Promise.all([
            store.getAllKeys(keysStartingWith([address, version])),
            store.index('age').getAllKeys(pinnedKey(address)),
          ]);
        }),
      );
      return {
        all: new Set(all.map(([, , block]) => block)),
        pinned: new Set(pinned.flatMap(([, of, block]) => (of === version ? [block] : []))),
      };
    },
    pin: (address, version, blocks) => putAll(address, version, blocks, { usedAt: pinnedAt, replaces: true }),
    async unpin(file) {
      const address = await addressKey(file);
      await connection.run((database) =>
        database.write(['blocks'], 'relaxed', async (transaction) => {
          const store = transaction.objectStore('blocks');
          for (const key of await store.index('age').getAllKeys(pinnedKey(address))) await store.delete(key);
        }),
      );
    },
    async forget(file) {
      const address = await addressKey(file);
      await connection.run((database) =>
        database.write(['blocks'], 'relaxed', (transaction) =>
          transaction.objectStore('blocks').delete(keysStartingWith([address])),
        ),
      );
    },
  };
}

/**
 * Drop the least recently used blocks of all files, except pinned blocks.
 *
 * @returns number of dropped blocks
 */
export const dropOldest = (connection: Connection, count: number): Promise<number> =>
  connection.run((database) =>
    database.write(['blocks'], 'relaxed', async (transaction) => {
      const store = transaction.objectStore('blocks');
      const usedBlocks: { readonly key: BlockKey; readonly usedAt: number }[] = [];
      for (const { key, primaryKey } of await store.index('age').getEntries()) {
        const [, usedAt] = key;
        if (usedAt !== pinnedAt) usedBlocks.push({ key: primaryKey, usedAt });
      }
      const oldest = usedBlocks.sort((a, b) => a.usedAt - b.usedAt).slice(0, count);
      for (const { key } of oldest) await store.delete(key);
      return oldest.length;
    }),
  );

/** Key range in the index by age. */
const unpinnedRange = (address: string): KeyRange => ({
  lower: [address, Number.NEGATIVE_INFINITY],
  upper: [address, pinnedAt],
  upperOpen: true,
});
const pinnedKey = (address: string): [string, number] => [address, pinnedAt];

const addressKey = (address: string): Promise<string> => shorten(address, maxAddressLength);
const versionKey = (version: string): Promise<string> => shorten(version, maxVersionLength);

/** Shorten text to at most `maxLength` characters. A hash at its end keeps different text different. */
async function shorten(text: string, maxLength: number): Promise<string> {
  if (text.length <= maxLength) return text;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${text.slice(0, maxLength - hash.length)}${hash}`;
}
