import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { type OperationName, operations } from '../../sw/contract/index.ts';
import type { Parameter, Parameters } from '../../sw/contract/parameter.ts';
import { decodeRequest } from '../../sw/soap/decode.ts';
import { encodeRequest } from '../../sw/soap/encode.ts';
import { openEnvelope, readOperationName, sealEnvelope } from '../../sw/soap/envelope.ts';
import { base, serviceUrl } from '../connection/call.ts';
import { fillAddress, makeBody } from '../connection/portal-call.ts';
import { problemsIn } from '../parts/form/parameter-form.tsx';
import type { FormValue } from '../parts/form/parameter-input.tsx';
import type { HttpSample, SoapSample } from './code-samples.ts';
import { httpRow, isAdminOperation, isHttpOperation, pathNames } from './operations.ts';

export type Members = Readonly<Record<string, unknown>>;

/** A request as entered in the form. */
export interface ExplorerRequest {
  readonly operation: string;
  /** Path parameters; for SOAP, the `service`. */
  readonly path: Readonly<Record<string, string>>;
  /** Values to send. Text, switches and files; for SOAP, values of the contract. */
  readonly values: Members;
  /** The edited SOAP message; undefined if the form makes it. */
  readonly text?: string | undefined;
  readonly format: string;
  readonly method: string;
  /** Whether to send this page's portal token. */
  readonly isSignedIn: boolean;
  /** Names of the values that the user has set, which prefilling must not change. */
  readonly touched: readonly string[];
}

export const isSoap = (operation: string | undefined): operation is OperationName =>
  operation !== undefined && Object.hasOwn(operations, operation);

/** Make an empty request with the page's sign-in. */
export function emptyRequest(operation: string): ExplorerRequest {
  const blank = { operation, path: {}, values: {}, format: 'json', touched: [] };
  if (!isHttpOperation(operation)) return { ...blank, method: 'POST', isSignedIn: true };
  const { method, effect, allow } = httpRow(operation);
  return { ...blank, method: method ?? (effect === 'read' ? 'GET' : 'POST'), isSignedIn: allow !== 'anyone' };
}

/** Return the response formats of an operation; empty if it returns only a file. */
export const listFormats = (operation: string): readonly string[] =>
  httpRow(operation).formats ?? ['json', 'pjson', 'html'];

/** Return the path parameters of an operation. */
export const pathRows = (operation: string): Parameters =>
  Object.fromEntries(
    pathNames(operation).map((name): [string, Parameter] => [name, { kind: 'string', doc: '', required: true }]),
  );

/** Return the problems with an HTTP request before it is sent, by name. */
export const findRequestProblems = ({ operation, path, values }: ExplorerRequest): ReadonlyMap<string, string> =>
  new Map([...problemsIn(pathRows(operation), path), ...problemsIn(httpRow(operation).parameters, values)]);

/** Check whether a parameter is a password, which must never be in the history, links or samples. */
const isSecret = (operation: string, name: string): boolean => httpRow(operation).parameters[name]?.kind === 'password';

/** A request as sent, without the token. */
export interface Wire {
  readonly method: string;
  /** Includes the query of a GET request. */
  readonly url: string;
  readonly body: FormData | URLSearchParams | File | string | undefined;
}

/** Make the message of a request. @throws {Fault} if a value of a SOAP operation doesn't match the contract */
export function makeWire(request: ExplorerRequest): Wire {
  const { operation, path, values, format, method } = request;
  if (isSoap(operation))
    return { method, url: serviceUrl(path.service!), body: request.text ?? envelopeFor(operation, values) };
  const url = `${location.origin}${fillAddress(httpRow(operation).path, path)}`;
  if (isAdminOperation(operation)) return adminWire(request, url);
  const { query, formats } = httpRow(operation);
  const queryValues = { ...query, ...(query || formats?.length === 0 ? {} : { f: format }), ...values };
  return method === 'GET'
    ? { method, url: `${url}?${makeBody(queryValues)}`, body: undefined }
    : { method, url, body: makeBody(queryValues) };
}

