import { readText } from '../body.ts';
import { badValue } from '../contract/index.ts';
import { lettersOf, receive, statusRequested, tokenRequired } from '../portal/index.ts';
import { jsonResponse } from './error-response.ts';
import type { Endpoint } from './request-context.ts';

/**
 * Read or write an inbox, which receives webhook messages for tests without a network.
 *
 * POST stores a message (`?status=500` simulates a receiver that fails). GET lists the messages, newest first.
 *
 * @throws {Fault} `bad-value` for an invalid name, `token-required` without an account on a server
 */
export const answerInbox: Endpoint = async ({ accounts, context, request, url, match }) => {
  const name = match.parameters.get('name') ?? '';
  if (!/^[\w.-]{1,64}$/.test(name)) {
    throw badValue('Inbox', 'a name of 1 to 64 letters, digits, _ . -', name);
  }
  if (request.method !== 'POST') {
    const letters = await lettersOf(context, name);
    return jsonResponse({ name, total: letters.length, letters }, url);
  }
  // On a server, anyone could fill the storage.
  if (context.isPage !== undefined && accounts.length === 0) throw tokenRequired();
  const answered = statusRequested(url);
  const { id } = await receive(context, { name, headers: request.headers, body: await readText(request), answered });
  return jsonResponse({ success: answered < 300, id }, url, answered === 204 || answered === 304 ? 200 : answered);
};
