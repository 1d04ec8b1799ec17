import { base, serviceUrl } from '../connection/call.ts';
import { listAddedPages, type PageRow } from '../parts/extension.ts';
import { openPage } from '../state/route.ts';
import { text } from '../text/text.ts';

const firstPages: Readonly<Record<string, PageRow>> = {
  maps: { icon: 'map', name: () => text.navigation.maps, key: 'm' },
  publish: {
    icon: 'upload',
    name: () => text.navigation.publish,
    key: 'p',
    load: () => import('../publish/publish-page.tsx').then((loaded) => loaded.PublishPage),
  },
  services: {
    icon: 'table',
    name: () => text.navigation.services,
    key: 's',
    address: servicesAddress,
  },
  explorer: {
    icon: 'code',
    name: () => text.navigation.explorer,
    key: 'e',
    isSecond: true,
    load: () => import('../explorer/explorer-page.tsx').then((loaded) => loaded.ExplorerPage),
  },
  tiles: {
    icon: 'count',
    name: () => text.navigation.tiles,
    key: 't',
    isSecond: true,
    load: () => import('../tiles/tiles-page.tsx').then((loaded) => loaded.TilesPage),
  },
};
const lastPages: Readonly<Record<string, PageRow>> = {
  portal: {
    icon: 'related',
    name: () => text.navigation.portal,
    key: 'o',
    isSecond: true,
    load: () => import('../portal/portal-page.tsx').then((loaded) => loaded.PortalPage),
  },
  settings: {
    icon: 'settings',
    name: () => text.navigation.settings,
    key: ',',
    isSecond: true,
    load: () => import('../settings/settings-page.tsx').then((loaded) => loaded.SettingsPage),
  },
};

/** Return the pages in the order of the rail, including those of extensions. */
export const allPages = (): Readonly<Record<string, PageRow>> => ({ ...firstPages, ...listAddedPages(), ...lastPages });

/** Return a page by its name. URLs of an earlier version call the services page `directory`. */
export const findPageRow = (name: string): PageRow | undefined => allPages()[name === 'directory' ? 'services' : name];

function servicesAddress(parameters: ReadonlyMap<string, string> = new Map()): string {
  const [service, layer] = [parameters.get('item'), parameters.get('layer')];
  if (service === undefined) return `${base}services`;
  return layer === undefined || parameters.has('map') ? serviceUrl(service) : `${serviceUrl(service)}/${layer}`;
}

/** Go to a page. Pages made by the worker open in a new tab, because programs may reach the maps through this one. */
export function goToPage(name: string): void {
  const { address } = allPages()[name]!;
  if (address) window.open(address(), '_blank', 'noopener');
  else openPage(name);
}
