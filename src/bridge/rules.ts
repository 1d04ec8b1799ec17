import { type BridgeRight, findRoute, type Match } from '../../sw/contract/routes.ts';
import { findOperation } from '../../sw/portal/contract/find-operation.ts';
import { portalRow } from '../../sw/portal/contract/index.ts';
import type { Access } from '../client/bridge-protocol.ts';

/** Headers that a client may set. Other headers are internal to the app, which trusts them, or not needed. */
const passed =
  /^(accept(-language)?|content-type|soapaction|(x-esri-)?authorization|if-(match|none-match|(un)?modified-since|range)|range|x-request-id|x-requested-with)$/i;

/** Return only the headers that another page may send. */
export const pickPassedHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => passed.test(name)));

/**
 * Return the reason why a request is refused; undefined if it is allowed. The matching route of the server determines
 * the rights, however the path is written.
 *
 * @param path path below the base, as sent by the app
 */
export function whyRefused(base: string, path: string, method: string, access: Access): string | undefined {
  const server = `https://any.test${base}`;
  // The URL to request. An absolute path or URL in `path` would leave the base.
  const url = new URL(server + path);
  if (!URL.canParse(path, server) || new URL(path, server).href !== url.href || !url.pathname.startsWith(base))
    return 'the path leaves the map server';
  let match: Match | undefined;
  try {
    match = findRoute(base, url.pathname);
  } catch {
    return 'this path is closed to bridges: nothing stands there';
  }
  const right = match ? requiredRight(match) : url.pathname === `${base}epsg.json` ? 'read' : 'administer';
  if (right === 'closed') return 'this path is closed to bridges';
  if (access === 'administer') return undefined;
  const isKnown = match ? Object.hasOwn(match.row.may, method === 'HEAD' ? 'GET' : method) : method === 'GET';
  return right === 'read' && isKnown ? undefined : 'the user allowed reading maps only';
}

/** Check whether a route answers the path. Files of the app need no sign-in. */
export function isAnswered(base: string, path: string): boolean {
  return findRoute(base, new URL(`https://any.test${base}${path}`).pathname) !== undefined;
}

/**
 * Return the right that a route requires. In the portal, operations that issue tokens or change accounts are closed.
 */
function requiredRight({ row, parameters }: Match): BridgeRight {
  const operation = row.name === 'portal' ? findOperation(parameters.get('path') ?? '') : undefined;
  if (!operation) return row.bridge;
  const { group, effect, path } = portalRow(operation.operation);
  return group === 'sign-in' || (effect === 'write' && path.includes('/users')) ? 'closed' : row.bridge;
}
