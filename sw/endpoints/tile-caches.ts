import { readText } from '../body.ts';
import { type CacheActionName, type CacheMessage, cacheMessage } from '../contract/admin/cache-message.ts';
import { badValue, Fault, quoteValue, wrongValue } from '../contract/index.ts';
import { checkMessage } from '../contract/parameter.ts';
import { type Call, createCall } from '../handlers/call.ts';
import { getPublishedMap } from '../handlers/published.ts';
import { getDrawnVersion } from '../store/catalogue.ts';
import { readSettings } from '../tiles/operations/cache-settings.ts';
import { cachesState, jobState } from '../tiles/operations/cache-state.ts';
import { exportBundles, exportPmtiles } from '../tiles/operations/export-cache.ts';
import { importBundles, importPmtiles } from '../tiles/operations/import-cache.ts';
import { type JobOrder, planJob } from '../tiles/operations/job-order.ts';
import { clearFailure, runJob } from '../tiles/operations/run-job.ts';
import { checkSpace } from '../tiles/operations/space.ts';
import type { CacheRecord, TileJob } from '../tiles/tile-cache.ts';
import { jsonResponse } from './error-response.ts';
import type { ServiceEndpoint, ServiceRequestContext } from './request-context.ts';

/**
 * Time that one request works on a job, in milliseconds. It is well below the limits of hosts and short enough to show
 * progress.
 */
const turnMs = 2000;

type Act = (call: Call, map: string, message: CacheMessage) => Promise<unknown>;

const actions: Readonly<Record<CacheActionName, Act>> = {
  async settings(call, name, message) {
    const settings = readSettings(message, getPublishedMap(call.service, name));
    return call.context.store.tiles.setCache(call.service.key, name, settings, call.context.newId());
  },
  async estimate(call, name, message) {
    const plan = await planJob(call, await findCache(call, name), makeJobOrder(message, 'build'));
    const space = await call.context.store.tiles.space();
    return { tiles: plan.tiles, bytes: plan.estimatedBytes, blocks: plan.total, space };
  },
  build: (call, name, message) => begin(call, name, makeJobOrder(message, 'build')),
  erase: (call, name, message) => begin(call, name, makeJobOrder(message, 'delete')),
  pause: (call, name, message) => alter(call, name, message, ['running'], 'paused'),
  resume: (call, name, message) => alter(call, name, message, ['paused', 'failed', 'running'], 'running'),
  cancel: (call, name, message) => alter(call, name, message, ['running', 'paused', 'failed'], 'cancelled'),
  async delete(call, name) {
    return { removed: await call.context.store.tiles.removeCache(call.service.key, name) };
  },
};

/**
 * Return the state of a service's caches, or a file with one of them (GET with `export`). Change a cache (POST, JSON with
 * `action`), or fill it from a file (POST with `import`).
 *
 * @throws {Fault} `unknown-map`, and the faults of each action
 */
export const answerTileCaches: ServiceEndpoint = async (requestContext) => {
  const { request, url } = requestContext;
  const call = makeCall(requestContext);
  if (request.method !== 'POST') {
    return url.searchParams.has('export') ? exportCache(call, url) : jsonResponse(await cachesState(call), url);
  }
  if (url.searchParams.has('import')) return importCache(call, url, request);
  const message = checkMessage(cacheMessage, parseJson(await readText(request))) as CacheMessage;
  const name = message.map ?? call.service.definition.maps[0]!.Name;
  getPublishedMap(call.service, name);
  return jsonResponse(
    { success: true, result: await actions[message.action](call, name, message), state: await cachesState(call) },
    url,
  );
};

/** Return a cache as a file. `export` is `compact` or `pmtiles`; `map` and `layer` select the cache. */
async function exportCache(call: Call, url: URL): Promise<Response> {
  const { format, map, layer } = openTransfer(call, url, 'export');
  const cache = await findCache(call, map);
  const name = `${call.service.key}-${map}`;
  if (format === 'compact') return fileResponse(await exportBundles(call, cache), `${name}.bundles.zip`);
  return fileResponse(await exportPmtiles(call, cache, layer ?? cache.settings.layers[0]!), `${name}.pmtiles`);
}

/** Import the file in the body into a cache. `import`, `map` and `layer` are as in `exportCache`. */
async function importCache(call: Call, url: URL, request: Request): Promise<Response> {
  const { format, map, layer } = openTransfer(call, url, 'import');
  const cache = await findCache(call, map);
  const body = await request.blob();
  if (body.size > maxImportBytes) {
    throw wrongValue('too-large', 'File', `at most ${maxImportBytes} bytes`, `${body.size}`);
  }
  const tiles =
    format === 'compact'
      ? await importBundles(call, cache, body)
      : await importPmtiles(call, cache, layer ?? cache.settings.layers[0]!, body);
  return jsonResponse({ success: true, result: { tiles }, state: await cachesState(call) }, url);
}

