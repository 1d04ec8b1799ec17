import type { Context } from '../context.ts';
import type { InboxRecord } from './schema/portal-records.ts';

/** Messages that an inbox holds; older ones are deleted. */
const maximumLetters = 200;
const largestLetterChars = 1024 * 1024;

/**
 * Store a message in an inbox. The same delivery, by its id, is stored once however often it arrives.
 *
 * @param answered status for the sender, to try a receiver that fails
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
    const old = keys.slice(0, Math.max(0, keys.length + 1 - maximumLetters));
    await Promise.all([...old.map((key) => inbox.delete(key)), inbox.put(record)]);
  });
  return record;
}

/** The messages of an inbox, newest first. */
export async function lettersOf(context: Context, name: string): Promise<InboxRecord[]> {
  const range = IDBKeyRange.bound([name], [name, []]);
  const letters = await context.store.portal.read((transaction) =>
    transaction.objectStore('inbox').index('name').getAll(range),
  );
  return letters.reverse();
}

/** The status that the address of an inbox asks for: `?status=500`; 200 without it. */
export function statusRequested(url: URL): number {
  const status = Number(url.searchParams.get('status') ?? 200);
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 200;
}
