import { type Fault, type FaultCode, faultCodes } from '../contract/index.ts';

const statusByFaultCode: Partial<Record<FaultCode, number>> = {
  'unknown-service': 404,
  'not-found': 404,
  'bad-method': 405,
  'not-allowed': 403,
  'bad-token': 498,
  'token-required': 499,
  conflict: 409,
  'too-large': 413,
  'no-space': 507,
  'not-implemented': 501,
};

/**
 * Return the response for a fault outside SOAP: a page for browsers, otherwise JSON with the usual error object.
 *
 * @returns status 400 for errors of the caller, 500 for errors of the server, or a more specific status
 */
export async function errorResponse(fault: Fault, request: Request, url: URL): Promise<Response> {
  const status = statusByFaultCode[fault.code] ?? (faultCodes[fault.code] === 'client' ? 400 : 500);
  if (wantsPage(request, url)) {
    const { errorPage } = await import('../pages/index.ts');
    return errorPage(status, fault.message);
  }
  const { code: messageCode, message, detail } = fault;
  // Pages translate the reason why a remote file can't be read.
  const body = { error: { code: status, messageCode, message, details: [], ...(detail.reason ? { detail } : {}) } };
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}

/** Check whether the response should be a page. `f` decides; without it, browser navigations get a page. */
export function wantsPage(request: Request, url: URL): boolean {
  const format = url.searchParams.get('f');
  if (format) return format === 'html';
  return request.mode === 'navigate' || (request.headers.get('accept') ?? '').includes('text/html');
}

/** Return a JSON response, indented for `f=pjson`. */
export function jsonResponse(body: unknown, url: URL, status = 200): Response {
  const text = JSON.stringify(body, null, url.searchParams.get('f') === 'pjson' ? 2 : undefined);
  return new Response(text, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });
}
