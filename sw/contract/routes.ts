import { Fault } from './fault.ts';

/**
 * Who may: `anyone`; those who may `use` the service; its `owner`, or an administrator of its portal; a `publisher` of any
 * portal; an `administrator` of the server, which is one of the first portal; whom the table of the portal names (`portal`).
 * What is `anyone`'s and lists services lists those that the caller may use.
 */
export type Right = 'anyone' | 'use' | 'owner' | 'publisher' | 'administrator' | 'portal';

/** Which apps of other origins may ask it through a bridge: those that the user lets read, only those that administer, none. */
export type BridgeRight = 'read' | 'administer' | 'closed';

interface RouteRow {
  readonly name: string;
  /** Whose address it is; the core's where absent. Without that extension nothing is found there. */
  readonly extension?: string;
  /** Below the base; `{x}` takes one segment, `{x+}` one or two (a folder and a name), `{x*}` at the end all that remain. */
  readonly path: string;
  /** By method; HEAD is GET, and what is missing is refused. */
  readonly may: Readonly<Record<string, Right>>;
  readonly bridge: BridgeRight;
  /** For pages of this origin alone: no program outside the browser is answered, whatever token it has. */
  readonly isPageOnly?: true;
  /** Forms may post here, also those of other sites: it changes nothing, or has a check of its own. */
  readonly takesForms?: true;
  /** A caller without a token who finds no service is asked for one, since it may be private: clients then sign in. */
  readonly asksForToken?: true;
}

/** The policy of the backend: every path that is answered, and who may. Nothing is answered without a row. */
export const routes = [
  { name: 'catalogue', path: 'services', may: { GET: 'anyone', POST: 'anyone' }, bridge: 'read' },
  {
    name: 'service',
    path: 'services/{service+}/MapServer',
    may: { GET: 'use', POST: 'use' },
    bridge: 'read',
    takesForms: true,
  },
  // The same interface where clients of the commercial server look for it, and beside the REST interface.
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
  // What is below these is in the table of the REST interface.
  {
    name: 'rest-token',
    path: 'rest/generateToken',
    may: { GET: 'portal', POST: 'portal' },
    bridge: 'closed',
    takesForms: true,
  },
  // Where clients sign in to administer a server.
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
    isPageOnly: true,
  },
  {
    name: 'tile-caches',
    path: 'admin/caches/{service+}',
    may: { GET: 'use', POST: 'owner' },
    bridge: 'administer',
    isPageOnly: true,
  },
  {
    name: 'attachments',
    path: 'admin/attachments/{service+}',
    may: { GET: 'owner', POST: 'owner', DELETE: 'owner' },
    bridge: 'administer',
    isPageOnly: true,
  },
  {
    name: 'sources',
    extension: 'remote',
    path: 'admin/sources/{service+}',
    may: { GET: 'owner', POST: 'owner', DELETE: 'owner' },
    bridge: 'administer',
    isPageOnly: true,
  },
  // The owner of what a package replaces is asked for once its name has been read.
  {
    name: 'publish',
    path: 'admin/services',
    may: { GET: 'anyone', POST: 'publisher' },
    bridge: 'administer',
    isPageOnly: true,
  },
  {
    name: 'admin-service',
    path: 'admin/services/{service+}',
    may: { GET: 'owner', POST: 'owner', PATCH: 'owner', DELETE: 'owner' },
    bridge: 'administer',
    isPageOnly: true,
  },
  // A caller sees of a map what it may use of its services.
  { name: 'maps', path: 'admin/maps', may: { GET: 'anyone' }, bridge: 'administer', isPageOnly: true },
  {
    name: 'map',
    path: 'admin/maps/{id}',
    may: { GET: 'anyone', PUT: 'publisher', DELETE: 'publisher' },
    bridge: 'administer',
    isPageOnly: true,
  },
  // What is drawn names its services itself, each of which the caller must be allowed to use.
  {
    name: 'layout',
    extension: 'print',
    path: 'admin/layout',
    may: { POST: 'anyone' },
    bridge: 'closed',
    isPageOnly: true,
  },
  { name: 'backup', path: 'admin/backup', may: { GET: 'administrator' }, bridge: 'closed', isPageOnly: true },
  { name: 'restore', path: 'admin/restore', may: { POST: 'administrator' }, bridge: 'closed', isPageOnly: true },
  { name: 'reset', path: 'admin/reset', may: { POST: 'administrator' }, bridge: 'closed', isPageOnly: true },
  // The bridge reads it before anybody has signed in.
  {
    name: 'origins',
    path: 'admin/origins',
    may: { GET: 'anyone', POST: 'administrator', DELETE: 'administrator' },
    bridge: 'closed',
    isPageOnly: true,
  },
  {
    name: 'grids',
    path: 'admin/grids',
    may: { GET: 'anyone', POST: 'administrator', DELETE: 'administrator' },
    bridge: 'administer',
    isPageOnly: true,
  },
  // For tests; the answers of the worker say that it is set.
  {
    name: 'clock',
    path: 'admin/clock',
    may: { GET: 'anyone', POST: 'administrator', DELETE: 'administrator' },
    bridge: 'closed',
    isPageOnly: true,
  },
  // An id is as hard to guess as a token, and worth nothing after ten minutes.
  { name: 'output', path: 'output/{id}', may: { GET: 'anyone' }, bridge: 'read' },
  {
    name: 'inbox',
    path: 'inbox/{name}',
    may: { GET: 'administrator', POST: 'anyone' },
    bridge: 'administer',
    isPageOnly: true,
  },
  { name: 'session', path: 'session', may: { POST: 'anyone' }, bridge: 'closed', isPageOnly: true },
  // The routes below these, and who may use them, are in the table of the portal's operations.
  { name: 'portal', path: 'portals', may: { GET: 'portal', POST: 'portal' }, bridge: 'administer', takesForms: true },
  { name: 'portal', path: 'generateToken', may: { GET: 'portal', POST: 'portal' }, bridge: 'closed', takesForms: true },
  { name: 'portal', path: 'tokens', may: { GET: 'portal', POST: 'portal' }, bridge: 'closed', takesForms: true },
] as const satisfies readonly RouteRow[];

