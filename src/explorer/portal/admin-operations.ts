import { cacheMessage } from '../../../sw/contract/admin/cache-message.ts';
import { editMessage } from '../../../sw/contract/admin/edit-message.ts';
import type { MessageMember } from '../../../sw/contract/admin/message.ts';
import { type Right, type RouteName, routes } from '../../../sw/contract/routes.ts';
import type { PortalParameter } from '../../../sw/portal/contract/index.ts';

/** An operation below `admin/`, as forms and lists show it. What it checks is in the rows of its message and its route. */
export interface AdminOperationRow {
  /** One sentence for people. */
  readonly doc: string;
  readonly group: 'services' | 'maps' | 'caches' | 'server';
  readonly path: string;
  readonly effect: 'read' | 'write';
  readonly allow: Right;
  readonly method: string;
  /** In the body as JSON (`json`), or in the query; with `bytes`, the `file` is the body. */
  readonly body?: 'json' | 'bytes' | undefined;
  readonly parameters: Readonly<Record<string, PortalParameter>>;
  /** It may answer a file instead of JSON. */
  readonly bytes?: true | undefined;
}

type Parameters = Readonly<Record<string, PortalParameter>>;
type Shape = Pick<AdminOperationRow, 'doc' | 'group'> &
  Partial<Pick<AdminOperationRow, 'body' | 'parameters' | 'bytes'>>;

/** The row of a method of a route. */
function row(name: RouteName, method: string, shape: Shape): AdminOperationRow {
  const { path, may } = routes.find((route) => route.name === name)!;
  const allow = (may as Readonly<Record<string, Right>>)[method]!;
  return { path, method, allow, effect: method === 'GET' ? 'read' : 'write', parameters: {}, ...shape };
}

/** The members of a message as the parameters of a form. */
function membersOf<R extends Readonly<Record<string, MessageMember>>>(
  rows: R,
  docs: Readonly<Record<keyof R, string>>,
): Parameters {
  return Object.fromEntries(
    Object.entries<MessageMember>(rows).map(([name, { kind, required, choices, range }]) => {
      const formKind = kind === 'text' ? 'string' : kind === 'number' ? 'integer' : kind === 'boolean' ? kind : 'json';
      const [minimum, maximum] = range ?? [];
      return [name, { kind: formKind, doc: docs[name]!, required, choices, minimum, maximum } as PortalParameter];
    }),
  );
}

const file = (doc: string): PortalParameter => ({ kind: 'file', doc, required: true });
const name = (doc: string): PortalParameter => ({ kind: 'string', doc, required: true });
const whole = (doc: string): PortalParameter => ({ kind: 'integer', doc });
const table: PortalParameter = name('name of the stored table');
const cacheFile = {
  map: { kind: 'string', doc: 'name of a map; the first one by default' },
  layer: whole('id of a layer, for a cache by layers'),
} as const satisfies Parameters;
const cacheFormats = { kind: 'string', choices: ['compact', 'pmtiles'] } as const;

/** Every operation below `admin/`, save those that replace all data: they ask first, on the settings page. */
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
    parameters: membersOf(editMessage, {
      service: 'name, folder, document, limits, capabilities, credits',
      access: 'who may use the service',
      map: 'name of the map; the first one by default',
      mapInfo: 'Description, CopyrightText, relationships',
      layers: 'changes by layer id, such as [{"LayerID": 0, "Name": "Roads"}]',
    }),
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
    doc: 'List the files on other servers that layers of a service read, and what of them is stored in this browser.',
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
    doc: 'Delete what is stored in this browser of files on other servers.',
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
    parameters: membersOf(cacheMessage, {
      action: 'what to do',
      map: 'name of the map; the first one by default',
      job: 'id of a job; by default the job of the map',
      levels: 'of a job: levels, such as [0, 1, 2]; all by default',
      area: 'of a job: XMin, YMin, XMax, YMax; the whole map by default',
      trees: 'of a job: ids of layers; all trees by default',
      overwrite: 'of a job: draw existing tiles again',
      kind: 'settings: one tree for the map, or one per layer',
      layers: 'settings of a cache by layers: ids; all layers by default',
      scheme: 'settings: "web-mercator", "geographic", or a scheme of your own',
      format: 'settings: PNG32 by default',
      quality: 'settings: of JPEG; 75 by default',
      storage: 'settings: compact by default',
      onDemand: 'settings: draw a tile when it is first requested',
      clientCaching: 'settings: clients may store tiles',
    }),
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
} as const satisfies Readonly<Record<string, AdminOperationRow>>;

export type AdminOperationName = keyof typeof adminOperations;
