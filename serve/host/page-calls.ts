import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { answer } from '../../sw/answer.ts';
import type { Context } from '../../sw/context.ts';
import { Fault, readErrorCode } from '../../sw/contract/fault.ts';
import type { InPage } from '../exchange.ts';
import { createTemporaryFolder } from './data-folder.ts';

/** Sends a request to the backend in this process with the rights of the page. */
type SendInPage = (path: string, init?: RequestInit) => Promise<Response>;

interface Session {
  readonly sessions: readonly { readonly token: string }[];
}

/** Return a function that sends requests as the page, which is signed in as administrator. */
export function sendInPage(context: Context): SendInPage {
  let token: string | undefined;
  const send = async (path: string, init: RequestInit, shown: string | undefined): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (shown !== undefined) headers.set('authorization', `Bearer ${shown}`);
    const request = new Request(`${context.origin}${context.base}${path}`, { ...init, headers });
    return (await answer(context, request)) ?? new Response(null, { status: 404 });
  };
  return async (path, init = {}) => {
    // A valid token is returned again. A restored backup contains no tokens.
    const response = await send('session', { method: 'POST' }, token);
    token = (await readAnswer<Session>(response, 'session')).sessions[0]?.token;
    return send(path, init, token);
  };
}

/** Return a function that sends requests as the page and reads JSON. */
export const callInPage =
  (send: SendInPage): InPage =>
  async (path, { form, method = form ? 'POST' : 'GET', body } = {}) => {
    const response = await send(path, {
      method,
      headers: { accept: 'application/json', 'x-request-id': crypto.randomUUID() },
      body: form ? new URLSearchParams(form) : body === undefined ? undefined : JSON.stringify(body),
    });
    return readAnswer(response, path);
  };

/** Read an answer in JSON. @throws {Fault} its error */
async function readAnswer<T>(response: Response, path: string): Promise<T> {
  const answered = await response.json();
  if (response.ok && !answered.error) return answered;
  const message = answered.error?.message ?? `${path} answered ${response.status}.`;
  throw new Fault(readErrorCode(answered.error) ?? 'internal', message);
}

/** Copies of all data by name, until they are closed. */
export interface Backups {
  /** Save all data under a name. @returns size in bytes */
  backup(name: string): Promise<number>;
  restore(name: string): Promise<void>;
  close(): void;
}

/** Return backups in a temporary folder. */
export function createBackups(send: SendInPage): Backups {
  let temporary: { readonly folder: string; readonly remove: () => void } | undefined;
  const files = new Map<string, string>();
  return {
    async backup(name) {
      temporary ??= createTemporaryFolder();
      const path = files.get(name) ?? join(temporary.folder, `${files.size}.zip`);
      const response = await send('admin/backup');
      if (!response.ok || !response.body) throw new Error(`admin/backup answered ${response.status}.`);
      await pipeline(Readable.fromWeb(response.body as never), createWriteStream(path, { mode: 0o600 }));
      files.set(name, path);
      return (await stat(path)).size;
    },
    async restore(name) {
      const body = Readable.toWeb(createReadStream(files.get(name)!)) as ReadableStream;
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
      const response = await send('admin/restore?from=snapshot', init);
      if (!response.ok) throw new Error(`admin/restore answered ${response.status}.`);
    },
    close: () => temporary?.remove(),
  };
}
