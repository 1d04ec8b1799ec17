import { type BlockStore, blockBytes } from '../../rows/remote/block-reader.ts';
import type { Connection } from '../open.ts';
import type { BlockUse, Store } from '../store.ts';
import { write } from '../write.ts';

interface Blocks extends BlockStore {
  use(address: string): Promise<BlockUse>;
  setLimit(address: string, bytes: number): Promise<void>;
  forget(address: string): Promise<void>;
}

const blockLimits = 'remote-limits';
const defaultLimitBytes = 256e6;
/** Reading makes a block newer no more often than this. */
const usedWithinMs = 60 * 60 * 1000;

/** Blocks of files elsewhere in the database: of each file up to its limit, those not used for longest go first. */
export function createBlocks(
  connection: Connection,
  now: () => number,
  settings: Pick<Store, 'setting' | 'changeSetting'>,
): Blocks {
  const limitOf = async (address: string): Promise<number> => {
    const limits = (await settings.setting(blockLimits)) as Readonly<Record<string, number>> | undefined;
    return limits && Object.hasOwn(limits, address) ? limits[address]! : defaultLimitBytes;
  };
  /** Drop the oldest blocks of a file until it has no more than `most`. */
  const shrink = (address: string, most: number): Promise<void> =>
    connection.run((database) =>
      write(database, ['blocks'], 'relaxed', async (transaction) => {
        const store = transaction.objectStore('blocks');
        let surplus = (await store.count(ofAddress(address))) - most;
        let cursor = await store
          .index('age')
          .openCursor(IDBKeyRange.bound([address, Number.NEGATIVE_INFINITY], [address, Number.POSITIVE_INFINITY]));
        for (; cursor && surplus > 0; surplus--) {
          await cursor.delete();
          cursor = await cursor.continue();
        }
      }),
    );
  const putAll: BlockStore['put'] = (address, version, blocks) =>
    connection.run((database) =>
      write(database, ['blocks'], 'relaxed', async (transaction, requests) => {
        const store = transaction.objectStore('blocks');
        const usedAt = now();
        for (const [block, bytes] of blocks)
          requests.push(store.put({ address, version, block, bytes: bytes.slice().buffer, usedAt }));
        // The first block comes first of a new version: nothing of the others is used again.
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
      // That they were used is worth nothing when the storage is full.
      if (old.size > 0) await putAll(address, version, old).catch(() => undefined);
      return records.map((record) => record && new Uint8Array(record.bytes));
    },
    async put(address, version, blocks) {
      const most = Math.floor((await limitOf(address)) / blockBytes);
      try {
        await putAll(address, version, blocks);
        const stored = await connection.run((database) => database.count('blocks', ofAddress(address)));
        if (stored > most) await shrink(address, Math.floor(most * 0.9));
      } catch {
        // A full storage: half of what is stored of this file makes room, and this time nothing is stored.
        const stored = await connection.run((database) => database.count('blocks', ofAddress(address))).catch(() => 0);
        await shrink(address, stored >> 1).catch(() => undefined);
      }
    },
    async use(address) {
      const count = await connection.run((database) => database.count('blocks', ofAddress(address)));
      return { bytes: count * blockBytes, limitBytes: await limitOf(address) };
    },
    async setLimit(address, bytes) {
      await settings.changeSetting<Record<string, number>>(blockLimits, (limits = {}) => ({
        ...limits,
        [address]: bytes,
      }));
      await shrink(address, Math.floor(bytes / blockBytes));
    },
    forget: (address) =>
      connection.run((database) =>
        write(database, ['blocks'], 'relaxed', (transaction) =>
          transaction.objectStore('blocks').delete(ofAddress(address)),
        ),
      ),
  };
}

/** All keys that begin with the address: every array sorts after every text. */
const ofAddress = (address: string): IDBKeyRange => IDBKeyRange.bound([address], [address, []]);
