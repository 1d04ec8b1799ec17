import type { Context } from '../context.ts';
import { badValue, Fault, toFault, wrongValue } from '../contract/index.ts';
import { trimLetters } from '../contract/trim-letters.ts';
import { authorize, type RequestedResource, readScope } from './authorize.ts';
import type { PortalCall, PortalHandler, Reply } from './call.ts';
import { readRememberedReply } from './change.ts';
import { type Found, findOperation } from './contract/find-operation.ts';
import { type PortalOperationName, portalRow } from './contract/index.ts';
import { sha256 } from './digest.ts';
import { portalCode, portalErrorBody } from './error-body.ts';
import { preparePortals } from './first-run.ts';
import { portalHandlers } from './handlers.ts';
import { isNonce } from './nonce.ts';
import { answerPage, errorPage, formPage, type Shown, showsPresent } from './pages/operation-pages.ts';
import { decodeParameters, type Given, portalParameterText, readPortalParameters } from './parameters.ts';
import { findPrincipal, nobody, type Principal, readToken } from './principal.ts';

type Format = 'html' | 'json' | 'pjson';

/** The parsed parts of a request, so that an error can be answered in its format. */
interface Progress {
  given: Given;
  format: Format;
  found: Found | undefined;
  principal: Principal;
  requested: RequestedResource | undefined;
  token: string | undefined;
}

interface PortalRequest {
  readonly context: Context;
  readonly request: Request;
  readonly url: URL;
  /** Path below the root of the interface. */
  readonly below: string;
  /** Prepares the data that must exist before the portals are read. */
  readonly prepare: () => Promise<void>;
}

/**
 * Perform an operation of the portal's table and return its response, or an error in the requested format.
 *
 * It checks, in this order: method, token, role, existence of the resource, the caller's relation to it, origin of the
 * form, parameters.
 */
export async function answerRequest(received: PortalRequest): Promise<Response> {
  const { context, request, url, below, prepare } = received;
  const progress: Progress = {
    given: { values: new Map(url.searchParams), inBody: new Set() },
    format: 'html',
    found: undefined,
    principal: nobody,
    requested: undefined,
    token: undefined,
  };
  const shown = (status: number): Shown => ({ ...progress, context, url, below, status });
  try {
    progress.format = readFormat(progress.given);
    progress.given = await readPortalParameters(request, url);
    progress.format = readFormat(progress.given);
    await prepare();
    await preparePortals(context);
    const answer = await perform(received, progress, shown);
    if (answer instanceof Response) return answer;
    if (asksBareToken(progress.given) && typeof answer.token === 'string') return bareToken(answer.token);
    return progress.format === 'html' ? answerPage(shown(200), answer) : json(answer, progress.format, 200);
  } catch (error) {
    const fault = toFault(error, request.signal);
    // By convention of this interface, the error is in the body and the status is usually 200.
    const status = portalParameterText(progress.given, 'strictStatus') === 'true' ? portalCode(fault) : 200;
    if (progress.format === 'html') return errorPage(shown(status), fault);
    return json(portalErrorBody(fault), progress.format, status);
  }
}

async function perform(
  { context, request, url, below }: PortalRequest,
  progress: Progress,
  shown: (status: number) => Shown,
): Promise<Reply | Response> {
  const { given } = progress;
  progress.found = findOperation(below);
  if (!progress.found) throw new Fault('not-found', `Operation ${url.pathname.slice(0, 400)} not found.`);
  const { operation, path } = progress.found;
  const row = portalRow(operation);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // A link can lead to a read operation that requires parameters. Show its form to the user.
  const lacksMore = Object.entries(row.parameters).some(
    ([name, parameter]) => parameter.required && !portalParameterText(given, name),
  );
  const showsForm = isRead && (row.effect === 'write' || lacksMore) && progress.format === 'html';
  if (!isRead && request.method !== 'POST')
    throw badMethod(request, url, row.effect === 'write' ? 'POST' : 'GET or POST');
  if (isRead && row.effect === 'write' && !showsForm) throw badMethod(request, url, 'POST');

  progress.token = readToken(request, portalParameterText(given, 'token'));
  progress.principal = await findPrincipal(context, request, progress.token);
  progress.requested = await readScope(context, path, progress.principal);
  const { principal, requested } = progress;
  const key = await readRequestKey(request, url, given);
  try {
    authorize(principal, operation, requested);
    const call = {
      context,
      operation,
      principal,
      // Operations at the root use the portal of the caller.
      scope: requested.scope!,
      path: path as never,
      key,
      signal: request.signal,
    };
    const showForm = async (notice?: string) =>
      formPage(shown(200), operation, given, await presentState(call, below), notice);
    if (showsForm) return await showForm();
    if (row.effect === 'write' && request.mode === 'navigate' && !(await isOurForm(context, request, url, given))) {
      return await showForm(
        'Nothing was done. This request did not come from a page of this portal; send the form if you want it.',
      );
    }
    const handler = portalHandlers[operation] as PortalHandler<typeof operation>;
    return await handler({ ...call, values: decodeParameters(row, given) as never });
  } catch (error) {
    // The resource may have been deleted by an earlier delivery of this same request.
    const isGone = error instanceof Fault && error.code === 'not-found' && row.effect === 'write';
    const remembered = isGone && (await readRememberedReply({ context, key }));
    if (remembered) return remembered;
    throw error;
  }
}

