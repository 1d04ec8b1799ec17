import type { SourceFile } from './source-file.ts';

/**
 * The backend's modules from the bottom up, core first. Modules in one row don't import each other, and imports only go
 * down. Extensions build on the core and don't import each other either.
 */
const tiers: readonly (readonly string[])[] = [
  ['contract', 'scheduler.ts'],
  ['geometry', 'clock.ts', 'portal/contract', 'store/database.ts'],
  ['rows', 'tiles', 'formats/zip'],
  ['service'],
  ['portal/schema'],
  ['soap', 'store', 'draw'],
  ['formats', 'portal/store'],
  ['body.ts', 'context.ts'],
  ['pages'],
  ['handlers', 'portal'],
  ['tiles/operations', 'portal/answers.ts'],
  ['handlers/index.ts'],
  ['maps'],
  ['endpoints'],
  [
    'extensions/ogc',
    'extensions/print',
    'extensions/remote',
    'extensions/rest',
    'extensions/share',
    'extensions/vector-tiles',
  ],
  ['extensions/index.ts'],
  ['answer.ts'],
  ['host-image.ts'],
  ['host-context.ts', 'shell.ts', 'background.ts'],
  ['worker.ts'],
];

/**
 * The page's modules from the bottom up; pages in one row don't import each other either. `client`, which apps import,
 * must not know the page's session (`connection`). `bridge`, which other origins call, uses that session if it may
 * administer.
 */
const pageTiers: readonly (readonly string[])[] = [
  ['host.ts'],
  ['style', 'text', 'worker-calls.ts'],
  ['publish/import'],
  ['publish/job'],
  ['build', 'client'],
  ['connection'],
  ['state', 'bridge'],
  ['map/state', 'map/widget'],
  ['parts'],
  ['explorer', 'map', 'portal', 'publish', 'settings', 'tiles'],
  [
    'extensions/apps',
    'extensions/export',
    'extensions/ogc',
    'extensions/print',
    'extensions/remote',
    'extensions/rest',
    'extensions/share',
    'extensions/vector-tiles',
  ],
  ['extensions/index.ts', 'extensions/client.ts'],
  ['shell'],
  ['main.tsx'],
];

/** The modules of the program that serves maps, from the bottom up. */
const serveTiers: readonly (readonly string[])[] = [
  ['api.ts', 'exchange.ts', 'secret.ts', 'store'],
  ['problem-reply.ts', 'double/interface.ts'],
  ['extensions/ogc.ts', 'extensions/rest.ts', 'extensions/vector-tiles.ts'],
  ['extensions/index.ts'],
  ['process-end.ts'],
  ['double', 'http', 'host'],
  ['watch'],
  ['start.ts', 'serve-app.ts'],
  ['command'],
];

/**
 * The backend modules that the page may import; a page extension may also import the backend extension with its name.
 */
const sharedModules = new Set([
  ...[
    'contract',
    'scheduler.ts',
    'geometry',
    'rows',
    'tiles',
    'formats',
    'formats/zip',
    'service',
    'soap',
    'portal/contract',
    'portal/answers.ts',
  ],
]);

/** The other modules that the program may import: contracts, the database port, and each interface's fault format. */
const servedModules =
  /^(sw\/((portal\/)?contract|soap)\/|sw\/(store\/database|portal\/error-body|endpoints\/(error-response|request-parameters))\.ts)/;

/** The page's files that the Node host needs to publish: none may import the DOM or choose a language. */
const publisherModules = /^src\/(publish\/(import|job)\/|publish\/text\/publish-en\.ts$|worker-calls\.ts$)/;

/** The only portal modules that other code may import, so that the portal behind them can be removed. */
const portalEntries = new Set([
  'sw/portal/answers.ts',
  'sw/portal/index.ts',
  'sw/portal/contract/index.ts',
  'sw/portal/contract/find-operation.ts',
  'sw/portal/schema/portal-schema.ts',
  'sw/portal/store/open-store.ts',
]);

