import type { ComponentType } from 'preact';
import { base, serviceUrl } from '../connection/call.ts';
import type { IconName } from '../parts/icon.tsx';
import { openPage } from '../state/route.ts';
import { text } from '../text/text.ts';

export interface PageRow {
  readonly icon: IconName;
  readonly name: () => string;
  /** Second key of the shortcut `g …`. */
  readonly key: string;
  /** On a small screen it stands behind "more". */
  readonly isSecond?: true;
  /** The page itself comes when it is first opened; the map alone is there from the start. */
  readonly load?: () => Promise<ComponentType>;
  /** Of a page that the worker makes: its address, for a parameters in it. */
  readonly address?: (parameters?: ReadonlyMap<string, string>) => string;
}

/** The pages in the order of the rail: a new page is a new line. */
export const pages: Readonly<Record<string, PageRow>> = {
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
  embed: {
    icon: 'link',
    name: () => text.navigation.embed,
    key: 'a',
    isSecond: true,
    load: () => import('../extensions/apps/apps-page.tsx').then((loaded) => loaded.EmbedPage),
  },
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

/** Addresses of an earlier version named the page of services, a service, and a layer of its first map so. */
export const rowOf = (name: string): PageRow | undefined => pages[name === 'directory' ? 'services' : name];

function servicesAddress(parameters: ReadonlyMap<string, string> = new Map()): string {
  const [service, layer] = [parameters.get('item'), parameters.get('layer')];
  if (service === undefined) return `${base}services`;
  return layer === undefined || parameters.has('map') ? serviceUrl(service) : `${serviceUrl(service)}/${layer}`;
}

/** Go to a page. One of the worker is opened in a tab of its own: this one may be what programs reach the maps through. */
export function goToPage(name: string): void {
  const { address } = pages[name]!;
  if (address) window.open(address(), '_blank', 'noopener');
  else openPage(name);
}
