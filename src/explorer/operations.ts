import { cacheMessage } from '../../sw/contract/admin/cache-message.ts';
import { editMessage } from '../../sw/contract/admin/edit-message.ts';
import { operations as mapOperations } from '../../sw/contract/index.ts';
import type { Parameter, Parameters } from '../../sw/contract/parameter.ts';
import { type Right, type RouteName, routes } from '../../sw/contract/routes.ts';
import { type PortalOperationName, portalOperations } from '../../sw/portal/contract/index.ts';
import { type AddedOperations, type HttpOperation, type HttpOperations, listAdded } from '../parts/extension.ts';

interface Shape {
  readonly doc: string;
  readonly group: 'services' | 'maps' | 'caches' | 'server';
  readonly body?: 'json' | 'bytes';
  readonly parameters?: Parameters;
  readonly bytes?: true;
}

/** Return the explorer's description of a method of a route, such as `DELETE` of `origins`. */
function row(name: RouteName, method: string, shape: Shape) {
  const { path, may } = routes.find((route) => route.name === name)!;
  const allow = (may as Readonly<Record<string, Right>>)[method]!;
  const effect = method === 'GET' ? ('read' as const) : ('write' as const);
  return { path, method, allow, effect, formats: [], ...shape, parameters: shape.parameters ?? {} };
}

const file = (doc: string): Parameter => ({ kind: 'file', doc, required: true });
const name = (doc: string): Parameter => ({ kind: 'string', doc, required: true });
const whole = (doc: string): Parameter => ({ kind: 'integer', doc });
const table: Parameter = name('name of the stored table');
const cacheFile = {
  map: { kind: 'string', doc: 'name of a map; the first one by default' },
  layer: whole('id of a layer, for a cache by layers'),
} as const satisfies Parameters;
const cacheFormats = { kind: 'string', choices: ['compact', 'pmtiles'] } as const;

/**
 * All operations below `admin/`, except those that replace all data: these are only on the settings page, which asks for
 * confirmation.
 */
