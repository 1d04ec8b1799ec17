import { Fault, quoteValue, wrongValue } from './fault.ts';

/**
 * Callers that a route allows.
 *
 * - `anyone`. Lists then contain only services that the caller can use.
 * - `use`: callers who can use the service.
 * - `owner`: the owner of the service, or an administrator of its portal.
 * - `publisher`: a publisher of any portal.
 * - `administrator`: an administrator of the first portal, and so of the server.
 * - `portal`: decided by the operation table of the portal.
 */
export type Right = 'anyone' | 'use' | 'owner' | 'publisher' | 'administrator' | 'portal';

/**
 * Apps of other origins that can call a route through a bridge: with read permission, with admin permission, or none.
 */
export type BridgeRight = 'read' | 'administer' | 'closed';

interface RouteRow {
  readonly name: string;
  /** Extension that answers the route; absent for the core. Without the extension, the route answers "not found". */
  readonly extension?: string;
  /**
   * Pattern below the base. `{x}` takes one segment, `{x+}` one or two (folder and name), `{x*}` at the end all that
   * remain.
   */
  readonly path: string;
  /** By method. HEAD counts as GET. Other methods are refused. */
  readonly may: Readonly<Record<string, Right>>;
  readonly bridge: BridgeRight;
  /** True if forms can post here, even from other sites, because the route changes nothing or has its own check. */
  readonly takesForms?: true;
  /**
   * True if a caller without a token gets `token-required` instead of `unknown-service`. The service can be private, so
   * clients then sign in.
   */
  readonly asksForToken?: true;
}

/**
 * The access policy of the backend: every path that it answers, and the allowed callers. Other paths aren't answered.
 */
