/** Texts of layers whose rows stay on another server. */
export const elsewhereEn = {
  title: 'Leave data where they are',
  detail:
    'A large file on a web server becomes a layer without being copied: a map reads the part that it shows. FlatGeobuf with features, PMTiles with pictures and Cloud-Optimised GeoTIFF can be read so.',
  address: 'Address of the file',
  hint: 'https://… from a server that answers ranges and allows pages of other origins (CORS)',
  privacy: (host: string) => `${host} sees which places are looked at on this layer, and from which network address.`,
  allow: 'That is fine',
  read: 'Read there',
  reading: 'Reading the head of the file…',
  found: (rows: string, size: string, host: string) => `${rows} features, ${size}, on ${host}`,
  foundPixels: (width: string, height: string, size: string, host: string) =>
    `An image of ${width} × ${height} pixels, ${size}, on ${host}`,
  leftOut: (names: string) => `Columns that are left out: ${names}`,
  name: 'Title',
  publish: 'Publish',
  copy: 'To have a copy in this browser instead, download the file and drop it here.',
  layerNote: (host: string) => `The rows stay on ${host} and are read there.`,
  pixelsNote: (host: string) => `The pixels stay on ${host} and are read there.`,
  sources: 'Data elsewhere',
  sourcesDetail:
    'The rows of these layers stay on other servers. What was read of them is stored here, so that it is not fetched again.',
  stored: (stored: string, limit: string, size: string) =>
    `${stored} of at most ${limit} stored in this browser; the file has ${size}.`,
  storedLabel: 'Stored in this browser',
  limit: 'Limit in MB',
  setLimit: 'Set limit',
  renewed: 'New address',
  renewedHint:
    'Where the address is signed and has expired: the same file with a new signature. It stays in this browser.',
  renew: 'Renew',
  forget: 'Delete what is stored',
  failed: 'The file cannot be used there.',
  reasons: {
    'no-ranges':
      'The server sends whole files only. Ask for a server that answers ranges, or drop a copy of the file here.',
    unreachable: 'Check the address and the connection. From a page on https only addresses on https can be read.',
    cors: 'Ask for its server to answer with Access-Control-Allow-Origin: * and Access-Control-Expose-Headers: ETag, Content-Range, or drop a copy of the file here.',
    hidden:
      'Without them nobody can say whether two parts belong to the same file. Ask for its server to answer with Access-Control-Expose-Headers: ETag, Content-Range.',
    missing: 'Check the address; the file may have moved.',
    refused: 'The address may have expired; get a new one.',
    busy: 'Try again later.',
    'cut-off': 'Try again. If it breaks off each time, ask for the file to be served without compression.',
    compressed: 'Ask for the file to be served without compression, or drop a copy of it here.',
  } as Readonly<Record<string, string>>,
};

export type ElsewhereText = typeof elsewhereEn;