/** The files that may call the backend or fetch: the page's connection, the client's transport and the bridge. */
const senders = new Set([
  'src/connection/call.ts',
  'src/connection/linked-worker.ts',
  'src/extensions/remote/import/worker.ts',
  'src/client/worker-transport.ts',
  'src/connection/server-link.ts',
  'src/bridge/origins.ts',
  'src/bridge/session-headers.ts',
]);
const hostFiles = new Set([
  'sw/store/indexeddb.ts',
  'sw/store/blob-bytes.ts',
  'sw/worker.ts',
  'sw/host-context.ts',
  'sw/host-image.ts',
  'sw/shell.ts',
]);
const hostNames = [
  ...[
    'indexedDB',
    'IDBKeyRange',
    'caches',
    'self',
    'globalThis',
    'navigator',
    'location',
    'fetch',
    'performance',
    'BroadcastChannel',
  ],
  ...['OffscreenCanvas', 'FontFace', 'Date.now', 'new Date()', 'Math.random', 'crypto.randomUUID'],
];

/** List every broken rule as a sentence; empty if there are none. */
export function findBrokenRules(files: readonly SourceFile[]): string[] {
  const tables = files.filter(({ path }) => handlerTable.test(path)).flatMap(({ imports }) => imports);
  const handlerFiles = new Set(tables.filter((target) => /^sw\/handlers\/.+\//.test(target)));
  return files.flatMap((file) => [
    ...findBrokenImports(file),
    ...findBrokenHandlers(file, handlerFiles),
    ...findBrokenHost(file),
    ...findBrokenEntry(file),
    ...findBrokenForm(file),
    ...findBrokenSpreads(file),
  ]);
}

function findBrokenImports({ path, imports }: SourceFile): string[] {
  const broken: string[] = [];
  for (const target of imports) {
    const actual = `${path} imports ${target}`;
    const targetModule = findModule(target);
    if (isArrowToExtension(path, target)) continue;
    const isOwn = findExtension(path) !== undefined && findExtension(path) === findExtension(target);
    if (path.startsWith('src/') && targetModule && !sharedModules.has(targetModule) && !isOwn) {
      broken.push(`${actual}: of the backend, the page may only import ${[...sharedModules].join(', ')}`);
    }
    if (path.startsWith('sw/') && (/^(src|tests)\//.test(target) || target.startsWith('node:'))) {
      broken.push(`${actual}: the backend can't import this`);
    }
    // The host runs the backend, and publishes files with the reader and the defaults of the page.
    const isHost = path.startsWith('serve/host/') && (target.startsWith('sw/') || publisherModules.test(target));
    if (
      path.startsWith('serve/') &&
      /^(sw|src|tests)\//.test(target) &&
      !servedModules.test(target) &&
      !isOwn &&
      !isHost
    ) {
      broken.push(`${actual}: of the other code, the program may only import ${servedModules.source}`);
    }
    if (/^(sw|src)\//.test(path) && target.startsWith('serve/'))
      broken.push(`${actual}: the app can't import the program`);
    const isOutside = /^(sw|src)\//.test(path) && !path.startsWith('sw/portal/');
    if (isOutside && target.startsWith('sw/portal/') && !portalEntries.has(target)) {
      broken.push(`${actual}: only ${[...portalEntries].join(', ')} of the portal may be imported`);
    }
    const [area, below] = [findTier(path), findTier(target)];
    if (!area || !below || area.tiers !== below.tiers || area.module === below.module) continue;
    if (below.tier >= area.tier) broken.push(`${actual}: modules may only import those of lower tiers`);
  }
  const importer = findTier(path);
  if (importer && importer.tier < 0) broken.push(`${path}: "${importer.module}" isn't in the list of tiers`);
  return broken;
}

/**
 * The tables list one handler per operation, with separate tables for parts of the worker. Handlers are in folders next
 * to them.
 */
const handlerTable = /^sw\/handlers\/(index|\w+-handlers)\.ts$/;

/**
 * Find handlers that import each other. They must share code through another file, so that each can be read, moved and
 * removed separately.
 */
function findBrokenHandlers({ path, imports }: SourceFile, handlerFiles: ReadonlySet<string>): string[] {
  if (!path.startsWith('sw/handlers/') || handlerTable.test(path)) return [];
  return imports
    .filter((target) => handlerFiles.has(target))
    .map((target) => `${path} imports ${target}: handlers can't import each other`);
}

function findBrokenHost({ path, names }: SourceFile): string[] {
  if (!path.startsWith('sw/') || hostFiles.has(path)) return [];
  // Readers use `location` for the location of rows.
  const foreign = path.startsWith('sw/formats/') ? hostNames.filter((name) => name !== 'location') : hostNames;
  return foreign
    .filter((name) => names.has(name))
    .map((name) => `${path} uses ${name}: only the context may use globals of the host`);
}

/** Find calls that bypass the connection, which could reach the web server by accident. */
function findBrokenEntry({ path, names }: SourceFile): string[] {
  const broken: string[] = [];
  if (!path.startsWith('src/')) return broken;
  // These files check for the worker before each call.
  const mayKnowWorker = /^src\/connection\/(worker-link|left-worker)\.ts$/.test(path) || senders.has(path);
  if (names.has('navigator.serviceWorker') && !mayKnowWorker) {
    broken.push(`${path} uses navigator.serviceWorker: only src/connection/worker-link.ts may`);
  }
  for (const name of ['fetch', 'XMLHttpRequest', 'window.fetch', 'globalThis.fetch', 'self.fetch']) {
    if (names.has(name) && !senders.has(path))
      broken.push(`${path} uses ${name}: only src/connection/call.ts may send requests`);
  }
  return broken;
}

/** Files that spread lists whose length is limited by their code or format. */
const shortSpreads = new Set([
  ...['src/extensions/export/rows-file.ts', 'sw/formats/geojson/geojson.ts', 'sw/draw/image/font/woff.ts'],
  ...['sw/contract/base64.ts', 'sw/formats/tiles/pmtiles.ts', 'sw/geometry/curve.ts'],
  ...['sw/geometry/grids.ts', 'sw/geometry/identify-wkt.ts', 'sw/portal/digest.ts', 'sw/portal/password.ts'],
]);

/** Find spread arguments of any length: beyond about 100,000, the engine reports "Maximum call stack size exceeded". */
function findBrokenSpreads({ path, spreads }: SourceFile): string[] {
  if (!/^(sw|src)\//.test(path) || path.startsWith('src/build/demo/') || shortSpreads.has(path)) return [];
  return spreads.map((call) => `${path} calls ${call}…): a list of any length can be too long for arguments`);
}

function findBrokenForm({ path }: SourceFile): string[] {
  const broken: string[] = [];
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/(^|[-.])(utils?|helpers?|common|misc|manager)\b/.test(name) || name === 'types.ts') {
    broken.push(`${path}: expected a name that says what the file contains`);
  }
  // Type declarations are named after their package.
  if (!name.endsWith('.d.ts') && !/^[a-z0-9]+(-[a-z0-9]+)*(\.(bench|browser|config|spec|test))*\.tsx?$/.test(name)) {
    broken.push(`${path}: expected kebab-case`);
  }
  return broken;
}

function findModule(path: string): string | undefined {
  return path.startsWith('sw/') ? findTier(path)?.module : undefined;
}

/**
 * Return the extension that a file belongs to: `remote` for `src/extensions/remote/area.ts`; undefined for the core and
 * for the lists of extensions (`index.ts`, `client.ts`).
 */
export function findExtension(path: string): string | undefined {
  const name = /^(?:sw|src|serve)\/extensions\/([\w-]+)[./]/.exec(path)?.[1];
  return name === 'index' || name === 'client' ? undefined : name;
}

/** Check whether an import leads into an extension from outside; the lists of extensions may import them all. */
export const isArrowToExtension = (path: string, target: string): boolean =>
  findExtension(target) !== undefined &&
  findExtension(path) !== findExtension(target) &&
  !/\/extensions\/(index|client)\.ts$/.test(path);

/**
 * Return the module of a file and its tier, -1 if the module isn't listed; undefined for files outside `sw`, `src` and
 * `serve`. Some modules contain others.
 */
function findTier(path: string) {
  const [top, outer, inner] = path.split('/');
  const within = `${outer}/${inner}`;
  const areas: Readonly<Record<string, typeof tiers>> = { sw: tiers, src: pageTiers, serve: serveTiers };
  const area = areas[top!];
  const module = outer === 'extensions' || area?.some((tier) => tier.includes(within)) ? within : outer;
  return area && module ? { tiers: area, module, tier: area.findIndex((tier) => tier.includes(module)) } : undefined;
}
