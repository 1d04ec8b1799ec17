import {
  type PortalOperationName,
  type PortalParameter,
  portalOperations,
  portalRow,
} from '../../../sw/portal/contract/index.ts';
import { addressOf, bodyOf } from '../../connection/portal-call.ts';

export const formats = ['json', 'pjson', 'html'] as const;
type Format = (typeof formats)[number];
type Method = 'GET' | 'POST';
export type FormValue = string | boolean | File;

/** A request to the portal as the form has it. */
export interface PortalRequest {
  readonly operation: PortalOperationName;
  /** What stands for the names in the path. */
  readonly path: Readonly<Record<string, string>>;
  /** Parameters that are given; the others are not sent. */
  readonly values: Readonly<Record<string, FormValue>>;
  readonly format: Format;
  readonly method: Method;
  /** With this page's sign-in to the portal, or as nobody. */
  readonly isSignedIn: boolean;
  /** Names that a person has filled in; prefilling leaves them alone. */
  readonly touched: readonly string[];
}

/** A request before anything is filled in: that of a program, with the page's sign-in. */
export const emptyRequest = (operation: PortalOperationName): PortalRequest => ({
  operation,
  path: {},
  values: {},
  format: 'json',
  method: portalRow(operation).effect === 'read' ? 'GET' : 'POST',
  isSignedIn: portalRow(operation).allow !== 'anyone',
  touched: [],
});

export const isPortalOperation = (name: string | undefined): name is PortalOperationName =>
  name !== undefined && Object.hasOwn(portalOperations, name);

/** The names in the path of an operation, from left to right. */
export const pathNames = (operation: PortalOperationName): string[] =>
  Array.from(portalRow(operation).path.matchAll(/\{(\w+)\+?\}/g), ([, name]) => name!);

/** The parameters of an operation without their exact types. */
export const parametersOf = (operation: PortalOperationName): Readonly<Record<string, PortalParameter>> =>
  portalRow(operation).parameters;

/** True for what is never written down: passwords. Tokens are no parameters. */
export const isSecret = (operation: PortalOperationName, name: string): boolean =>
  parametersOf(operation)[name]?.kind === 'password';

/** What is sent, before the token is added. */
export interface Wire {
  readonly method: Method;
  /** With the query of a GET. */
  readonly url: string;
  readonly body: FormData | URLSearchParams | undefined;
}

/** Make the message of a request. */
export function wireOf({ operation, path, values, format, method }: PortalRequest): Wire {
  const url = `${location.origin}${addressOf(operation, path)}`;
  const given = { f: format, ...values };
  return method === 'GET'
    ? { method, url: `${url}?${bodyOf(given)}`, body: undefined }
    : { method, url, body: bodyOf(given) };
}

/** Write a request down for the history or a link: without files and passwords, and never with a token. */
export function noteRequest({ operation, path, values, format, method, isSignedIn }: PortalRequest): string {
  const kept = Object.entries(values).filter(([name, value]) => !(value instanceof File) && !isSecret(operation, name));
  return JSON.stringify({ operation, path, values: Object.fromEntries(kept), format, method, isSignedIn });
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
  if (!read || typeof operation !== 'string' || !isPortalOperation(operation)) return undefined;
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
    format: formats.find((format) => format === read.format) ?? empty.format,
    method: portalRow(operation).effect === 'read' && read.method === 'POST' ? 'POST' : empty.method,
    isSignedIn: read.isSignedIn !== false,
    touched: [...Object.keys(path), ...Object.keys(parametersOf(operation))],
  };
}
