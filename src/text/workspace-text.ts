import { byHost } from './by-host.ts';
import { texts } from './text.ts';

export const workspaceEn = {
  backup: 'Workspace file',
  backupDetail:
    'A workspace file holds everything stored here: services, maps, styles and accounts, but no secrets and nothing that you have allowed others. It is a backup, and opens with a double-click where the app is installed. Opening one checks the whole file first, then replaces everything or nothing.',
  backUp: 'Save the workspace as a file',
  withTiles: 'Include tile caches: a larger file, but no tiles to redraw',
  backingUp: 'Writing the workspace file',
  backedUp: (bytes: string) => `The workspace file was saved, ${bytes}`,
  restore: 'Open a workspace file',
  restored: (count: string) => `The workspace was opened. Services: ${count}`,
  restoreGo: 'Replace everything',
  mapsGo: 'Replace services and maps',
  importOne: 'Import a service',
  unchanged: 'Nothing was changed.',
  openTitle: 'Open this workspace file?',
  holds: (name: string, when: string, services: string, maps: string) =>
    `${name} was saved on ${when}. It holds services: ${services}, composed maps: ${maps}, with their data and styles.`,
  accounts: (names: string, administrators: string) =>
    `Its accounts: ${names}. Administrators among them: ${administrators}.`,
  webHooks: (addresses: string) =>
    `Its web hooks would send events to: ${addresses}. They send nothing until you activate them.`,
  hosts: (names: string) => `Its services and maps name other servers: ${names}.`,
  content: 'What do you want of it?',
  contentChoices: { all: 'Everything', maps: 'Only services and maps' },
  here: (services: string) =>
    `It takes the place of everything stored ${byHost('in this browser', 'on this server')} now (services: ${services}).`,
  mapsHere: (services: string) =>
    `It takes the place of all services and maps ${byHost('in this browser', 'on this server')} (services: ${services}). Accounts and settings stay.`,
  first: 'What happens to what is here?',
  firstChoices: { save: 'Save it as a workspace file first', drop: 'Discard it' },
  notWorkspace: 'This is no workspace file, or it is damaged.',
  linkTitle: 'Open a file from a link?',
  link: (host: string) => `This link opens a file from ${host}:`,
  linkMeans:
    'The page fetches it now. That server learns that someone fetches the file, nothing else. You are asked again before anything is published or replaced.',
  linkGo: 'Fetch the file',
  linkWrong: (address: string) => `The link names no file on the web: ${address}`,
  linkFailed: (host: string) =>
    `The file could not be fetched. Either ${host} is not reachable, or it does not allow other pages to read its files (CORS). Download the file and drop it on this page.`,
  linkStatus: (status: number) => `The file could not be fetched: the server answered HTTP ${status}.`,
  linkTooLarge: (limit: string) => `The file is larger than ${limit}.`,
  linkCutOff: (host: string) => `The connection to ${host} ended before the whole file was here. Try again.`,
  download: 'Download the file',
};

export const workspaceText = await texts(workspaceEn, () => import('./workspace-de.ts'));
