import type { SourceFaults } from './source-faults.ts';

const http = (status: string): string => (status ? ` (HTTP ${status})` : '');
const which = (value: string): string => (value ? `: ${value}` : '');

export const sourceFaultsEn: SourceFaults = {
  unreachable: ({ host }) => [
    `${host} can't be reached.`,
    'Check the connection and the URL. Redirects to another URL are not followed. An https page can only read https URLs.',
  ],
  'not-allowed': ({ host }) => [
    `Requests to ${host} aren’t allowed yet.`,
    'Manage the service and allow it under Remote data.',
  ],
  silent: ({ host }) => [`${host} doesn't respond.`, 'Try again later.'],
  cors: ({ host }) => [
    `${host} doesn't allow this page to read the file (CORS).`,
    'Have the server send Access-Control-Allow-Origin: * and Access-Control-Expose-Headers: ETag, Content-Range. Or publish a copy.',
  ],
  'no-ranges': ({ host }) => [
    `${host} sends whole files only.`,
    'Use a server that supports range requests. Or publish a copy.',
  ],
  changed: ({ file }) => [`${file} has changed since it was published.`, 'Publish it again.'],
  hidden: ({ host }) => [
    `${host} hides the size or version of the file from this page.`,
    'Have the server send Access-Control-Expose-Headers: ETag, Content-Range. Or publish a copy.',
  ],
  refused: ({ host, status }) => [
    `${host} refuses access to the file${http(status)}.`,
    'Check the URL. A signed URL may have expired: get a new one.',
  ],
  missing: ({ file, status }) => [`${file} not found${http(status)}.`, 'Check whether it was moved or deleted.'],
  busy: ({ host, status, waitSeconds }) => [
    `${host} is busy or failing${http(status)}.`,
    waitSeconds ? `Try again in ${waitSeconds} seconds.` : 'Try again later.',
  ],
  'cut-off': ({ host }) => [
    `The download from ${host} was interrupted.`,
    'Try again. If it fails each time, serve the file without compression.',
  ],
  compressed: ({ file }) => [
    `${file} is compressed as a whole, so it can't be read in parts.`,
    'Serve it without compression. Or publish a copy.',
  ],
  format: ({ file }) => [
    `${file} has a format that can't be read in place.`,
    'Use FlatGeobuf, GeoParquet, GeoTIFF or PMTiles. Or publish a copy.',
  ],
  damaged: ({ file }) => [`${file} is damaged or incomplete.`, 'Download or write it again.'],
  encrypted: ({ file }) => [`${file} is encrypted.`, 'Publish a file without encryption.'],
  empty: ({ file }) => [`${file} has no data to show on a map.`, 'Choose another file.'],
  'no-index': ({ file }) => [
    `${file} has no spatial index, so it can't be read in parts.`,
    'Write it with an index (FlatGeobuf) or a bbox column (GeoParquet), as GDAL does. Or publish a copy.',
  ],
  'large-parts': ({ file, mb, limitMb }) => [
    `${file} has parts of up to ${mb} MB. The limit is ${limitMb} MB per part.`,
    'Write it with smaller tiles, or with row groups of about 50,000 rows. Or publish a copy.',
  ],
  shapes: ({ file, found }) => [
    `${file} has geometry that can't be read in place${which(found)}.`,
    'Use one geometry type: points, lines or polygons. Or publish a copy.',
  ],
  encoding: ({ file, found }) => [
    `${file} has an encoding that can't be read in place${which(found)}.`,
    'Convert it, for example with GDAL.',
  ],
  'no-tiles': ({ file }) => [
    `${file} stores its pixels in strips, so it can't be read in parts.`,
    'Write it as a Cloud-Optimised GeoTIFF: gdal_translate -of COG. Or publish a copy.',
  ],
  'not-placed': ({ file }) => [
    `${file} doesn't contain its location.`,
    'Write it with its location, as GeoTIFF or GeoParquet.',
  ],
  'vector-tiles': ({ file }) => [
    `${file} has vector tiles. Only PMTiles with images can be read in place.`,
    'Publish a copy: its features become layers.',
  ],
  'no-longer': ({ file }) => [
    `${file} was published by an earlier version and can no longer be read in place, so its layer isn't drawn.`,
    'Add its data again to store a copy.',
  ],
  'too-much': ({ file, mb, limitMb }) => [
    `This request needs about ${mb} MB of ${file}. The limit is ${limitMb} MB.`,
    'Zoom in, or choose a smaller area.',
  ],
};
