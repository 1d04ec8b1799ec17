import type { ComponentType } from 'preact';
import type { IconName } from '../parts/icon.tsx';
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
  directory: {
    icon: 'table',
    name: () => text.navigation.directory,
    key: 's',
    load: () => import('../directory/directory-page.tsx').then((loaded) => loaded.DirectoryPage),
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
    load: () => import('../apps/apps-page.tsx').then((loaded) => loaded.EmbedPage),
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