/**
 * Read the current state of the resource that an operation changes, from the path above it or the list that contains
 * it.
 *
 * Undefined if the form doesn't need it.
 */
async function presentState(call: Omit<PortalCall<PortalOperationName>, 'values'>, below: string): Promise<unknown> {
  if (!showsPresent(call.operation)) return undefined;
  const segments = trimLetters(below, '/').split('/').slice(0, -1);
  const read = (match: Found | undefined): Promise<Reply | Response> | undefined => {
    if (!match || portalRow(match.operation).effect !== 'read') return undefined;
    const handler = portalHandlers[match.operation] as PortalHandler<PortalOperationName>;
    return handler({ ...call, operation: match.operation, values: {} as never });
  };
  const direct = read(findOperation(segments.join('/')));
  if (direct) return direct;
  const parentMatch = findOperation(segments.slice(0, -1).join('/'));
  const { list } = parentMatch ? portalRow(parentMatch.operation) : {};
  const entries = list && ((await read(parentMatch)) as Reply | undefined)?.[list.member];
  const id = Object.values(call.path).at(-1);
  return (entries as readonly Reply[] | undefined)?.find((entry) => entry[list!.id] === id);
}

/**
 * Return the requested format.
 *
 * @throws {Fault} `bad-value` for an unknown format
 */
function readFormat(parameters: Given): Format {
  const f = parameters.values.get('f') || (asksBareToken(parameters) ? 'json' : 'html');
  if (f === 'html' || f === 'json' || f === 'pjson') return f;
  throw badValue(`'f'`, 'html, json or pjson', String(f));
}

/**
 * Whether the client predates the parameter `f` and expects only the token. Newer clients send `request=getToken` with
 * `f=json`.
 */
const asksBareToken = ({ values }: Given): boolean => values.get('request') === 'getToken' && !values.get('f');

const bareToken = (token: string): Response =>
  new Response(token, { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } });

const badMethod = (request: Request, url: URL, expected: string): Fault =>
  wrongValue('bad-method', 'Method', `${expected} at ${url.pathname}`, request.method);

/**
 * Whether a form is from this app. Forms posted by other sites also reach the worker, but lack our origin and nonce.
 */
async function isOurForm(context: Context, request: Request, url: URL, parameters: Given): Promise<boolean> {
  if (request.headers.get('origin') !== context.origin) return false;
  return isNonce(context, url.pathname, portalParameterText(parameters, 'nonce') ?? '');
}

/**
 * Return a key that is equal for a repeated request.
 *
 * The key contains the caller's request ID, or the form's nonce and values, because the user can go back and change the
 * form. Undefined for other requests, which always count as new.
 */
async function readRequestKey(request: Request, url: URL, parameters: Given): Promise<string | undefined> {
  const where = `${request.method} ${url.pathname}`;
  const id = request.headers.get('x-request-id');
  if (id)
    return `id:${await sha256(`${readToken(request, portalParameterText(parameters, 'token')) ?? ''}\n${where}\n${id}`)}`;
  if (request.mode !== 'navigate' || !portalParameterText(parameters, 'nonce')) return undefined;
  const values = [...parameters.values].map(([name, value]) =>
    typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
  );
  return `nonce:${await sha256(`${where}\n${JSON.stringify(values)}`)}`;
}

const json = (body: unknown, format: Format, status: number): Response =>
  new Response(JSON.stringify(body, null, format === 'pjson' ? 2 : undefined), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    },
  });
