import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';

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
