import type { Access } from '../client/bridge-protocol.ts';

/** Paths that no bridge passes on, whatever was allowed: they hand out tokens or change who may use the bridge. */
const closedPaths = [
  /(^|\/)generateToken$/i,
  /(^|\/)admin\/(origins|backup|restore|reset)(\/|$)/i,
  /(^|\/)session(\/|$)/i,
];

/** What reading comprises: the catalogue, services and their pictures. */
const readable = [/^services(\/|$)/, /^output\//, /^epsg\.json$/];

/**
 * Say why a request may not pass, or nothing.
 *
 * @param path below the base, as the app gave it
 */
export function whyRefused(base: string, path: string, method: string, access: Access): string | undefined {
  const url = new URL(path, `https://any.test${base}`);
  if (url.origin !== 'https://any.test' || !url.pathname.startsWith(base)) return 'the path leaves the map server';
  const below = decodeURIComponent(url.pathname.slice(base.length));
  if (below.includes('..') || closedPaths.some((pattern) => pattern.test(below)))
    return 'this path is closed to bridges';
  // A prefix such as `arcgis/` may stand before the path.
  const plain = below.replace(/^[^/]+\/(?=services(\/|$)|portals(\/|$))/, '');
  if (access === 'administer') return undefined;
  if (!readable.some((pattern) => pattern.test(plain))) return 'the user allowed reading maps only';
  const isSoap = method === 'POST' && /\/MapServer$/.test(plain);
  return method === 'GET' || method === 'HEAD' || isSoap ? undefined : 'the user allowed reading maps only';
}
