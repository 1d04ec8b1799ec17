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

/** Numbers that map server clients recognize as a request to sign in, with their codes. */
const signInCodes: Readonly<Record<number, FaultCode>> = { 498: 'bad-token', 499: 'token-required' };

/**
 * Return the code to send with the number of a JSON error.
 *
 * Empty for sign-in errors, because clients would read the code in place of the number.
 */
export const messageCodeOf = (code: FaultCode): { readonly messageCode?: FaultCode } =>
  Object.values(signInCodes).includes(code) ? {} : { messageCode: code };

/** Read the code of a JSON error. Return undefined if it has none. */
export const errorCodeOf = (error: { code?: unknown; messageCode?: unknown } | undefined): FaultCode | undefined =>
  (error?.messageCode as FaultCode | undefined) ?? signInCodes[Number(error?.code)];

/**
 * The backend's only error class.
 *
 * The message has the path, the expected and the found value: `Identify.MapImageDisplay.ImageDPI: number expected,
 * "abc" found`.
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

interface WrongValue {
  readonly code?: FaultCode;
  readonly detail?: Readonly<Record<string, string | number>>;
  /** If true, use the word order in existing recordings of the map interfaces: `path: X expected, "Y" found.` */
  readonly isRecorded?: boolean;
}

/**
 * Make the fault of a wrong value: `path: expected X, found "Y".` The found value is shortened to a readable length.
 */
export function wrongValue(path: string, expected: string, found: unknown, options: WrongValue = {}): Fault {
  const { code = 'bad-value', detail = {}, isRecorded = false } = options;
  const text = describeFound(found);
  const sentence = isRecorded ? `${expected} expected, ${text} found` : `expected ${expected}, found ${text}`;
  return new Fault(code, `${path}: ${sentence}.`, detail);
}

function describeFound(found: unknown): string {
  if (found === undefined) return 'nothing';
  if (typeof File !== 'undefined' && found instanceof File) return 'a file';
  if (typeof found === 'string') return `"${found.slice(0, 80)}"`;
  return (JSON.stringify(found) ?? String(found)).slice(0, 80);
}

/**
 * Return the message of a library or decoder about invalid data, without the full stop.
 *
 * JavaScript errors ("Cannot read properties of undefined") describe the code, so they are reported as damaged data.
 */
export function reasonOf(error: unknown): string {
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
