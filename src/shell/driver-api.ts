import { base, formatError, send } from '../connection/call.ts';
import type { PublishedFiles } from '../publish/job/publish-job.ts';
import { publishFiles } from '../publish/publish-files.ts';

/** API for a program that drives a page without a window. Results are JSON. */
interface DrivenPage {
  /** @throws {Error} with the reason why the files can't be published */
  publish(files: readonly File[], name: string, taken: readonly string[]): Promise<PublishedFiles>;
  /** Send a request to the backend with the rights of the page. @throws {Error} the backend's error */
  ask(path: string, init?: PageRequest): Promise<unknown>;
  /** Store a backup of everything. @returns its size in bytes */
  backup(name: string): Promise<number>;
  /** @throws {Error} if there is no backup with this name */
  restore(name: string): Promise<void>;
}

/** A body is sent as JSON, a form as a POST form. */
interface PageRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly form?: Record<string, string>;
}

/** Stored on the browser's disk, so backups survive a crash. */
const backups = () => caches.open('driven-backups');
const backupAddress = (name: string): string => `${base}driven-backups/${encodeURIComponent(name)}`;

/** Give the program access to this page. */
export function driveBy(target: { soapstone?: DrivenPage }): void {
  target.soapstone = {
    publish: (files, name, taken) => publishFiles(files, name, taken).catch(throwMessage),
    ask: (path, init = {}) => ask(path, init).catch(throwMessage),
    async backup(name) {
      const backup = await (await send('ask', `${base}admin/backup`, {})).blob();
      await (await backups()).put(backupAddress(name), new Response(backup));
      return backup.size;
    },
    async restore(name) {
      const stored = await (await backups()).match(backupAddress(name));
      if (!stored) throw new Error('The browser has removed the snapshot from its disk.');
      const body = await stored.blob();
      const response = await send('ask', `${base}admin/restore?from=snapshot`, { method: 'POST', body });
      if (!response.ok) throw new Error(`admin/restore answered ${response.status}.`);
    },
  };
}

async function ask(path: string, { form, method = form ? 'POST' : 'GET', body }: PageRequest): Promise<unknown> {
  const response = await send('ask', base + path, {
    method,
    headers: { accept: 'application/json', 'x-request-id': crypto.randomUUID() },
    ...(form ? { body: new URLSearchParams(form) } : body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answered = await response.json();
  if (!response.ok || answered.error)
    throw new Error(answered.error?.message ?? `${path} answered ${response.status}.`);
  return answered;
}

function throwMessage(error: unknown): never {
  throw new Error(formatError(error));
}
