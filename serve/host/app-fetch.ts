import { readFile } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import type { Context } from '../../sw/context.ts';

/**
 * Return a `fetch` that reads paths from the files of the built app, and requests full URLs from their servers.
 *
 * @param hasDemo false for an empty list of demo services
 */
export function fetchFrom(dist: string, hasDemo: boolean, fetchRemote: Context['fetch']): Context['fetch'] {
  return async (input, init) => {
    if (!input.startsWith('/') || input.startsWith('//')) return fetchRemote(input, init);
    const name = normalize(decodeURIComponent(input.slice(1)));
    if (name === normalize('demo/index.json') && !hasDemo) return Response.json({ services: [] });
    if (name === '..' || name.startsWith(`..${sep}`)) return new Response(null, { status: 404 });
    return readFile(join(dist, name)).then(
      (bytes) => new Response(bytes),
      () => new Response(null, { status: 404 }),
    );
  };
}
