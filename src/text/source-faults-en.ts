import type { SourceFaults } from './source-faults.ts';

const http = (status: string): string => (status ? ` (HTTP ${status})` : '');
const which = (value: string): string => (value ? `: ${value}` : '');

export const sourceFaultsEn: SourceFaults = {
  unreachable: ({ host }) => [
    `${host} cannot be reached.`,
    'Check the connection and the address: one that leads on to another is not followed. From a page on https only addresses on https can be read.',
  ],
  'not-allowed': ({ host }) => [
    `This browser isn’t allowed to request data from ${host} yet.`,
    'Manage the service and allow it under Remote data.',
  ],
  silent: ({ host }) => [`${host} does not answer.`, 'Try again later.'],
  cors: ({ host }) => [
    `${host} does not let this page read the file (CORS).`,
    'Its server has to send Access-Control-Allow-Origin: * and Access-Control-Expose-Headers: ETag, Content-Range. Or publish a copy.',
  ],
  'no-ranges': ({ host }) => [
    `${host} sends whole files only.`,
    'A server that answers ranges is needed. Or publish a copy.',
  ],
  changed: ({ file }) => [`${file} has changed since it was published.`, 'Publish it again.'],
  hidden: ({ host }) => [
    `${host} does not tell this page the size or the version of the file.`,
    'Its server has to send Access-Control-Expose-Headers: ETag, Content-Range. Or publish a copy.',
  ],
  refused: ({ host, status }) => [
    `${host} refuses the file${http(status)}.`,
    'Check the address. If it is signed, it may have expired: get a new one.',
  ],
  missing: ({ file, status }) => [
    `${file} is not there${http(status)}.`,
    'It may have been moved or deleted: find out where it is now.',
  ],
  busy: ({ host, status, waitSeconds }) => [
    `${host} is busy or out of order${http(status)}.`,
    waitSeconds ? `Try again in ${waitSeconds} seconds.` : 'Try again later.',
  ],
  'cut-off': ({ host }) => [
    `The connection to ${host} broke off.`,
    'Try again. If it breaks off each time, the file has to be served without compression.',
  ],
  compressed: ({ file }) => [
    `${file} is compressed as a whole, so parts of it cannot be read.`,
    'It has to be served without compression. Or publish a copy.',
  ],
  format: ({ file }) => [
    `${file} has a format that cannot be read in place.`,
    'FlatGeobuf, GeoParquet, GeoTIFF and PMTiles can. Publish a copy of other files.',
  ],
  damaged: ({ file }) => [`${file} is damaged or incomplete.`, 'Download or write it again.'],
  encrypted: ({ file }) => [`${file} is encrypted.`, 'Publish a file without encryption.'],
  empty: ({ file }) => [`${file} has nothing that a map could show.`, 'Choose another file.'],
  'no-index': ({ file }) => [
    `${file} does not say where its features lie, so parts of it cannot be found.`,
    'Write it with an index (FlatGeobuf) or a bbox column (GeoParquet), as GDAL does. Or publish a copy.',
  ],
  'large-parts': ({ file, mb, limitMb }) => [
    `${file} can only be read in parts of up to ${mb} MB, and at most ${limitMb} MB are read at once.`,
    'Write it with smaller tiles, or with row groups of about 50,000 rows. Or publish a copy.',
  ],
  shapes: ({ file, found }) => [
    `${file} has shapes that cannot be read in place${which(found)}.`,
    'One kind is needed: points, lines or polygons. Or publish a copy.',
  ],
  encoding: ({ file, found }) => [
    `${file} has an encoding that cannot be read in place${which(found)}.`,
    'Convert it, for example by GDAL.',
  ],
  'no-tiles': ({ file }) => [
    `The pixels of ${file} are in an order in which no part can be read alone.`,
    'Write it as a Cloud-Optimised GeoTIFF: gdal_translate -of COG. Or publish a copy.',
  ],
  'not-placed': ({ file }) => [
    `${file} does not say where its data lie.`,
    'Write it with its location, as GeoTIFF or GeoParquet have it.',
  ],
  'vector-tiles': ({ file }) => [
    `${file} has vector tiles, and of PMTiles only pictures are read in place.`,
    'Publish a copy: its features become layers.',
  ],
  'no-longer': ({ file }) => [
    `${file} was published by an earlier version, and is no longer read in place, so its layer is not drawn.`,
    'Add its data again: they are copied into this browser.',
  ],
  'too-much': ({ file, mb, limitMb }) => [
    `This needs about ${mb} MB of ${file}, and at most ${limitMb} MB are read at once.`,
    'Zoom in, or choose a smaller area.',
  ],
};
