export const workspaceEn = {
  openTitle: 'Open this workspace file?',
  holds: (name: string, when: string, services: string, maps: string) =>
    `${name} was saved on ${when}. It holds services: ${services}, composed maps: ${maps}, with their data, styles and settings.`,
  here: (services: string) => `It takes the place of everything stored in this browser now (services: ${services}).`,
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
  linkStatus: (status: string) => `The file could not be fetched: the server answered ${status}.`,
  download: 'Download the file',
};

export type WorkspaceText = typeof workspaceEn;
