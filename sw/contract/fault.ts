/** What went wrong, for programs. The caller can mend what has a `client` code; the others are ours. */
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

/** The numbers by which clients of map servers know that they must sign in, and the codes that stand for them. */
const signInCodes: Readonly<Record<number, FaultCode>> = { 498: 'bad-token', 499: 'token-required' };

/** Return the code beside the number of an error in JSON; none for sign-in, since clients would read it for the number. */
export const messageCodeOf = (code: FaultCode): { readonly messageCode?: FaultCode } =>
  Object.values(signInCodes).includes(code) ? {} : { messageCode: code };

/** Read the code of an error in JSON; undefined where it has none. */
export const errorCodeOf = (error: { code?: unknown; messageCode?: unknown } | undefined): FaultCode | undefined =>
  (error?.messageCode as FaultCode | undefined) ?? signInCodes[Number(error?.code)];

/**
 * The one error of the backend. The message names the path, what was expected and what was found:
 * `Identify.MapImageDisplay.ImageDPI: number expected, "abc" found`.
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
  /** The order of words that programs have recorded from the interfaces of maps: `path: X expected, "Y" found.` */
  readonly isRecorded?: boolean;
}

/** Make the fault of a wrong value: `path: expected X, found "Y".` What was found is cut to a length people read. */
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
 * Return what a library or a decoder says of the data it was given, without a full stop.
 *
 * Errors of the language itself ("Cannot read properties of undefined") speak of the code that damaged data led astray.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof TypeError || error instanceof ReferenceError) return 'it is damaged or cut off';
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}

/**
 * Turn whatever was thrown into a fault. What is not one yet is a mistake in this code: it becomes the `cause` of an
 * `internal` fault, and the console shows its stack.
 *
 * @param signal of the work that threw; its own reason is a request given up, which is no mistake
 */
export function toFault(error: unknown, signal?: AbortSignal): Fault {
  if (error instanceof Fault) return error;
  if (error !== signal?.reason) console.error(error);
  const message = error instanceof Error ? error.message : String(error);
  return new Fault('internal', `Internal error: ${message}`, {}, { cause: error });
}
