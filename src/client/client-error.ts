import type { FaultCode } from '../../sw/contract/index.ts';

/** Codes of failures between an app and the server, in addition to the server's fault codes. */
export type ClientErrorCode =
  | FaultCode
  /** No worker controls this page, so a call would reach the web host. */
  | 'no-worker'
  /** The answer isn't from the map server, or there is none. */
  | 'no-answer'
  /** The timeout has expired. */
  | 'timeout'
  /** The user hasn't allowed this origin, or not with these rights. */
  | 'origin-not-allowed'
  /** A window must be opened, which requires a click. */
  | 'needs-gesture'
  /** The bridge couldn't be reached, or was closed. */
  | 'bridge-closed';

/** A fault of the server, or a failure on the way to it. The message explains how to fix it. */
export class ClientError extends Error {
  readonly code: ClientErrorCode;
  /** SOAP operation or route of the request; empty while connecting. */
  readonly operation: string;
  /** The request as the caller passed it. */
  readonly request: unknown;
  /** Details of the server's fault, other than its message; empty for other failures. */
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