/**
 * Make a request below `admin/`. Parameters are JSON in the body. If the body is a file or empty, they are in the
 * query.
 */
function adminWire({ operation, method, values }: ExplorerRequest, url: string): Wire {
  const { body, parameters } = httpRow(operation);
  const filledValues = Object.entries(values).filter(([, value]) => value !== '');
  const jsonValue = (name: string, value: unknown): unknown => {
    if (/^(string|text|boolean)$/.test(parameters[name]!.kind)) return value;
    try {
      return JSON.parse(String(value));
    } catch {
      return value;
    }
  };
  if (body === 'json') {
    const message = Object.fromEntries(filledValues.map(([name, value]) => [name, jsonValue(name, value)]));
    return { method, url, body: JSON.stringify(message, null, 2) };
  }
  const query = new URLSearchParams(
    filledValues.flatMap(([name, value]) => (value instanceof File ? [] : [[name, String(value)]])),
  );
  return {
    method,
    url: query.size > 0 ? `${url}?${query}` : url,
    body: values.file instanceof File ? values.file : undefined,
  };
}

/** Write a SOAP request as a whole message. @throws {Fault} if a value doesn't match the contract */
export const envelopeFor = (operation: OperationName, value: Members): string =>
  sealEnvelope(encodeRequest(operation, value as never), '1.1');

/** Read a message back into the form. @throws {Fault} `bad-xml`, `bad-envelope`, `missing-element`, `bad-value` */
export function readEnvelope(xml: string): { readonly operation: OperationName; readonly value: Members } {
  const { element, dialect } = openEnvelope(xml);
  const operation = readOperationName(element);
  return { operation, value: decodeRequest(operation, element, dialect) as Members };
}

/** Return the fields of a body or query in the order in which they are sent. */
function fieldsIn({ body, url }: Wire): [name: string, value: string | File][] {
  const isForm = body instanceof FormData || body instanceof URLSearchParams;
  return Array.from((isForm ? body : new URL(url).searchParams) as Iterable<[string, string | File]>);
}

/** Write a message as it is sent, one field per line; the token and passwords are elided. */
export function httpText({ operation }: ExplorerRequest, wire: Wire, isWithToken: boolean): string {
  const { pathname, search, host } = new URL(wire.url);
  const lines = [`${wire.method} ${pathname}${search} HTTP/1.1`, `Host: ${host}`];
  if (isWithToken) lines.push('Authorization: Bearer …');
  if (!wire.body) return lines.join('\n');
  if (typeof wire.body === 'string') return [...lines, 'Content-Type: application/json', '', wire.body].join('\n');
  if (wire.body instanceof File) return [...lines, '', `@${wire.body.name} (${wire.body.size} bytes)`].join('\n');
  const isMultipart = wire.body instanceof FormData;
  lines.push(`Content-Type: ${isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}`, '');
  for (const [name, value] of fieldsIn(wire)) {
    const text = value instanceof File ? `@${value.name} (${value.size} bytes)` : value;
    lines.push(`${name}=${isSecret(operation, name) ? '…' : isMultipart ? text : encodeURIComponent(text)}`);
  }
  return lines.join('\n');
}

/** Return the request for a code sample. @throws {Fault} like `makeWire` */
export function makeSample(request: ExplorerRequest): HttpSample | SoapSample {
  const { operation, isSignedIn, path, text, values } = request;
  const wire = makeWire(request);
  const { method, url, body } = wire;
  if (isSoap(operation))
    return { operation, url, envelope: body as string, value: text === undefined ? values : undefined };
  const sessionUrl = `${location.origin}${base}session`;
  if (isAdminOperation(operation)) {
    const content = typeof body === 'string' ? body : undefined;
    return { method, url, content, file: body instanceof File ? body.name : undefined, token: { sessionUrl } };
  }
  const fields = fieldsIn(wire).map(([name, value]) => ({
    name,
    value: value instanceof File ? value.name : value,
    kind:
      value instanceof File ? ('file' as const) : isSecret(operation, name) ? ('secret' as const) : ('text' as const),
  }));
  const form = body instanceof FormData ? 'multipart' : body ? 'urlencoded' : 'query';
  const token = isSignedIn && path.portalId ? { portalId: path.portalId, sessionUrl } : undefined;
  return { method, url: url.split('?')[0]!, fields, form, token };
}