export const routes = [
  { name: 'catalogue', path: 'services', may: { GET: 'anyone', POST: 'anyone' }, bridge: 'read' },
  {
    name: 'service',
    path: 'services/{service+}/MapServer',
    may: { GET: 'use', POST: 'use' },
    bridge: 'read',
    takesForms: true,
  },
  // The same interface at the paths that clients of the commercial server expect, also next to the REST interface.
  {
    name: 'wms',
    extension: 'ogc',
    path: 'services/{service+}/MapServer/WMSServer',
    may: { GET: 'use' },
    bridge: 'read',
  },
  {
    name: 'wms',
    extension: 'ogc',
    path: 'rest/services/{service+}/MapServer/WMSServer',
    may: { GET: 'use' },
    bridge: 'read',
    asksForToken: true,
  },
  {
    name: 'wmts',
    extension: 'ogc',
    path: 'rest/services/{service+}/MapServer/WMTS/{below*}',
    may: { GET: 'use' },
    bridge: 'read',
    asksForToken: true,
  },
  {
    name: 'vector-tiles',
    extension: 'vector-tiles',
    path: 'rest/services/{service+}/VectorTileServer/{below*}',
    may: { GET: 'use', POST: 'use' },
    bridge: 'read',
    takesForms: true,
    asksForToken: true,
  },
  {
    name: 'ogc-features',
    extension: 'ogc',
    path: 'rest/services/{service+}/OGCFeatureServer/{below*}',
    may: { GET: 'use' },
    bridge: 'read',
    asksForToken: true,
  },
  // The table of the REST interface lists the paths below these routes.
  {
    name: 'rest-token',
    path: 'rest/generateToken',
    may: { GET: 'portal', POST: 'portal' },
    bridge: 'closed',
    takesForms: true,
  },
  // Sign-in path of administration clients.
  {
    name: 'rest-token',
    path: 'admin/generateToken',
    may: { GET: 'portal', POST: 'portal' },
    bridge: 'closed',
    takesForms: true,
  },
  {
    name: 'rest-service',
    extension: 'rest',
    path: 'rest/services/{service+}/MapServer/{below*}',
    may: { GET: 'use', POST: 'use' },
    bridge: 'read',
    takesForms: true,
    asksForToken: true,
  },
  {
    name: 'rest-service',
    extension: 'rest',
    path: 'rest/services/{service+}/FeatureServer/{below*}',
    may: { GET: 'use', POST: 'use' },
    bridge: 'read',
    takesForms: true,
    asksForToken: true,
  },
  {
    name: 'rest-catalogue',
    extension: 'rest',
    path: 'rest/{below*}',
    may: { GET: 'anyone', POST: 'anyone' },
    bridge: 'read',
    takesForms: true,
  },
  { name: 'preview', path: 'services/{service+}/MapServer/preview', may: { GET: 'use' }, bridge: 'read' },
  { name: 'layer', path: 'services/{service+}/MapServer/{id}', may: { GET: 'use' }, bridge: 'read' },
  { name: 'tile', path: 'services/{service+}/MapServer/tile/{level}/{row}/{col}', may: { GET: 'use' }, bridge: 'read' },
  {
    name: 'tile-file',
    path: 'cache/{service+}/{map}/{tree}/{level}/{row}/{col}',
    may: { GET: 'use' },
    bridge: 'read',
  },
  {
    name: 'tile-job',
    path: 'admin/caches/{service+}/jobs/{id}/run',
    may: { POST: 'owner' },
    bridge: 'administer',
  },
  {
    name: 'tile-caches',
    path: 'admin/caches/{service+}',
    may: { GET: 'use', POST: 'owner' },
    bridge: 'administer',
  },
  {
    name: 'attachments',
    path: 'admin/attachments/{service+}',
    may: { GET: 'owner', POST: 'owner', DELETE: 'owner' },
    bridge: 'administer',
  },
  {
    name: 'sources',
    extension: 'remote',
    path: 'admin/sources/{service+}',
    may: { GET: 'owner', POST: 'owner', DELETE: 'owner' },
    bridge: 'administer',
  },
  // If a package replaces a service, the endpoint checks its owner after it has read the name from the package.
  {
    name: 'publish',
    path: 'admin/services',
    may: { GET: 'anyone', POST: 'publisher' },
    bridge: 'administer',
  },
  {
    name: 'admin-service',
    path: 'admin/services/{service+}',
    may: { GET: 'owner', POST: 'owner', PATCH: 'owner', DELETE: 'owner' },
    bridge: 'administer',
  },
  // Callers see only the parts of a map whose services they can use.
  { name: 'maps', path: 'admin/maps', may: { GET: 'anyone' }, bridge: 'administer' },
  {
    name: 'map',
    path: 'admin/maps/{id}',
    may: { GET: 'anyone', PUT: 'publisher', DELETE: 'publisher' },
    bridge: 'administer',
  },
  // The request names its services, and the caller must be allowed to use each of them.
  {
    name: 'layout',
    extension: 'print',
    path: 'admin/layout',
    may: { POST: 'anyone' },
    bridge: 'closed',
  },
  { name: 'backup', path: 'admin/backup', may: { GET: 'administrator' }, bridge: 'closed' },
  { name: 'restore', path: 'admin/restore', may: { POST: 'administrator' }, bridge: 'closed' },
  { name: 'reset', path: 'admin/reset', may: { POST: 'administrator' }, bridge: 'closed' },
  // Open to anyone, because the bridge reads it before a user signs in.
  {
    name: 'origins',
    path: 'admin/origins',
    may: { GET: 'anyone', POST: 'administrator', DELETE: 'administrator' },
    bridge: 'closed',
  },
  {
    name: 'grids',
    path: 'admin/grids',
    may: { GET: 'anyone', POST: 'administrator', DELETE: 'administrator' },
    bridge: 'administer',
  },
  { name: 'storage', path: 'admin/storage', may: { GET: 'publisher' }, bridge: 'closed' },
  // For tests. While the clock is set, the worker marks its responses.
  {
    name: 'clock',
    path: 'admin/clock',
    may: { GET: 'anyone', POST: 'administrator', DELETE: 'administrator' },
    bridge: 'closed',
  },
  // Open to anyone, because an ID is as hard to guess as a token and expires after ten minutes.
  { name: 'output', path: 'output/{id}', may: { GET: 'anyone' }, bridge: 'read' },
  {
    name: 'inbox',
    path: 'inbox/{name}',
    may: { GET: 'administrator', POST: 'anyone' },
    bridge: 'administer',
  },
  { name: 'session', path: 'session', may: { POST: 'anyone' }, bridge: 'closed' },
  // The portal's operation table lists the paths below these routes and their allowed callers.
  { name: 'portal', path: 'portals', may: { GET: 'portal', POST: 'portal' }, bridge: 'administer', takesForms: true },
  { name: 'portal', path: 'generateToken', may: { GET: 'portal', POST: 'portal' }, bridge: 'closed', takesForms: true },
  { name: 'portal', path: 'tokens', may: { GET: 'portal', POST: 'portal' }, bridge: 'closed', takesForms: true },
] as const satisfies readonly RouteRow[];

