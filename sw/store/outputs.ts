import type { Connection } from './open.ts';
import type { OutputFile, Store } from './store.ts';
import { write } from './write.ts';

const storedForMs = 10 * 60 * 1000;

/** Files that are answered by URL. They expire after ten minutes; those that have are cleared away with the next one. */
export function createOutputs(
  connection: Connection,
  now: () => number,
  newId: () => string,
): Pick<Store, 'putOutput' | 'output'> {
  return {
    async putOutput(blob, type) {
      const file: OutputFile = { id: newId(), blob, type, expiresAt: now() + storedForMs };
      await connection.run((database) =>
        write(database, ['outputs'], 'relaxed', async (transaction, requests) => {
          const outputs = transaction.objectStore('outputs');
          const expired = await outputs.index('expiresAt').getAllKeys(IDBKeyRange.upperBound(now()));
          for (const id of expired) requests.push(outputs.delete(id));
          requests.push(outputs.put(file));
        }),
      );
      return file;
    },
    async output(id) {
      const file = await connection.run((database) => database.get('outputs', id));
      return file && file.expiresAt > now() ? file : undefined;
    },
  };
}