/**
 * Write a request for the history or a link: as XML for SOAP, otherwise as JSON without files and passwords. It never
 * contains a token.
 *
 * @throws {Fault} like `makeWire`
 */
export function writeRequestNote(request: ExplorerRequest): string {
  const { operation, path, values, format, method, isSignedIn } = request;
  if (isSoap(operation)) return makeWire(request).body as string;
  const filledValues = Object.entries(values).filter(
    ([name, value]) => !(value instanceof File) && !isSecret(operation, name),
  );
  return JSON.stringify({ operation, path, values: Object.fromEntries(filledValues), format, method, isSignedIn });
}

/**
 * Read the XML or JSON that `writeRequestNote` wrote; undefined for JSON of another operation. Unknown members are
 * dropped.
 */
export function readNote(operation: string, service: string, note: string): ExplorerRequest | undefined {
  const empty = emptyRequest(operation);
  if (isSoap(operation)) {
    try {
      return { ...empty, path: { service }, values: readEnvelope(note).value };
    } catch {
      return { ...empty, path: { service }, text: note };
    }
  }
  let read: Partial<Record<keyof ExplorerRequest, unknown>> | null;
  try {
    read = JSON.parse(note);
  } catch {
    return undefined;
  }
  if (read?.operation !== operation) return undefined;
  const names = Object.keys(httpRow(operation).parameters);
  const path = Object.entries(pick(read.path, pathNames(operation))).map(([name, value]) => [name, String(value)]);
  return {
    ...empty,
    path: Object.fromEntries(path),
    values: pick(read.values, names),
    format: listFormats(operation).find((format) => format === read.format) ?? empty.format,
    method: !isAdminOperation(operation) && read.method === 'POST' ? 'POST' : empty.method,
    isSignedIn: read.isSignedIn !== false,
    touched: [...path.map(([name]) => name!), ...names],
  };
}

function pick(from: unknown, names: readonly string[]): Readonly<Record<string, FormValue>> {
  const members = (from ?? {}) as Record<string, unknown>;
  const isValue = (value: unknown): value is string | boolean => /^(string|boolean)$/.test(typeof value);
  return Object.fromEntries(names.flatMap((name) => (isValue(members[name]) ? [[name, members[name]]] : [])));
}

/** Pack a message for a URL: deflated, in URL-safe base64. */
export function packRequest(message: string): string {
  const bytes = deflateSync(strToU8(message), { level: 9 });
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const maximumBytes = 8 * 1024 ** 2;

/** Unpack the output of `packRequest`; undefined if it was cut or changed, or is larger than 8 MB. */
export function unpackRequest(packed: string): string | undefined {
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const deflated = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    // Output is limited to the buffer; a message that fills it was cut.
    const bytes = inflateSync(deflated, { out: new Uint8Array(maximumBytes) });
    return bytes.length < maximumBytes ? strFromU8(bytes) : undefined;
  } catch {
    return undefined;
  }
}

/** Return the address of the explorer with a request. @throws {Fault} like `makeWire` */
export function shareLink(request: ExplorerRequest): string {
  const { operation, path } = request;
  const url = new URL(location.pathname, location.href);
  const service: [string, string][] = isSoap(operation) ? [['service', path.service!]] : [];
  const addressParts = [
    ['page', 'explorer'],
    ...service,
    ['operation', operation],
    ['request', packRequest(writeRequestNote(request))],
  ];
  url.search = new URLSearchParams(addressParts).toString();
  return url.href;
}
