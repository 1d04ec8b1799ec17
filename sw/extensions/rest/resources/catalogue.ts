import { Fault } from '../../../contract/index.ts';
import type { ServiceRecord } from '../../../store/store.ts';
import { type CatalogueResource, currentVersion } from '../call.ts';

export const info: CatalogueResource<'info'> = async ({ root }) => ({
  currentVersion,
  fullVersion: `${currentVersion}.0`,
  authInfo: {
    isTokenBasedSecurity: true,
    tokenServicesUrl: `${root}tokens/generateToken`,
    shortLivedTokenValidity: 60,
  },
});

export const catalogue: CatalogueResource<'catalogue'> = async ({ services }) => {
  const all = await services();
  return {
    currentVersion,
    folders: [...new Set(all.flatMap(({ definition }) => definition.folder ?? []))],
    services: all.filter(({ definition }) => !definition.folder).flatMap(entriesOf),
  };
};

export const folder: CatalogueResource<'folder'> = async ({ services, path }) => {
  const all = (await services()).filter(({ definition }) => definition.folder === path.folder);
  if (all.length === 0)
    throw new Fault(
      'not-found',
      `Folder '${path.folder?.slice(0, 80)}' not found: a folder of the catalogue expected.`,
    );
  return { currentVersion, folders: [], services: all.flatMap(entriesOf) };
};

/** One entry as a map, and another where there are rows that may be asked. */
function entriesOf({ key, definition }: ServiceRecord): { name: string; type: string }[] {
  const map = definition.maps[0]!;
  const hasRows = map.standaloneTables.length > 0 || map.layers.some(({ kind }) => kind === 'feature');
  const entries = [{ name: key, type: 'MapServer' }];
  if (hasRows && definition.capabilities.includes('Query')) entries.push({ name: key, type: 'FeatureServer' });
  return entries;
}