const maxImportBytes = 1024 ** 3;

/**
 * Read the format, map and layer of an export or import.
 *
 * @throws {Fault} `bad-value` for an invalid format or layer, `unknown-map` when the service has no such map
 */
function openTransfer(call: Call, url: URL, way: 'export' | 'import') {
  const format = url.searchParams.get(way);
  if (format !== 'compact' && format !== 'pmtiles') {
    throw badValue(way, 'compact or pmtiles', format ?? undefined);
  }
  const map = url.searchParams.get('map') ?? call.service.definition.maps[0]!.Name;
  getPublishedMap(call.service, map);
  const text = url.searchParams.get('layer');
  const layer = text === null ? undefined : Number(text);
  if (layer !== undefined && !Number.isInteger(layer)) {
    throw badValue('layer', 'a layer ID', text!);
  }
  return { format, map, layer };
}

function fileResponse(file: Blob, name: string): Response {
  const headers = {
    'content-type': file.type || 'application/octet-stream',
    'content-disposition': `attachment; filename="${name.replace(/[^\w.-]+/g, '_')}"`,
    'cache-control': 'no-store',
  };
  return new Response(file, { headers });
}

/** Work on a job for a limited time and return its state. Clients repeat the request until the job is done. */
export const answerTileJob: ServiceEndpoint = async (requestContext) => {
  const { url, match } = requestContext;
  const call = makeCall(requestContext);
  const id = match.parameters.get('id') ?? '';
  return jsonResponse({ success: true, job: jobState(await runJob(call, id, turnMs)) }, url);
};

const makeCall = ({ context, request, service }: ServiceRequestContext): Call =>
  createCall(context, service, request.signal);

/** Parse JSON. Return invalid text unchanged, so that the check of the message refuses it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Return the cache of a map.
 *
 * @throws {Fault} `not-found` when the map has no cache yet
 */
async function findCache({ context, service }: Call, map: string): Promise<CacheRecord> {
  const cache = await context.store.tiles.cache(service.key, map);
  if (cache) return cache;
  throw new Fault('not-found', `Map "${map}" has no cache. Create one with the action "settings".`, { map });
}

const makeJobOrder = ({ levels, area, trees, overwrite = false }: CacheMessage, kind: JobOrder['kind']): JobOrder => ({
  kind,
  overwrite,
  levels,
  area,
  layers: trees,
});

async function begin(call: Call, map: string, order: JobOrder): Promise<unknown> {
  const { context, service } = call;
  const { tiles } = context.store;
  const [cache] = await Promise.all([findCache(call, map), order.kind === 'build' && checkSpace(tiles)]);
  const plan = await planJob(call, cache, order);
  const time = context.now();
  const job: TileJob = {
    id: context.newId(),
    service: service.key,
    map,
    cacheId: cache.id,
    ...plan,
    position: 0,
    tilesDone: 0,
    bytesWritten: 0,
    status: 'running',
    version: getDrawnVersion(service),
    startedAt: time,
    updatedAt: time,
  };
  const begun = await tiles.addJob(job);
  if (begun) return jobState(begun);
  throw new Fault('conflict', `Map "${map}": a job is running. Cancel it, or wait until it ends.`, { map });
}

async function alter(
  { context, service }: Call,
  map: string,
  { job: id }: CacheMessage,
  from: readonly TileJob['status'][],
  to: TileJob['status'],
): Promise<unknown> {
  const { tiles } = context.store;
  const matchingJob = (await tiles.jobs(service.key)).find(
    (job) => job.map === map && (id === undefined || job.id === id),
  );
  if (!matchingJob) {
    const jobs = id === undefined ? 'jobs' : `job ${quoteValue(id)}`;
    throw new Fault('unknown-id', `Map "${map}" has no ${jobs}.`, { map });
  }
  const changed = await tiles.changeJob(matchingJob.id, ({ reason: _, ...job }) =>
    from.includes(job.status) ? { ...job, status: to } : undefined,
  );
  clearFailure(context, matchingJob.id);
  if (changed?.status === to) return jobState(changed);
  throw wrongValue(
    'conflict',
    `Job "${matchingJob.id}" of map "${map}"`,
    `the status ${from.join(' or ')}`,
    changed?.status ?? 'nothing',
    {
      map,
    },
  );
}
