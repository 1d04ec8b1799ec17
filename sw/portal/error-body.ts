import type { Fault, FaultCode } from '../contract/index.ts';
import { faultCodes, messageCodeOf } from '../contract/index.ts';

const codes: Partial<Record<FaultCode, number>> = {
  'bad-token': 498,
  'too-many-tries': 429,
  'token-required': 499,
  'not-allowed': 403,
  'not-found': 404,
  'unknown-service': 404,
  'bad-method': 405,
  conflict: 409,
  'too-large': 413,
  'no-space': 507,
};

/** Return the error number of a fault in portal responses. */
export const portalCode = (fault: Fault): number =>
  codes[fault.code] ?? (faultCodes[fault.code] === 'client' ? 400 : 500);

/**
 * Return the body of an error response. `success`, and the ID and key of a running synchronization, are at the top level,
 * for clients that don't read `error`.
 */
export function portalErrorBody(fault: Fault): Readonly<Record<string, unknown>> {
  const { code: _, key, ...detail } = fault.detail;
  const details = Object.entries(detail).map(([name, value]) =>
    name === 'reason' ? String(value) : `${name}: ${value}`,
  );
  const error = { code: portalCode(fault), ...messageCodeOf(fault.code), message: fault.message, details };
  const { jobId } = detail;
  return { error, ...(jobId === undefined ? {} : { jobId, key }), success: false };
}
