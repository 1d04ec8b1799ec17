import { type BridgeRight, findRoute, type Match } from '../../sw/contract/routes.ts';
import { findOperation } from '../../sw/portal/contract/find-operation.ts';
import { portalRow } from '../../sw/portal/contract/index.ts';
import type { Access } from '../client/bridge-protocol.ts';

/** Headers that say what a client wants. All others are between parts of the app, which trust them, or nobody needs them. */
const passed =
  /^(accept(-language)?|content-type|soapaction|(x-esri-)?authorization|if-(match|none-match|(un)?modified-since|range)|range|x-request-id|x-requested-with)$/i;

/** Return those headers of a request of another page that may pass. */
export const passedHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => passed.test(name)));

/**
 * Say why a request may not pass, or nothing. What counts is the route that the server will find, however the path is written.
 *
 * @param path below the base, as the app gave it
 */
export function whyRefused(base: string, path: string, method: string, access: Access): string | undefined {
  const server = `https://any.test${base}`;
  // The address that will be asked, which an absolute path or address would leave.
  const url = new URL(server + path);
  if (!URL.canParse(path, server) || new URL(path, server).href !== url.href || !url.pathname.startsWith(base))
    return 'the path leaves the map server';
  let match: Match | undefined;
  try {
    match = findRoute(base, url.pathname);
  } catch {
    return 'this path is closed to bridges: nothing stands there';
  }
  const right = match ? rightOf(match) : url.pathname === `${base}epsg.json` ? 'read' : 'administer';
  if (right === 'closed') return 'this path is closed to bridges';
  if (access === 'administer') return undefined;
  const isKnown = match ? Object.hasOwn(match.row.may, method === 'HEAD' ? 'GET' : method) : method === 'GET';
  return right === 'read' && isKnown ? undefined : 'the user allowed reading maps only';
}

/** True when a route answers the path, and no file of the app: only then somebody's rights count. */
export function isAnswered(base: string, path: string): boolean {
  return findRoute(base, new URL(`https://any.test${base}${path}`).pathname) !== undefined;
}

/** Of the portal, what hands out tokens and what changes who may sign in is closed. */
function rightOf({ row, parameters }: Match): BridgeRight {
  const found = row.name === 'portal' ? findOperation(parameters.get('path') ?? '') : undefined;
  if (!found) return row.bridge;
  const { group, effect, path } = portalRow(found.operation);
  return group === 'sign-in' || (effect === 'write' && path.includes('/users')) ? 'closed' : row.bridge;
}
