import { signal } from '@preact/signals';
import { inPath } from '../../sw/contract/in-path.ts';
import { errorCodeOf } from '../../sw/contract/index.ts';
import {
  type PortalOperationName,
  type PortalPathOf,
  type PortalRequestOf,
  portalRow,
} from '../../sw/portal/contract/index.ts';
import { text } from '../text/text.ts';
import { base, ServiceFault, send } from './call.ts';
import type { AnswerOf } from './portal-answers.ts';
import { dropSession, sessions, signPageIn } from './sign-in.ts';

/** Incremented with every change by this page, so that components with portal data read it again. */
export const changes = signal(0);

/** Make components with portal data read it again. */
export function noteChange(): void {
  changes.value++;
}

type Options = { readonly signal?: AbortSignal | undefined };
type Values<O extends PortalOperationName> = Partial<PortalRequestOf<O>>;
type Given = Readonly<Record<string, unknown>>;

/**
 * Call an operation of the portal, with the session token of the portal in its path.
 *
 * @throws {ServiceFault} the portal's error, or `no-answer`
 * @throws {DOMException} `AbortError` when the signal was aborted
 */
export async function ask<O extends PortalOperationName>(
  operation: O,
  path: PortalPathOf<O>,
  values: Values<O> = {},
  options: Options = {},
): Promise<AnswerOf<O>> {
  const response = await request(operation, path, values as Given, options);
  const answer = await readAnswer(operation, response);
  if (portalRow(operation).effect === 'write' && operation !== 'runDue') noteChange();
  return answer as AnswerOf<O>;
}

/** Call an operation that returns a file. @throws {ServiceFault} */
export async function askFile<O extends PortalOperationName>(
  operation: O,
  path: PortalPathOf<O>,
  options: Options = {},
): Promise<Blob> {
  const response = await request(operation, path, {}, options);
  // The requested file may be JSON, like an error, but only a file has this header.
  if (!response.headers.has('content-disposition')) await readAnswer(operation, response);
  return response.blob();
}

/** Read all pages of a list. @throws {ServiceFault} */
export async function askAll<O extends PortalOperationName, T>(
  operation: O,
  path: PortalPathOf<O>,
  readEntries: (answer: AnswerOf<O>) => readonly T[],
  options: Options & { readonly values?: Values<O> } = {},
): Promise<T[]> {
  const all: T[] = [];
  for (let start = 1; start > 0; ) {
    const values = { ...options.values, start, num: 100 } as unknown as Values<O>;
    const answer = await ask(operation, path, values, options);
    for (const entry of readEntries(answer)) all.push(entry);
    start = (answer as { nextStart?: number }).nextStart ?? -1;
  }
  return all;
}

async function request(
  operation: PortalOperationName,
  path: Readonly<Record<string, string>>,
  values: Given,
  { signal: abort }: Options,
): Promise<Response> {
  const init = { method: 'POST', body: makeBody(values), signal: abort ?? null };
  return sendSigned(operation, fillAddress(portalRow(operation).path, path), init, path.portalId);
}

/**
 * Send a request with the session token of a portal. If the token is refused, the page signs in again and repeats the
 * request.
 *
 * @param portalId undefined to send no token
 * @throws {ServiceFault} `no-answer`
 */
export async function sendSigned(
  operation: string,
  url: string,
  init: RequestInit,
  portalId: string | undefined,
): Promise<Response> {
  // Both attempts have the same ID, because the first was refused before it had an effect.
  const requestId = crypto.randomUUID();
  const attempt = () => {
    const token = sessions.value?.get(portalId ?? '')?.token;
    const headers = { 'x-request-id': requestId };
    return send(operation, url, { ...init, headers }, token ? `Bearer ${token}` : null);
  };
  const response = await attempt();
  if (!portalId || !(await isTokenRefused(response))) return response;
  // The token has expired or was revoked, so sign in again, if the portal allows it.
  dropSession(portalId);
  await signPageIn();
  return sessions.value?.has(portalId) ? attempt() : response;
}

/** Fill in the parameters of a path pattern. */
export function fillAddress(pattern: string, path: Readonly<Record<string, string>>): string {
  const filled = pattern.replaceAll(/\{(\w+)(\+?)\}/g, (_, name: string, takesRest: string) => {
    const value = path[name] ?? '';
    return takesRest ? inPath(value) : encodeURIComponent(value);
  });
  return base + filled;
}

/**
 * Return the form of a request, as multipart if it contains a file. Undefined values are left out; `f` is json by
 * default.
 */
export function makeBody(values: Given): FormData | URLSearchParams {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const hasFile = entries.some(([, value]) => value instanceof Blob);
  const body = hasFile ? new FormData() : new URLSearchParams();
  const put = (name: string, value: unknown) => {
    if (value instanceof File && body instanceof FormData) body.set(name, value, value.name);
    else (body as URLSearchParams).set(name, toText(value));
  };
  put('f', 'json');
  for (const [name, value] of entries) put(name, value);
  return body;
}

const toText = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value);

interface Refusal {
  readonly error?: {
    readonly code: number;
    readonly messageCode?: string;
    readonly message: string;
    readonly details: readonly string[];
  };
}

async function isTokenRefused(response: Response): Promise<boolean> {
  if (response.headers.has('content-disposition')) return false;
  const answer = (await response
    .clone()
    .json()
    .catch(() => ({}))) as Refusal;
  return errorCodeOf(answer.error) === 'bad-token';
}

async function readAnswer(operation: string, response: Response): Promise<unknown> {
  const answer = (await response.json().catch(() => undefined)) as Refusal | undefined;
  if (answer === undefined) throw new ServiceFault('no-answer', text.faults.unreadable, operation);
  if (!answer.error) return answer;
  const { message, details } = answer.error;
  throw new ServiceFault(errorCodeOf(answer.error) ?? 'internal', [message, ...details].join(' '), operation);
}
