import type { Context } from '../context.ts';
import type { InboxRecord } from './schema/portal-records.ts';

/** Letters of the inbox that are kept; older ones go. */
const keptLetters = 200;
const largestLetterChars = 1024 * 1024;

/**
 * Put what arrived into an inbox. The same delivery, told by its id, is one letter however often it arrives.
 *
 * @param answered the status the sender gets: tries out what happens when a receiver fails
 */
export async function receive(
  context: Context,
  letter: { readonly name: string; readonly headers: Headers; readonly body: string; readonly answered: number },
): Promise<InboxRecord> {
  const record: InboxRecord = {
    id: letter.headers.get('x-soapstone-delivery') ?? context.newId(),
    name: letter.name,
    received: context.now(),
    headers: Object.fromEntries(letter.headers),
    body: letter.body.slice(0, largestLetterChars),
    answered: letter.answered,
  };
  await context.store.portal.write(async (transaction) => {
    const inbox = transaction.objectStore('inbox');
    const range = IDBKeyRange.bound([letter.name], [letter.name, []]);
    const keys = await inbox.index('name').getAllKeys(range);
    const old = keys.slice(0, Math.max(0, keys.length + 1 - keptLetters));
    await Promise.all([...old.map((key) => inbox.delete(key)), inbox.put(record)]);
  });
  return record;
}

/** The letters of an inbox, the newest first. */
export async function lettersOf(context: Context, name: string): Promise<InboxRecord[]> {
  const range = IDBKeyRange.bound([name], [name, []]);
  const letters = await context.store.portal.read((transaction) =>
    transaction.objectStore('inbox').index('name').getAll(range),
  );
  return letters.reverse();
}

/** The status an inbox shall answer, as its address says: `?status=500`; 200 without it. */
export function statusWanted(url: URL): number {
  const status = Number(url.searchParams.get('status') ?? 200);
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 200;
}