type Row = (typeof routes)[number];
export type RouteName = Row['name'];
/** Routes that an extension answers. */
export type ExtensionRoute = Extract<Row, { extension: string }>['name'];

export interface Match {
  readonly route: RouteName;
  readonly row: RouteRow;
  readonly parameters: ReadonlyMap<string, string>;
}

const rows: readonly (RouteRow & { readonly name: RouteName })[] = routes;
const roots = new Set(rows.map((row) => row.path.split('/')[0]!));
/** First words of the addresses that clients of such servers try; none is a file of the app. */
const knownRoots = new Set([...[...roots].map((root) => root.toLowerCase()), 'arcgis', 'server', 'rest', 'sharing']);

/**
 * Find the route of a path, or undefined when the path is not the backend's. Every form of a path that a browser may send is
 * read as one: percent-encoded letters, empty segments and slashes at the end make no difference.
 *
 * One extra segment may come first, as where the server of a client's configuration is `{base}arcgis`; so may
 * `sharing/rest`, alone or behind one segment, as where clients look for a portal.
 *
 * @param base path of the app, with slash at both ends
 * @throws {Fault} `not-found` when no route fits a path that only such a server would have, or a segment is not valid
 *   percent-encoding
 */
export function findRoute(base: string, pathname: string): Match | undefined {
  if (!pathname.startsWith(base)) return undefined;
  const written = pathname.slice(base.length).split('/');
  const segments = written.filter((segment) => segment !== '').map((segment) => decodeSegment(segment) ?? segment);
  const below = belowPrefix(segments);
  if (!below) {
    if (!segments.slice(0, 2).some((segment) => knownRoots.has(segment.toLowerCase()))) return undefined;
    throw new Fault('not-found', `Nothing exists at ${pathname.slice(0, 400)}. ${known(base)}`);
  }
  const broken = written.find((segment) => decodeSegment(segment) === undefined);
  if (broken) throw new Fault('not-found', `Path segment "${broken.slice(0, 80)}" is not valid percent-encoding.`);
  for (const row of rows) {
    const isPortal = row.name === 'portal' && row.path === below[0];
    const parameters = isPortal
      ? new Map([['path', below.map(encodeURIComponent).join('/')]])
      : matchSegments(row.path.split('/'), below);
    if (parameters) return { route: row.name, row, parameters };
  }
  // Not left to the web server: a call with a mistake in its address must not leave the machine.
  throw new Fault('not-found', `No address of the server matches ${pathname.slice(0, 400)}. ${known(base)}`);
}

const known = (base: string): string => `One of ${rows.map(({ path }) => path).join(', ')} expected below ${base}.`;

function belowPrefix(segments: readonly string[]): readonly string[] | undefined {
  const rest = segments.findIndex((segment, index) => segment === 'sharing' && segments[index + 1] === 'rest');
  const starts = rest === 0 || rest === 1 ? [rest + 2, 0, 1] : [0, 1];
  const start = starts.find((at) => roots.has(segments[at] ?? ''));
  return start === undefined ? undefined : segments.slice(start);
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): Map<string, string> | undefined {
  const parameters = new Map<string, string>();
  let at = 0;
  for (const [index, part] of pattern.entries()) {
    if (part.endsWith('*}')) {
      parameters.set(part.slice(1, -2), segments.slice(at).map(encodeURIComponent).join('/'));
      return parameters;
    }
    if (part.endsWith('+}')) {
      // Before a path of any length the name of the server says where the service ends.
      const remaining = pattern.at(-1)!.endsWith('*}')
        ? segments.indexOf(pattern[index + 1]!, at + 1) - at
        : segments.length - at - (pattern.length - index - 1);
      if (remaining < 1 || remaining > 2) return undefined;
      parameters.set(part.slice(1, -2), segments.slice(at, at + remaining).join('/'));
      at += remaining;
    } else {
      const segment = segments[at++];
      if (segment === undefined) return undefined;
      if (part.startsWith('{')) parameters.set(part.slice(1, -1), segment);
      else if (part !== segment) return undefined;
    }
  }
  return at === segments.length ? parameters : undefined;
}

/** The segments that a route takes at its end (`{below*}`), decoded; empty where it takes none. */
export const segmentsBelow = ({ parameters }: Match): string[] =>
  (parameters.get('below') ?? '').split('/').filter(Boolean).map(decodeURIComponent);

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
