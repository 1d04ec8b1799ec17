import { Fault } from './contract/index.ts';

/** What stands where below the base; `{x}` takes one segment, `{x+}` one or two (a folder and a name). */
export const routes = [
  { name: 'catalogue', path: 'services' },
  { name: 'service', path: 'services/{service+}/MapServer' },
  { name: 'preview', path: 'services/{service+}/MapServer/preview' },
  { name: 'layer', path: 'services/{service+}/MapServer/{id}' },
  { name: 'tile', path: 'services/{service+}/MapServer/tile/{level}/{row}/{col}' },
  { name: 'tile-file', path: 'cache/{service+}/{map}/{tree}/{level}/{row}/{col}' },
  { name: 'tile-job', path: 'admin/caches/{service+}/jobs/{id}/run' },
  { name: 'tile-caches', path: 'admin/caches/{service+}' },
  { name: 'attachments', path: 'admin/attachments/{service+}' },
  { name: 'publish', path: 'admin/services' },
  { name: 'admin-service', path: 'admin/services/{service+}' },
  { name: 'backup', path: 'admin/backup' },
  { name: 'restore', path: 'admin/restore' },
  { name: 'reset', path: 'admin/reset' },
  { name: 'origins', path: 'admin/origins' },
  { name: 'output', path: 'output/{id}' },
  { name: 'inbox', path: 'inbox/{name}' },
  { name: 'session', path: 'session' },
  // The table of the portal's operations says what stands below these.
  { name: 'portal', path: 'portals' },
  { name: 'portal', path: 'generateToken' },
  { name: 'portal', path: 'tokens' },
] as const;

export type RouteName = (typeof routes)[number]['name'];

export interface Match {
  readonly route: RouteName;
  readonly parameters: ReadonlyMap<string, string>;
}

const roots = new Set(routes.map((route) => route.path.split('/')[0]!));
const portalRoots = new Set(routes.filter((route) => route.name === 'portal').map((route) => route.path as string));

/**
 * Find the route of a path, or undefined when the path is not the backend's.
 *
 * One extra segment may stand in front, as where the server of a client's configuration is `{base}arcgis`; so may
 * `sharing/rest`, alone or behind one segment, as where clients look for a portal.
 *
 * @param base path of the app, with slash at both ends
 * @throws {Fault} `not-found` when no route fits below a first segment of ours, or a segment is not valid percent-encoding
 */
export function findRoute(base: string, pathname: string): Match | undefined {
  if (!pathname.startsWith(base)) return undefined;
  const segments = pathname.slice(base.length).replace(/\/$/, '').split('/');
  const below = belowPrefix(segments);
  if (!below) return undefined;
  if (portalRoots.has(below[0]!)) return { route: 'portal', parameters: new Map([['path', below.join('/')]]) };
  for (const route of routes) {
    const parameters = matchSegments(route.path.split('/'), below);
    if (parameters) return { route: route.name, parameters };
  }
  // Not left to the web server: a call with a mistake in its address must not leave the machine.
  const known = routes.map(({ path }) => path).join(', ');
  throw new Fault('not-found', `Path ${pathname}: one of ${known} expected below ${base}, none fits.`);
}

function belowPrefix(segments: readonly string[]): readonly string[] | undefined {
  const rest = segments.findIndex((segment, index) => segment === 'sharing' && segments[index + 1] === 'rest');
  const starts = rest === 0 || rest === 1 ? [0, 1, rest + 2] : [0, 1];
  const start = starts.find((at) => roots.has(segments[at] ?? ''));
  return start === undefined ? undefined : segments.slice(start);
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): Map<string, string> | undefined {
  const parameters = new Map<string, string>();
  let at = 0;
  for (const [index, part] of pattern.entries()) {
    const remaining = segments.length - at - (pattern.length - index - 1);
    if (part.endsWith('+}')) {
      if (remaining < 1 || remaining > 2) return undefined;
      parameters.set(
        part.slice(1, -2),
        segments
          .slice(at, at + remaining)
          .map(decodeSegment)
          .join('/'),
      );
      at += remaining;
    } else {
      const segment = segments[at++];
      if (segment === undefined) return undefined;
      if (part.startsWith('{')) parameters.set(part.slice(1, -1), decodeSegment(segment));
      else if (part !== segment) return undefined;
    }
  }
  return at === segments.length ? parameters : undefined;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Fault('not-found', `Path segment "${segment}" is not valid percent-encoding.`);
  }
}
