import type { Context } from '../context.ts';
import type { RemoteFile } from '../rows/manifest.ts';
import type { ServiceDefinition } from '../service/definition.ts';

type Sources = Pick<ServiceDefinition, 'tables' | 'rasters'>;

/** The files elsewhere that a service reads, with the name of the table or raster. */
export const sourcesOf = ({ tables, rasters = {} }: Sources): (RemoteFile & { readonly table: string })[] =>
  [...Object.entries(tables), ...Object.entries(rasters)].flatMap(([table, { remote }]) => {
    if (!remote) return [];
    const { overviews, ...file } = remote;
    return [{ table, ...file }, ...(overviews ? [{ table, ...overviews, format: file.format }] : [])];
  });

/** Drop what is stored of the files elsewhere that a service reads no more. */
export async function dropSources({ store }: Context, before: Sources, after: Sources = { tables: {} }): Promise<void> {
  const left = new Set(sourcesOf(after).map(({ address }) => address));
  for (const { address } of sourcesOf(before))
    if (!left.has(address)) await (await store.remoteFiles()).forget(address);
}