type Row = (typeof routes)[number];
export type RouteName = Row['name'];
/** Routes that extensions answer. */
export type ExtensionRoute = Extract<Row, { extension: string }>['name'];

export interface Match {
  readonly route: RouteName;
  readonly row: RouteRow;
  readonly parameters: ReadonlyMap<string, string>;
}

const rows: readonly (RouteRow & { readonly name: RouteName })[] = routes;
const roots = new Set(rows.map((row) => row.path.split('/')[0]!));
/** First path segments that clients of map servers use. No file of the app has one of these names. */
const knownRoots = new Set([...[...roots].map((root) => root.toLowerCase()), 'arcgis', 'server', 'rest', 'sharing']);

/**
 * Find the route of a path. Return undefined if the path doesn't belong to the backend.
 *
 * Different spellings of a path are equal: percent-encoded characters, empty segments and trailing slashes make no
 * difference.
 *
 * The path can start with one extra segment, for clients that are configured with `{base}arcgis` as the server. It can
 * also start with `sharing/rest`, with or without one segment before it, which clients use for a portal.
 *
 * @param base path of the app, with a slash at both ends
 * @throws {Fault} `not-found` when no route fits a path that only a map server would have, or a segment is not valid
 *   percent-encoding
 */
export function findRoute(base: string, pathname: string): Match | undefined {
  if (!pathname.startsWith(base)) return undefined;
  const written = pathname.slice(base.length).split('/');
  const segments = written.filter((segment) => segment !== '').map((segment) => decodeSegment(segment) ?? segment);
  const below = stripPrefix(segments);
  if (!below) {
    if (!segments.slice(0, 2).some((segment) => knownRoots.has(segment.toLowerCase()))) return undefined;
    throw new Fault('not-found', `${pathname.slice(0, 400)} not found. ${describeKnownPaths(base)}`);
  }
  const broken = written.find((segment) => decodeSegment(segment) === undefined);
  if (broken) throw wrongValue('not-found', 'Path segment', 'valid percent-encoding', quoteValue(broken));
  for (const row of rows) {
    const isPortal = row.name === 'portal' && row.path === below[0];
    const parameters = isPortal
      ? new Map([['path', below.map(encodeURIComponent).join('/')]])
      : matchSegments(row.path.split('/'), below);
    if (parameters) return { route: row.name, row, parameters };
  }
  // Don't pass it on to the web server: a call with a mistyped path must not leave the machine.
  throw new Fault('not-found', `${pathname.slice(0, 400)} not found. ${describeKnownPaths(base)}`);
}

const describeKnownPaths = (base: string): string =>
  `Use one of ${rows.map(({ path }) => path).join(', ')} below ${base}.`;

function stripPrefix(segments: readonly string[]): readonly string[] | undefined {
  const rest = segments.findIndex((segment, index) => segment === 'sharing' && segments[index + 1] === 'rest');
  const starts = rest === 0 || rest === 1 ? [rest + 2, 0, 1] : [0, 1];
  const start = starts.find((index) => roots.has(segments[index] ?? ''));
  return start === undefined ? undefined : segments.slice(start);
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): Map<string, string> | undefined {
  const parameters = new Map<string, string>();
  let position = 0;
  for (const [index, part] of pattern.entries()) {
    if (part.endsWith('*}')) {
      parameters.set(part.slice(1, -2), segments.slice(position).map(encodeURIComponent).join('/'));
      return parameters;
    }
    if (part.endsWith('+}')) {
      // Before `{x*}`, the segment with the server's name marks the end of the service.
      const remaining = pattern.at(-1)!.endsWith('*}')
        ? segments.indexOf(pattern[index + 1]!, position + 1) - position
        : segments.length - position - (pattern.length - index - 1);
      if (remaining < 1 || remaining > 2) return undefined;
      parameters.set(part.slice(1, -2), segments.slice(position, position + remaining).join('/'));
      position += remaining;
    } else {
      const segment = segments[position++];
      if (segment === undefined) return undefined;
      if (part.startsWith('{')) parameters.set(part.slice(1, -1), segment);
      else if (part !== segment) return undefined;
    }
  }
  return position === segments.length ? parameters : undefined;
}

/** Return the decoded segments that a route takes at its end (`{below*}`). Empty if it takes none. */
export const segmentsBelow = ({ parameters }: Match): string[] =>
  (parameters.get('below') ?? '').split('/').filter(Boolean).map(decodeURIComponent);

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
