import { filesVersionOf, putDefinition } from './catalogue.ts';
import type { Connection } from './open.ts';
import type { FilesEdit, ServiceRecord } from './store.ts';
import { write } from './write.ts';

/**
 * Make a definition the newest version of a service together with some of its files, in one strict transaction.
 *
 * @param before the version that was edited
 * @returns undefined when the service is another version by now, and then nothing was written
 */
export function editFiles(
  connection: Connection,
  before: ServiceRecord,
  publishedAt: number,
  { definition, written, removed, isDrawnAsBefore }: FilesEdit,
): Promise<ServiceRecord | undefined> {
  const { key } = before;
  const version = filesVersionOf(before);
  return connection.run((database) =>
    write(database, ['services', 'versions', 'files'], 'strict', async (transaction, requests) => {
      if ((await transaction.objectStore('services').get(key))?.version !== before.version) return undefined;
      const files = transaction.objectStore('files');
      let bytes = 0;
      for (const name of removed) bytes -= (await files.get([key, version, name]))?.size ?? 0;
      for (const [name, blob] of written) {
        bytes += blob.size;
        requests.push(files.put(blob, [key, version, name]));
      }
      for (const name of removed) requests.push(files.delete([key, version, name]));
      return putDefinition(transaction, before, definition, publishedAt, { bytes, isDrawnAsBefore });
    }),
  );
}
