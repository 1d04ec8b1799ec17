import type { FaultCode } from '../../sw/contract/index.ts';

/** What can go wrong between an app and the server, beside the faults of the server itself. */
export type ClientErrorCode =
  | FaultCode
  /** No worker controls this page: a call would reach the web host. */
  | 'no-worker'
  /** Something else than the map server answered, or nobody. */
  | 'no-answer'
  /** The time-out ran out. */
  | 'timeout'
  /** The user has not allowed this origin, or not for this. */
  | 'origin-not-allowed'
  /** A window must be opened, and only a click may do that. */
  | 'needs-gesture'
  /** The bridge could not be reached, or was closed. */
  | 'bridge-closed';

/** A fault of the server, or a failure on the way to it. The message says what to do about it. */
export class ClientError extends Error {
  readonly code: ClientErrorCode;
  /** SOAP operation or route that was asked; empty while connecting. */
  readonly operation: string;
  /** What was asked, as it was given. */
  readonly request: unknown;
  /** What the server's fault says beside its message; empty for other failures. */
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(code: ClientErrorCode, message: string, operation = '', request?: unknown, detail = {}) {
    super(message);
    this.name = 'ClientError';
    this.code = code;
    this.operation = operation;
    this.request = request;
    this.detail = detail;
  }
}
