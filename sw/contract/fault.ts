/** Error codes for programs. `client` codes are errors that the caller can fix; the others are server errors. */
export const faultCodes = {
  'bad-xml': 'client',
  'bad-envelope': 'client',
  'unknown-operation': 'client',
  'bad-value': 'client',
  'missing-element': 'client',
  'unknown-service': 'client',
  'unknown-map': 'client',
  'unknown-layer': 'client',
  'unknown-field': 'client',
  'unknown-id': 'client',
  'bad-extent': 'client',
  'bad-geometry': 'client',
  'bad-spatial-reference': 'client',
  'bad-sql': 'client',
  'bad-package': 'client',
  'not-supported': 'client',
  'not-implemented': 'server',
  'not-allowed': 'client',
  'token-required': 'client',
  'bad-token': 'client',
  'too-many-tries': 'client',
  conflict: 'client',
  'not-found': 'client',
  'bad-method': 'client',
  'too-large': 'client',
  'too-complex': 'client',
  'no-space': 'server',
  'storage-failed': 'server',
  'source-failed': 'server',
  internal: 'server',
} as const;

export type FaultCode = keyof typeof faultCodes;

/** Codes of the error numbers that map server clients recognize as a request to sign in. */
const signInCodes: Readonly<Record<number, FaultCode>> = { 498: 'bad-token', 499: 'token-required' };

/**
 * Return the code to send with the number of a JSON error.
 *
 * Empty for sign-in errors, because clients would read the code in place of the number.
 */
export const toMessageCode = (code: FaultCode): { readonly messageCode?: FaultCode } =>
  Object.values(signInCodes).includes(code) ? {} : { messageCode: code };

/** Read the code of a JSON error. Return undefined if it has none. */
export const readErrorCode = (error: { code?: unknown; messageCode?: unknown } | undefined): FaultCode | undefined =>
  (error?.messageCode as FaultCode | undefined) ?? signInCodes[Number(error?.code)];

/**
 * The backend's only error class.
 *
 * The message names the path, the expected and the found value: `Identify.MapImageDisplay.ImageDPI: expected a number,
 * found "abc".`
 */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly detail: Readonly<Record<string, string | number>>;

  constructor(
    code: FaultCode,
    message: string,
    detail: Readonly<Record<string, string | number>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'Fault';
    this.code = code;
    this.detail = detail;
  }
}

type Detail = Readonly<Record<string, string | number>>;

/**
 * Make the fault of an unexpected value: `path: expected X, found Y.`
 *
 * @param actual a phrase; `quoteValue` makes it from a value that a request or a file sent
 */
export function wrongValue(code: FaultCode, path: string, expected: string, actual: string, detail?: Detail): Fault {
  return new Fault(code, `${path}: expected ${expected}, found ${actual}.`, detail);
}

/** Make the fault `bad-value` of an unexpected value that a request or a file sent. */
export const badValue = (path: string, expected: string, actual: unknown): Fault =>
  wrongValue('bad-value', path, expected, quoteValue(actual));

/** Make the fault of a valid request that this server can't answer: `path isn't supported: reason.` */
export function unsupported(path: string, reason: string, detail?: Detail): Fault {
  return new Fault('not-supported', `${path} isn't supported: ${reason}.`, detail);
}

/** Make the fault of a value that must be unique: `path: duplicate ID 7.` */
export function duplicate(path: string, name: string, value: unknown, code: FaultCode = 'bad-value'): Fault {
  return new Fault(code, `${path}: duplicate ${name} ${quoteValue(value)}.`);
}

/** Maximum characters of a value in a message. */
const maxQuotedLength = 80;

/** Describe a value in a message: text in double quotes, cut to a readable length, and `nothing` if it's undefined. */
export function quoteValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof File !== 'undefined' && value instanceof File) return 'a file';
  if (typeof value === 'string') return `"${value.slice(0, maxQuotedLength)}"`;
  if (typeof value === 'number') return String(value);
  return (JSON.stringify(value) ?? String(value)).slice(0, maxQuotedLength);
}

/** Describe a JSON value in a message, lists and objects only by their kind. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : quoteValue(value);
}

/**
 * Return the message of a library or decoder about invalid data, without the full stop.
 *
 * JavaScript errors ("Cannot read properties of undefined") describe the code, so they are reported as damaged data.
 */
export function describeReason(error: unknown): string {
  if (error instanceof TypeError || error instanceof ReferenceError) return 'it is damaged or cut off';
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}

/**
 * Turn any thrown value into a fault.
 *
 * Anything other than a fault is a bug: it becomes the `cause` of an `internal` fault, and its stack is logged to the
 * console.
 *
 * @param signal of the work that threw; its reason isn't logged, because an aborted request isn't a bug
 */
export function toFault(error: unknown, signal?: AbortSignal): Fault {
  if (error instanceof Fault) return error;
  if (error !== signal?.reason) console.error(error);
  const message = error instanceof Error ? error.message : String(error);
  return new Fault('internal', `Internal error: ${message}`, {}, { cause: error });
}
