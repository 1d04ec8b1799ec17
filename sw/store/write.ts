import type { IDBPTransaction } from 'idb';
import type { Database, DatabaseSchema, StoreName } from './schema.ts';

/** Number of write transactions per store. */
const counts = new Map<StoreName, number>();

/**
 * Return the number of transactions started on some stores. Data read after the last of them is still current: a later
 * one waits for it, and only this worker writes.
 */
export const writesTo = (stores: readonly StoreName[]): number =>
  stores.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);

/**
 * Run a write transaction: all of it or nothing. `task` may only await requests of the transaction; otherwise it
 * commits half-done. It adds requests whose result it doesn't need to `requests`. Blobs must be created before: if the
 * browser can't store any, the task runs again once their bytes are loaded.
 *
 * @throws the cause of the failure: `QuotaExceededError` instead of the `AbortError` of each request
 */
export async function write<Names extends readonly StoreName[], T>(
  database: Database,
  stores: Names,
  durability: IDBTransactionDurability,
  task: (transaction: IDBPTransaction<DatabaseSchema, Names, 'readwrite'>, requests: Promise<unknown>[]) => Promise<T>,
): Promise<T> {
  for (const name of stores) counts.set(name, (counts.get(name) ?? 0) + 1);
  const transaction = database.transaction(stores, 'readwrite', { durability });
  const requests: Promise<unknown>[] = [];
  try {
    const result = await task(transaction, requests);
    await Promise.all([...requests, transaction.done]);
    return result;
  } catch (error) {
    // They fail with the transaction, whose error is thrown below.
    for (const request of requests) request.catch(() => undefined);
    try {
      transaction.abort();
    } catch {
      // It has already ended.
    }
    const reason: unknown = await transaction.done.then(
      () => undefined,
      (cause: unknown) => cause,
    );
    throw reason instanceof Error && reason.name !== 'AbortError' ? reason : error;
  }
}
