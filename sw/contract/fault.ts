/** What went wrong, for programs. `client` codes are the caller's to mend, the others are ours. */
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
  internal: 'server',
} as const;

export type FaultCode = keyof typeof faultCodes;

/**
 * The one error of the backend. The message names the place, what was expected and what was found:
 * `Identify.MapImageDisplay.ImageDPI: number expected, "abc" found`.
 */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly detail: Readonly<Record<string, string | number>>;

  constructor(code: FaultCode, message: string, detail: Readonly<Record<string, string | number>> = {}) {
    super(message);
    this.name = 'Fault';
    this.code = code;
    this.detail = detail;
  }
}
