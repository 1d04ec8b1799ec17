import { texts } from '../../text/text.ts';

export const pastedEn = {
  title: 'Paste an address or text',
  label: 'Address of a file, or GeoJSON, WKT or CSV as text',
  hint: 'You can also paste with Ctrl+V anywhere on this page. An address is fetched from its server, which then sees your request.',
  fetch: 'Fetch',
  addText: 'Add the text',
  pastedName: 'pasted',
  fetching: (host: string) => `Fetching from ${host}`,
  unreachable: (host: string) => `${host} did not let this page read the file`,
  cors: (host: string) =>
    `Either it cannot be reached, or it does not allow pages of other origins to read its files (CORS). The operator of ${host} can allow it with this header in the response:`,
  header: 'Header of the response',
  download: 'Open the address in a new tab, save the file and drop it here',
  status: (host: string, status: number) => `${host} did not send the file (HTTP ${status}).`,
  cutOff: (host: string) => `The connection to ${host} ended before the whole file was here. Try again.`,
  tooLarge: (limit: string) => `The file is larger than ${limit}.`,
};

export const pastedText = await texts(pastedEn, () => import('./pasted-de.ts'));
