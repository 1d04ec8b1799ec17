import { openFolder } from '../../serve/store/open.ts';
import { type CrashSchema, content, createCrashStores, recentRows } from './storage-rows.ts';

/* A process that writes to a data folder until it is killed: `node storage-writer.mjs FOLDER NAME`. */

const [folder, writer] = process.argv.slice(2) as [string, string];
const storage = await openFolder(folder);
const database = await storage.openDatabase<CrashSchema>({ name: 'crash', version: 1, upgrade: createCrashStores });

for (;;) {
  const next = ((await database.get('counts', writer)) ?? 0) + 1;
  const blob = new Blob([content(writer, next)]);
  await database.write(['counts', 'rows', 'files'], 'strict', async (transaction, requests) => {
    const counts = transaction.objectStore('counts');
    const total = (await counts.get('total')) ?? 0;
    requests.push(transaction.objectStore('rows').put({ id: `${writer}-${next}`, writer, number: next }));
    requests.push(transaction.objectStore('files').put({ blob }, [writer, next]));
    requests.push(transaction.objectStore('rows').delete(`${writer}-${next - recentRows}`));
    requests.push(transaction.objectStore('files').delete([writer, next - recentRows]));
    requests.push(counts.put(total + 1, 'total'));
    await counts.put(next, writer);
  });
  process.stdout.write(`${next}\n`);
}
