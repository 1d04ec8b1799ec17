import type { Context } from '../context.ts';
import { badValue, Fault } from '../contract/index.ts';
import { keysStartingWith } from '../store/database.ts';
import type { InboxRecord } from './schema/portal-records.ts';

/** Maximum number of messages in an inbox. Older messages are deleted. */
const maximumLetters = 200;
const maxLetterChars = 1024 * 1024;

/**
 * Store a message in an inbox. Repeated deliveries with the same ID are stored once.
 *
 * @param letter.answered HTTP status returned to the sender, to simulate a receiver that fails
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
    body: letter.body.slice(0, maxLetterChars),
    answered: letter.answered,
  };
  await context.store.portal.write(async (transaction) => {
    const inbox = transaction.objectStore('inbox');
    const keys = await inbox.index('name').getAllKeys(keysStartingWith([letter.name]));
    const old = keys.slice(0, Math.max(0, keys.length + 1 - maximumLetters));
    await Promise.all([...old.map((key) => inbox.delete(key)), inbox.put(record)]);
  });
  return record;
}

/** Return the messages of an inbox, newest first. */
export async function listLetters(context: Context, name: string): Promise<InboxRecord[]> {
  const letters = await context.store.portal.read((transaction) =>
    transaction
      .objectStore('inbox')
      .index('name')
      .getAll(keysStartingWith([name])),
  );
  return letters.reverse();
}

/** Return the status that an inbox URL requests with `?status=500`. The default is 200. */
export function statusRequested(url: URL): number {
  const status = Number(url.searchParams.get('status') ?? 200);
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 200;
}

const inboxPath = (context: Context): string => `${context.base}inbox/`;

/** Return the name of the inbox in a URL; undefined for other receivers. */
export function readInboxName(context: Context, url: URL): string | undefined {
  if (url.origin !== context.origin || !url.pathname.startsWith(inboxPath(context))) return undefined;
  const name = url.pathname.slice(inboxPath(context).length);
  return /^[\w.-]{1,64}$/.test(name) ? name : undefined;
}

/**
 * Read the URL of a receiver.
 *
 * @throws {Fault} `bad-value` when it is not http(s), contains a password, or points to this app outside its inbox
 */
export function readReceiver(context: Context, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw badValue(`'url'`, 'an http or https URL', text);
  }
  if (url.username || url.password) {
    throw new Fault('bad-value', "'url': user names and passwords aren't allowed in a URL. Remove them.");
  }
  if (url.origin === context.origin && readInboxName(context, url) === undefined) {
    const expected = `${context.origin}${inboxPath(context)}{name}`;
    throw badValue(`'url'`, `a URL outside this app or ${expected}`, text);
  }
  return url;
}
