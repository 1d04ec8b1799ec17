import { sourceFaultsEn } from '../../text/source-faults-en.ts';
import { texts } from '../../text/text.ts';

export const remoteEn = {
  title: 'Leave data where they are',
  detail:
    'A large file on a web server becomes a layer without being copied: a map reads the part that it shows. FlatGeobuf and GeoParquet with features, PMTiles with pictures and Cloud-Optimised GeoTIFF can be read this way.',
  address: 'Address of the file',
  hint: 'https://… on a server that supports range requests and allows other origins (CORS)',
  privacy: (host: string) => `${host} sees which places you view on this layer, and your network address.`,
  allow: 'I agree',
  read: 'Read the file',
  reading: 'Reading the file header…',
  found: (rows: string, size: string, host: string) => `${rows} features, ${size}, on ${host}`,
  foundPixels: (width: string, height: string, size: string, host: string) =>
    `An image of ${width} × ${height} pixels, ${size}, on ${host}`,
  leftOut: (names: string) => `Left out: ${names}`,
  inexact: (names: string) =>
    `Columns whose values are rounded (numbers to 15 digits, times to milliseconds): ${names}`,
  name: 'Title',
  publish: 'Publish',
  service: 'Service',
  newService: 'New service',
  copy: 'To store a copy instead, download the file and drop it here.',
  layerNote: (host: string) => `The rows stay on ${host} and are read there.`,
  pixelsNote: (host: string) => `The pixels stay on ${host} and are read there.`,
  extents: (names: string) => `Extents of groups of features of ${names}. Zoom in to see the features.`,
  sources: 'Remote data',
  notAllowed: (host: string) =>
    `Nothing is read from ${host} until you allow it. It then sees which places are looked at.`,
  allowHost: (host: string) => `Allow ${host}`,
  sourcesDetail:
    'The rows of these layers stay on other servers. What has been read is stored here and is not fetched again.',
  stored: (stored: string, limit: string, size: string) =>
    `${stored} of at most ${limit} stored here; the file is ${size} in size.`,
  storedLabel: 'Stored here',
  limit: 'Limit in MB',
  setLimit: 'Set limit',
  localSource: (name: string) =>
    `${name} on this computer is no longer read in place, so its layer is not drawn. Add its data again to store a copy.`,
  renewed: 'New address',
  renewedHint: 'If the address is signed and has expired, enter it with a new signature. It is only stored here.',
  renew: 'Renew',
  forget: 'Delete what is stored',
  pinned: (size: string) => `Another ${size} is stored for offline use and does not count towards the limit.`,
  unpin: 'Delete the offline data',
  offline: 'Offline use',
  offlineDetail:
    'You can store what the map shows, and a quarter of its size around it, for offline use: features with all their fields, and images that stay sharp when you zoom in up to four times. They stay until you delete them or the file changes.',
  offlineOpen: 'To store an area, open the map, go to the area, and come back here.',
  offlineCount: 'Make this area available offline…',
  offlineCounting: 'Calculating the size of this area…',
  offlineSize: (missing: string, requests: string, host: string, all: string) =>
    `${missing} to download from ${host} in ${requests} requests; with what is stored already, the area takes ${all}.`,
  offlineHere: (all: string) => `Nothing to download: all ${all} of the area is stored already and will be kept.`,
  offlineStore: 'Download and store',
  offlineKeep: 'Store',
  offlineStoring: 'The area is being stored',
  offlineStored: (percent: string) => `${percent} % stored`,
  offlineReady: 'This area is available offline.',
  cancel: 'Cancel',
  failed: 'This file cannot be read in place.',
  copyHere: (size: string) => `Copy the whole file (${size})`,
  faults: sourceFaultsEn,
};

export const remoteText = await texts(remoteEn, () => import('./remote-de.ts'));
