import type { PortalParameter } from '../../../sw/portal/contract/index.ts';
import { addressOf, bodyOf } from '../../connection/portal-call.ts';
import type { FormValue } from '../../parts/form/parameter-input.tsx';
import { type HttpOperationName, httpOperations, httpRow, isAdminOperation } from './operation-rows.ts';

const portalFormats = ['json', 'pjson', 'html'];

/** What an operation answers in; none when it answers a file alone. */
export const formatsOf = (operation: HttpOperationName): readonly string[] =>
  httpRow(operation).formats ?? portalFormats;

/** A request to the portal as the form has it. */
export interface PortalRequest {
  readonly operation: HttpOperationName;
  /** Values of the names in the path. */
  readonly path: Readonly<Record<string, string>>;
  /** Parameters that are given; the others are not sent. */
  readonly values: Readonly<Record<string, FormValue>>;
  readonly format: string;
  readonly method: string;
  /** With this page's sign-in to the portal, or as nobody. */
  readonly isSignedIn: boolean;
  /** Names that a person has filled in; prefilling leaves them alone. */
  readonly touched: readonly string[];
}

/** An empty request with the page's sign-in. */
export const emptyRequest = (operation: HttpOperationName): PortalRequest => ({
  operation,
  path: {},
  values: {},
  format: 'json',
  method: httpRow(operation).method ?? (httpRow(operation).effect === 'read' ? 'GET' : 'POST'),
  isSignedIn: httpRow(operation).allow !== 'anyone',
  touched: [],
});

export const isHttpOperation = (name: string | undefined): name is HttpOperationName =>
  name !== undefined && Object.hasOwn(httpOperations, name);

/** The names in the path of an operation, from left to right. */
export const pathNames = (operation: HttpOperationName): string[] =>
  Array.from(httpRow(operation).path.matchAll(/\{(\w+)\+?\}/g), ([, name]) => name!);

/** The parameters of an operation without their exact types. */
export const parametersOf = (operation: HttpOperationName): Readonly<Record<string, PortalParameter>> =>
  httpRow(operation).parameters;

/** True for passwords, which are never written to the history, links or samples. */
export const isSecret = (operation: HttpOperationName, name: string): boolean =>
  parametersOf(operation)[name]?.kind === 'password';

/** What is sent, before the token is added. */
export interface Wire {
  readonly method: string;
  /** With the query of a GET. */
  readonly url: string;
  readonly body: FormData | URLSearchParams | File | string | undefined;
}

/** Make the message of a request. */
export function wireOf({ operation, path, values, format, method }: PortalRequest): Wire {
  const url = `${location.origin}${addressOf(httpRow(operation).path, path)}`;
  if (isAdminOperation(operation)) return adminWire(operation, method, url, values);
  const { query, formats } = httpRow(operation);
  const given = { ...query, ...(query || formats?.length === 0 ? {} : { f: format }), ...values };
  return method === 'GET'
    ? { method, url: `${url}?${bodyOf(given)}`, body: undefined }
    : { method, url, body: bodyOf(given) };
}

/** A request below `admin/`: parameters as JSON in the body, or in the query of a body that is a file or empty. */
function adminWire(operation: HttpOperationName, method: string, url: string, values: PortalRequest['values']): Wire {
  const { body, parameters } = httpRow(operation);
  const given = Object.entries(values).filter(([, value]) => value !== '');
  const isNumberOrJson = (name: string) => /^(integer|json)$/.test(parameters[name]?.kind ?? '');
  const jsonValue = (name: string, value: FormValue): unknown => {
    if (!isNumberOrJson(name)) return value;
    try {
      return JSON.parse(String(value));
    } catch {
      return value;
    }
  };
  if (body === 'json') {
    const message = Object.fromEntries(given.map(([name, value]) => [name, jsonValue(name, value)]));
    return { method, url, body: JSON.stringify(message, null, 2) };
  }
  const query = new URLSearchParams(
    given.flatMap(([name, value]) => (value instanceof File ? [] : [[name, String(value)]])),
  );
  return {
    method,
    url: query.size > 0 ? `${url}?${query}` : url,
    body: values.file instanceof File ? values.file : undefined,
  };
}

/** Write a request down for the history or a link: without files and passwords, and never with a token. */
export function noteRequest({ operation, path, values, format, method, isSignedIn }: PortalRequest): string {
  const given = Object.entries(values).filter(
    ([name, value]) => !(value instanceof File) && !isSecret(operation, name),
  );
  return JSON.stringify({ operation, path, values: Object.fromEntries(given), format, method, isSignedIn });
}

/** Read what `noteRequest` wrote; undefined when it is something else. What the operation does not have is left out. */
export function readNote(note: string): PortalRequest | undefined {
  let read: Partial<Record<keyof PortalRequest, unknown>> | null;
  try {
    read = JSON.parse(note);
  } catch {
    return undefined;
  }
  const operation = read?.operation;
  if (!read || typeof operation !== 'string' || !isHttpOperation(operation)) return undefined;
  const empty = emptyRequest(operation);
  const isValue = (value: unknown): value is string | boolean => /^(string|boolean)$/.test(typeof value);
  const pick = (from: unknown, names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = (from as Record<string, unknown> | null | undefined)?.[name];
        return isValue(value) ? [[name, value] as const] : [];
      }),
    );
  const path = pick(read.path, pathNames(operation));
  const values = pick(read.values, Object.keys(parametersOf(operation)));
  return {
    operation,
    path: Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)])),
    values,
    format: formatsOf(operation).find((format) => format === read.format) ?? empty.format,
    method: !isAdminOperation(operation) && read.method === 'POST' ? 'POST' : empty.method,
    isSignedIn: read.isSignedIn !== false,
    touched: [...Object.keys(path), ...Object.keys(parametersOf(operation))],
  };
}
