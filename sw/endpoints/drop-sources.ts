import type { Context } from '../context.ts';
import type { RemoteFile } from '../rows/manifest.ts';
import type { ServiceDefinition } from '../service/definition.ts';

type Sources = Pick<ServiceDefinition, 'tables' | 'rasters'>;

/** List the remote files that a service reads, each with the name of its table or raster. */
export const listRemoteSources = ({ tables, rasters = {} }: Sources): (RemoteFile & { readonly table: string })[] =>
  [...Object.entries(tables), ...Object.entries(rasters)].flatMap(([table, { remote }]) => {
    if (!remote) return [];
    const { overviews, ...file } = remote;
    return [{ table, ...file }, ...(overviews ? [{ table, ...overviews, format: file.format }] : [])];
  });

/** Delete the cached parts of remote files that a service no longer reads. */
export async function dropSources({ store }: Context, before: Sources, after: Sources = { tables: {} }): Promise<void> {
  const remainingAddresses = new Set(listRemoteSources(after).map(({ address }) => address));
  for (const { address } of listRemoteSources(before))
    if (!remainingAddresses.has(address)) await (await store.remoteFiles()).forget(address);
}