export const adminOperations = {
  listServices: row('publish', 'GET', { doc: 'List the services that the caller may use.', group: 'services' }),
  publishService: row('publish', 'POST', {
    doc: 'Publish a package as a service, or as a new version of the service with its name.',
    group: 'services',
    body: 'bytes',
    parameters: {
      file: file('a package, as readService with f=package answers it'),
      access: { kind: 'string', doc: 'private: only with a token', choices: ['private'] },
    },
  }),
  readService: row('admin-service', 'GET', {
    doc: 'Read the definition of a service, or the whole service as a package.',
    group: 'services',
    bytes: true,
    parameters: { f: { ...name('what is answered'), choices: ['definition', 'package'] } },
  }),
  editService: row('admin-service', 'PATCH', {
    doc: 'Change the properties of a service, a map, its layers and tables; the data stay.',
    group: 'services',
    body: 'json',
    parameters: editMessage,
  }),
  deleteService: row('admin-service', 'DELETE', {
    doc: 'Delete a service with its data and tiles.',
    group: 'services',
  }),
  listAttachments: row('attachments', 'GET', {
    doc: 'List the files attached to the rows of a table, or read one of them.',
    group: 'services',
    bytes: true,
    parameters: { table, row: whole('only those of this row'), id: whole('the bytes of this attachment') },
  }),
  addAttachment: row('attachments', 'POST', {
    doc: 'Attach a file to a row.',
    group: 'services',
    body: 'bytes',
    parameters: {
      table,
      file: file('the attachment'),
      row: { ...whole('object ID of the row'), required: true },
      id: { ...whole('a new id'), required: true },
      name: name('file name'),
    },
  }),
  deleteAttachment: row('attachments', 'DELETE', {
    doc: 'Delete an attachment.',
    group: 'services',
    parameters: { table, id: { ...whole('id of the attachment'), required: true } },
  }),
  readSources: row('sources', 'GET', {
    doc: 'List the files on other servers that layers of a service read, and how much of them is stored here.',
    group: 'services',
  }),
  changeSource: row('sources', 'POST', {
    doc: 'Limit what is stored of a file on another server, or renew what signs its address.',
    group: 'services',
    body: 'json',
    parameters: {
      address: { ...name('of the file'), required: true },
      limitBytes: whole('how much of it is stored at most; without it the address is renewed'),
    },
  }),
  forgetSources: row('sources', 'DELETE', {
    doc: 'Delete the stored parts of files on other servers.',
    group: 'services',
  }),
  readTileCaches: row('tile-caches', 'GET', {
    doc: 'Read the state of the tile caches of a service, or export one as a file.',
    group: 'caches',
    bytes: true,
    parameters: { export: { ...cacheFormats, doc: 'as a file' }, ...cacheFile },
  }),
  changeTileCache: row('tile-caches', 'POST', {
    doc: 'Set up, build, erase or delete the tile cache of a map, or control its job.',
    group: 'caches',
    body: 'json',
    parameters: cacheMessage,
  }),
  importTileCache: row('tile-caches', 'POST', {
    doc: 'Import tiles from a file into a cache.',
    group: 'caches',
    body: 'bytes',
    parameters: {
      import: { ...cacheFormats, doc: 'format of the file', required: true },
      file: file('bundles as zip, or PMTiles'),
      ...cacheFile,
    },
  }),
  runTileJob: row('tile-job', 'POST', {
    doc: 'Work on a tile job for a moment and answer its state; repeat until it is done.',
    group: 'caches',
  }),
  listMaps: row('maps', 'GET', { doc: 'List the maps that people composed of layers of services.', group: 'maps' }),
  readMap: row('map', 'GET', { doc: 'Read a composed map with its layers.', group: 'maps' }),
  putMap: row('map', 'PUT', {
    doc: 'Make a map, or put another content in its place.',
    group: 'maps',
    body: 'json',
    parameters: {
      title: name('title of the map'),
      description: { ...name('what it shows'), required: true },
      reference: {
        kind: 'json',
        doc: 'spatial reference, such as {"type": "ProjectedCoordinateSystem", "WKID": 3857}',
        required: true,
      },
      extent: { kind: 'json', doc: 'first view: [xmin, ymin, xmax, ymax]', required: true },
      background: {
        kind: 'json',
        doc: '{"kind": "world"}, satellite, service with service and map, tiles with url and credit, or none',
        required: true,
      },
      layers: {
        kind: 'json',
        doc: 'first on top: service, layer, name, title, visible, labels, opacity, filter, drawing',
        required: true,
      },
      version: { ...whole('the version that is changed; 0 makes a new map'), required: true },
    },
  }),
  deleteMap: row('map', 'DELETE', { doc: 'Delete a composed map; the services stay.', group: 'maps' }),
  backup: row('backup', 'GET', {
    doc: 'Write all services and settings to one file.',
    group: 'server',
    bytes: true,
    parameters: { tiles: { kind: 'boolean', doc: 'with tile caches', default: true } },
  }),
  allowedOrigins: row('origins', 'GET', {
    doc: 'List the sites that may use the maps through the bridge.',
    group: 'server',
  }),
  allowOrigin: row('origins', 'POST', {
    doc: 'Allow a site to use the maps through the bridge.',
    group: 'server',
    body: 'json',
    parameters: {
      origin: name('such as https://example.org'),
      access: { ...name('what it may do'), choices: ['read', 'administer'] },
    },
  }),
  removeOrigin: row('origins', 'DELETE', {
    doc: 'Revoke the access of a site.',
    group: 'server',
    parameters: { origin: name('such as https://example.org') },
  }),
  datumGrids: row('grids', 'GET', { doc: 'List the datum grids.', group: 'server' }),
  addDatumGrid: row('grids', 'POST', {
    doc: 'Add a datum grid (NTv2) for exact datum transformations.',
    group: 'server',
    body: 'bytes',
    parameters: { file: file('an NTv2 file'), name: name('file name of the grid') },
  }),
  removeDatumGrid: row('grids', 'DELETE', {
    doc: 'Remove a datum grid.',
    group: 'server',
    parameters: { name: name('file name of the grid') },
  }),
  readStorage: row('storage', 'GET', { doc: 'Return the free space for maps, in bytes.', group: 'server' }),
  readClock: row('clock', 'GET', {
    doc: 'Tell what the clock of the server shows and whether it is set.',
    group: 'server',
  }),
  setClock: row('clock', 'POST', {
    doc: 'Set the clock and the seed of ids, for tests whose answers must be the same every time.',
    group: 'server',
    body: 'json',
    parameters: {
      now: { kind: 'string', doc: 'what it shows, such as 2026-01-31T12:00:00Z; the present by default' },
      isFrozen: { kind: 'boolean', doc: 'whether it stands still', default: false },
      seed: { kind: 'string', doc: 'ids follow from it; random by default' },
    },
  }),
  resetClock: row('clock', 'DELETE', { doc: 'Return to the clock of the machine and random ids.', group: 'server' }),
};

const addedRows = await Promise.all(listAdded('operations').map((load) => load()));
const listAddedOperations = (part: keyof AddedOperations): HttpOperations =>
  Object.assign({}, ...addedRows.map((rows) => rows[part]));

/** All operations by section of the list. */
export const parts = {
  map: mapOperations,
  rest: listAddedOperations('rest'),
  ogc: listAddedOperations('ogc'),
  admin: adminOperations as HttpOperations,
  portal: portalOperations as HttpOperations,
};

const httpOperations: HttpOperations = { ...parts.portal, ...parts.admin, ...parts.rest, ...parts.ogc };
export const portalNames = Object.keys(portalOperations) as PortalOperationName[];

export const isHttpOperation = (name: string | undefined): name is string =>
  name !== undefined && Object.hasOwn(httpOperations, name);

/** Return the row of an operation other than SOAP. */
export const httpRow = (name: string): HttpOperation => httpOperations[name]!;

export const isAdminOperation = (name: string): boolean => Object.hasOwn(adminOperations, name);

/** Check whether an operation is below `rest/`, for the REST interface or one of the Open Geospatial Consortium. */
export const isRestOperation = (name: string): boolean => /^(rest|ogc):/.test(name);

/** Check whether an operation uses all sign-ins of this page, instead of the token of one portal. */
export const isSentByPage = (name: string): boolean => isAdminOperation(name) || isRestOperation(name);

export const operationTitle = (name: string): string => name.replace(/^(rest|ogc):/, '');

/** Return the parameter names in an operation's path, from left to right. */
export const pathNames = (operation: string): string[] =>
  Array.from(httpRow(operation).path.matchAll(/\{(\w+)\+?\}/g), ([, name]) => name!);
