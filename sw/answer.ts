import type { Context } from './context.ts';
import { Fault, toFault } from './contract/index.ts';
import { type ExtensionRoute, findRoute, type Match, type RouteName } from './contract/routes.ts';
import { answerCatalogue } from './endpoints/catalogue.ts';
import { errorResponse } from './endpoints/error-response.ts';
import { admit } from './endpoints/gate.ts';
import { answerLayer } from './endpoints/layer.ts';
import { answerOutput } from './endpoints/output.ts';
import { answerPreview } from './endpoints/preview.ts';
import type { Endpoint, LayerAnswers, ServiceEndpoint, ServiceRoute } from './endpoints/request-context.ts';
import { addFormParameters, type Given, readQueryParameters } from './endpoints/request-parameters.ts';
import { answerService, answerSoap } from './endpoints/service.ts';
import { answerSession } from './endpoints/session.ts';
import { answerTile, answerTileFile } from './endpoints/tiles.ts';
import { extensions } from './extensions/index.ts';
import { tokensOf } from './portal/index.ts';

/** Load modules on demand, because most new workers don't need them for their first response. */
const portal = () => import('./endpoints/portal.ts');
const administration = () => import('./endpoints/administration.ts');

/** Only the removal of a service accepts a service that no longer exists. */
type ServedRoute = Exclude<ServiceRoute, 'admin-service'>;

const endpoints: {
  readonly [R in Exclude<RouteName, ExtensionRoute>]: R extends ServedRoute ? ServiceEndpoint : Endpoint;
} = {
  catalogue: answerCatalogue,
  service: answerService,
  'rest-token': async (requestContext) => (await portal()).answerRestToken(requestContext),
  preview: answerPreview,
  layer: answerLayer,
  tile: answerTile,
  'tile-file': answerTileFile,
  'tile-job': async (requestContext) => (await administration()).answerTileJob(requestContext),
  'tile-caches': async (requestContext) => (await administration()).answerTileCaches(requestContext),
  attachments: async (requestContext) => (await administration()).answerAttachments(requestContext),
  publish: async (requestContext) => (await administration()).answerPublish(requestContext),
  'admin-service': async (requestContext) => (await administration()).answerAdminService(requestContext),
  maps: async (requestContext) => (await administration()).answerMaps(requestContext),
  map: async (requestContext) => (await administration()).answerMap(requestContext),
  backup: async (requestContext) => (await administration()).answerBackup(requestContext),
  restore: async (requestContext) => (await administration()).answerRestore(requestContext),
  reset: async (requestContext) => (await administration()).answerReset(requestContext),
  origins: async (requestContext) => (await administration()).answerOrigins(requestContext),
  grids: async (requestContext) => (await administration()).answerGrids(requestContext),
  clock: async (requestContext) => (await administration()).answerClock(requestContext),
  storage: async (requestContext) => (await administration()).answerStorage(requestContext),
  output: answerOutput,
  inbox: async (requestContext) => (await administration()).answerInbox(requestContext),
  session: answerSession,
  portal: async (requestContext) => (await portal()).answerPortal(requestContext),
};

/** Includes the endpoints of the installed extensions. */
const allEndpoints: Partial<Readonly<Record<RouteName, Endpoint>>> = Object.assign(
  {},
  endpoints,
  ...extensions.map((extension) => extension.endpoints),
);
const layerAnswers: LayerAnswers = Object.assign({}, ...extensions.map((extension) => extension.layerAnswers));

/**
 * Answer a request. Return undefined if the request is for a file of the app: GET on a path outside the backend,
 * without a token.
 *
 * This is the whole backend: it uses the host only through `context`. The gate decides access before any endpoint runs.
 * Nothing is thrown; errors are returned in the format that clients of the endpoint expect.
 */
export async function answer(context: Context, request: Request): Promise<Response | undefined> {
  const response = await dispatch(context, request);
  response?.headers.set('x-content-type-options', 'nosniff');
  return response;
}

/**
 * Destinations by which a page of this origin would run a response or use it as a style.
 *
 * No response of the backend is meant for that: uploaders choose the types of files, and a JSONP response calls any
 * function named in the URL. JSONP is for pages of other origins. Their requests come through the serving program,
 * without a destination.
 */
const codeDestinations = new Set(['script', 'style', 'worker', 'sharedworker', 'serviceworker', 'xslt', 'manifest']);

async function dispatch(context: Context, request: Request): Promise<Response | undefined> {
  const url = new URL(request.url);
  let parameters: Given | undefined;
  let match: Match | undefined;
  try {
    match = matchRoute(context.base, request, url);
    if (!match) return undefined;
    if (codeDestinations.has(request.destination))
      return new Response(`${url.pathname} is data, and not ${request.destination} of this page.`, { status: 403 });
    const endpoint = allEndpoints[match.route];
    if (!endpoint) throw notFoundFault(url);
    if (extensions.some(({ givesParameters }) => givesParameters?.(match!, request))) {
      parameters = readQueryParameters(url);
      parameters = await addFormParameters(request, parameters);
    }
    const admission = admit({ context, request, url, match, given: parameters });
    if (match.route === 'service' && request.method === 'POST') return await answerSoap(context, request, admission);
    return await endpoint({ ...(await admission), layerAnswers });
  } catch (error) {
    const fault = toFault(error, request.signal);
    for (const { refuse } of extensions) {
      const refusal = match && (await refuse?.({ fault, request, url, match, parameters }));
      if (refusal) return refusal;
    }
    return errorResponse(fault, request, url);
  }
}

/** Check whether `answer` handles a request, instead of the web server. */
export function isForBackend(base: string, request: Request, url: URL): boolean {
  try {
    return matchRoute(base, request, url) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Find the route of a request; undefined for a file of the app.
 *
 * @throws {Fault} `not-found` for requests that must not reach a web server: mistyped paths, tokens, and request bodies
 */
function matchRoute(base: string, request: Request, url: URL): Match | undefined {
  const match = findRoute(base, url.pathname);
  if (match) return match;
  const isFile = request.method === 'GET' || request.method === 'HEAD';
  if (isFile && tokensOf(request, url.searchParams.get('token') ?? undefined).length === 0) return undefined;
  throw notFoundFault(url);
}

const notFoundFault = ({ pathname }: URL): Fault =>
  new Fault('not-found', `${pathname.slice(0, 400)} not found. Check the path.`);
