import type { IDBPTransaction } from 'idb';
import type { Database, DatabaseSchema, StoreName } from './schema.ts';

/** How many writing transactions each store has had. */
const counts = new Map<StoreName, number>();

/**
 * Count the transactions that have written to some stores, from their beginning. What was read since the last of them is still
 * stored: a later one waits for it, and only this worker writes.
 */
export const writesTo = (stores: readonly StoreName[]): number =>
  stores.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);

/**
 * Run a writing transaction: all of it or nothing. In `task` nothing may be awaited but requests of the transaction,
 * or it commits half-done; requests whose answer it does not need it adds to `requests`. Blobs that it puts were made
 * before: where the browser stores none, the task is tried again when their bytes have been read.
 *
 * @throws the reason of the failure: `QuotaExceededError` rather than the `AbortError` that each request then answers
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
      // It has ended already.
    }
    const reason: unknown = await transaction.done.then(
      () => undefined,
      (cause: unknown) => cause,
    );
    throw reason instanceof Error && reason.name !== 'AbortError' ? reason : error;
  }
}
