import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import type { InboxRecord } from './schema/portal-records.ts';
import { startingWith } from './store/portal-store.ts';

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
    const keys = await inbox.index('name').getAllKeys(startingWith([letter.name]));
    const old = keys.slice(0, Math.max(0, keys.length + 1 - maximumLetters));
    await Promise.all([...old.map((key) => inbox.delete(key)), inbox.put(record)]);
  });
  return record;
}

/** The messages of an inbox, newest first. */
export async function lettersOf(context: Context, name: string): Promise<InboxRecord[]> {
  const letters = await context.store.portal.read((transaction) =>
    transaction
      .objectStore('inbox')
      .index('name')
      .getAll(startingWith([name])),
  );
  return letters.reverse();
}

/** The status that the address of an inbox asks for: `?status=500`; 200 without it. */
export function statusRequested(url: URL): number {
  const status = Number(url.searchParams.get('status') ?? 200);
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 200;
}

const inboxPath = (context: Context): string => `${context.base}inbox/`;

/** Name of the inbox an address points to; undefined when it is another receiver. */
export function inboxOf(context: Context, url: URL): string | undefined {
  if (url.origin !== context.origin || !url.pathname.startsWith(inboxPath(context))) return undefined;
  const name = url.pathname.slice(inboxPath(context).length);
  return /^[\w.-]{1,64}$/.test(name) ? name : undefined;
}

/**
 * Read the address of a receiver.
 *
 * @throws {Fault} `bad-value` when it is not http(s), carries a password, or points to this app other than its inbox
 */
export function readReceiver(context: Context, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new Fault('bad-value', `'url': an http or https address expected, "${text.slice(0, 200)}" found.`);
  }
  if (url.username || url.password) {
    throw new Fault('bad-value', "'url': an address without user and password expected, one with them found.");
  }
  if (url.origin === context.origin && inboxOf(context, url) === undefined) {
    const expected = `${context.origin}${inboxPath(context)}{name}`;
    throw new Fault('bad-value', `'url': an address outside this app, or ${expected}, expected; "${text}" found.`);
  }
  return url;
}
