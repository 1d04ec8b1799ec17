import { readText } from '../body.ts';
import type { Context } from '../context.ts';
import { badValue, Fault, quoteValue, wrongValue } from '../contract/index.ts';
import { getPublishedTable } from '../handlers/published.ts';
import { bindConditions } from '../handlers/row-filter.ts';
import { findSourceLayer } from '../maps/composed-map.ts';
import { checkMapContent, isMapId, type MapContent, type MapRecord } from '../service/map-record.ts';
import { readJson, writeJson } from '../service/package-json.ts';
import { isUsableBy } from './gate.ts';
import type { Endpoint, RequestContext } from './request-context.ts';

/**
 * List the composed maps with at least one layer that the caller can use: ID, title, version, time and services of
 * each.
 */
export const answerMaps: Endpoint = async (requestContext) => {
  const maps = await Promise.all(
    (await requestContext.context.store.maps.all()).map((map) => seen(requestContext, map)),
  );
  const listed = maps
    .filter((map) => map !== undefined)
    .map(({ id, title, version, changedAt, layers }) => ({
      id,
      title,
      version,
      changedAt,
      layerCount: layers.length,
      services: [...new Set(layers.flatMap(({ service }) => (service === '' ? [] : [service])))],
    }))
    .sort((a, b) => b.changedAt - a.changedAt);
  return mapResponse({ maps: listed });
};

/**
 * Return a composed map (GET), create or replace it (PUT), or remove it (DELETE). Changes can safely be repeated.
 *
 * The body of PUT contains the `version` that it replaces (0 creates a map).
 *
 * @throws {Fault} `not-found`, `conflict` when the map has changed in the meantime, `bad-value` for an ID,
 *   `bad-package` for invalid content, `bad-sql` and `unknown-field` for a filter, `not-allowed` for layers that the
 *   caller can't use
 */
export const answerMap: Endpoint = async (requestContext) => {
  const { context, request, match } = requestContext;
  const id = match.parameters.get('id') ?? '';
  if (!isMapId(id)) throw badValue('admin/maps/{id}', '8 to 32 lower-case letters and digits', id);
  if (request.method === 'GET' || request.method === 'HEAD') {
    const stored = await context.store.maps.get(id);
    const map = stored && (await seen(requestContext, stored));
    if (!map) throw new Fault('not-found', `Map "${id}" not found.`);
    return mapResponse({ map });
  }
  await refuseHidden(requestContext, id);
  if (request.method === 'DELETE') {
    await context.store.maps.change(id, () => undefined);
    return mapResponse({ success: true });
  }
  const { version, ...body } = readJson(await readText(request));
  const content = checkMapContent(body);
  if (!Number.isSafeInteger(version)) throw badValue('map.version', 'the version of the map', version);
  await checkLayers(requestContext, content);
  const map = await context.store.maps.change(id, (before) => changed(context, id, before, Number(version), content));
  return mapResponse({ map });
};

function changed(
  context: Context,
  id: string,
  before: MapRecord | undefined,
  version: number,
  content: MapContent,
): MapRecord {
  if (before && isSame(before, content)) return before;
  if ((before?.version ?? 0) !== version)
    throw wrongValue(
      'conflict',
      `Map "${id}"`,
      `version ${version}`,
      `${before?.version ?? 'nothing'}. Read the map again`,
    );
  return { ...content, id, version: version + 1, changedAt: context.now() };
}

function isSame({ id: _, version: __, changedAt: ___, ...before }: MapRecord, content: MapContent): boolean {
  return writeJson(before) === writeJson(content);
}

const hidden = { service: '', layer: 0, name: '', title: '', visible: false, labels: false, opacity: 100, filter: '' };

/**
 * Return the map as this caller can see it. Layers of private services become empty; undefined if no other layers are
 * left.
 */
async function seen(requestContext: RequestContext, map: MapRecord): Promise<MapRecord | undefined> {
  const isUsable = isUsableBy(requestContext);
  const layers = await Promise.all(map.layers.map(async (layer) => ((await isUsable(layer.service)) ? layer : hidden)));
  return layers.length > 0 && layers.every((layer) => layer === hidden) ? undefined : { ...map, layers };
}

/** Refuse a caller who can't see all layers. Such a caller would change or delete layers that others see. */
async function refuseHidden(requestContext: RequestContext, id: string): Promise<void> {
  const stored = await requestContext.context.store.maps.get(id);
  const isUsable = isUsableBy(requestContext);
  for (const { service } of stored?.layers ?? [])
    if (!(await isUsable(service)))
      throw new Fault('not-allowed', `Map "${id}" has layers of services that you can't use. Sign in first.`);
}

async function checkLayers(requestContext: RequestContext, { layers }: MapContent): Promise<void> {
  const { context } = requestContext;
  const isUsable = isUsableBy(requestContext);
  for (const [index, entry] of layers.entries()) {
    const path = `map.layers[${index}]`;
    if (!(await isUsable(entry.service)))
      throw wrongValue('not-allowed', `${path}.service`, 'a service that you can use', quoteValue(entry.service));
    const service = await context.store.service(entry.service);
    const layer = service && findSourceLayer(service, entry);
    if (layer?.table === undefined) continue;
    const { manifest } = getPublishedTable(service!, service!.definition.maps[0]!, layer.LayerID);
    bindConditions([{ text: entry.filter, path: `${path}.filter` }], manifest, context.now());
  }
}

const mapResponse = (body: unknown): Response =>
  new Response(writeJson(body), {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });
