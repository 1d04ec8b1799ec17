import { type Fault, type FaultCode, faultCodes } from '../../contract/index.ts';

const statuses: Partial<Record<FaultCode, number>> = {
  'unknown-service': 404,
  'not-found': 404,
  'bad-method': 405,
  'not-allowed': 403,
  'bad-token': 401,
  'token-required': 401,
};

/** Return a fault as JSON with an HTTP status code, because tile clients only check the status. */
export function tileFault({ code, message }: Fault): Response {
  const status = statuses[code] ?? (faultCodes[code] === 'client' ? 400 : 500);
  const error = { code: status, messageCode: code, message, details: [] };
  return Response.json({ error }, { status, headers: { 'cache-control': 'no-store' } });
}
