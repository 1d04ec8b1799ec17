import { type Fault, type FaultCode, faultCodes } from '../contract/index.ts';

const statusOf: Partial<Record<FaultCode, number>> = {
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
 * Answer a fault outside SOAP: a page for people, else JSON with the usual error object.
 *
 * @returns status 400 for the caller's mistakes, 500 for ours, or a more specific one
 */
export async function errorResponse(fault: Fault, request: Request, url: URL): Promise<Response> {
  const status = statusOf[fault.code] ?? (faultCodes[fault.code] === 'client' ? 400 : 500);
  if (wantsPage(request, url)) {
    const { errorPage } = await import('../pages/index.ts');
    return errorPage(status, fault.message);
  }
  const { code: messageCode, message, detail } = fault;
  // Why a file elsewhere cannot be read is said in the language of a page by the reason.
  const body = { error: { code: status, messageCode, message, details: [], ...(detail.reason ? { detail } : {}) } };
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}

/** `f` decides; without it a browser that navigates gets a page. */
export function wantsPage(request: Request, url: URL): boolean {
  const format = url.searchParams.get('f');
  if (format) return format === 'html';
  return request.mode === 'navigate' || (request.headers.get('accept') ?? '').includes('text/html');
}

/** JSON, indented when the caller asks for `pjson`. */
export function jsonResponse(body: unknown, url: URL, status = 200): Response {
  const text = JSON.stringify(body, null, url.searchParams.get('f') === 'pjson' ? 2 : undefined);
  return new Response(text, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });
}
