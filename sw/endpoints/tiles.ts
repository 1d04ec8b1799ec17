import { Fault, wrongValue } from '../contract/index.ts';
import { type Call, createCall } from '../handlers/call.ts';
import { requireCapability } from '../handlers/capabilities.ts';
import { getPublishedMap } from '../handlers/published.ts';
import { cacheName } from '../tiles/operations/cache-values.ts';
import { readTile, requireCache } from '../tiles/operations/read-tile.ts';
import { tileAnswer } from '../tiles/operations/tile-answer.ts';
import { type CacheRecord, fusedLayer, getTileExtension, type TilePosition } from '../tiles/tile-cache.ts';
import type { RequestContext, ServiceEndpoint, ServiceRequestContext } from './request-context.ts';

/** Maximum time for drawing a tile, in milliseconds. */
const tileBudgetMs = 20_000;

/** Return a tile of the default map's cache. Level, row and column follow the tiling scheme. */
export const answerTile: ServiceEndpoint = async (requestContext) => {
  const call = makeTileCall(requestContext);
  const { parameters } = requestContext.match;
  const cache = await requireCache(
    call,
    requestContext.url.searchParams.get('map') ?? call.service.definition.maps[0]!.Name,
  );
  const [level, row, col] = ['level', 'row', 'col'].map((name) => decimal(parameters.get(name)));
  return tileResponse(requestContext, call, cache, { layer: fusedLayer, level: level!, row: row!, col: col! });
};

/**
 * Return a tile by its path in the cache directory: `_alllayers/L00/R0000029f/C00000280.png`.
 *
 * @throws {Fault} `not-found` for any other path
 */
export const answerTileFile: ServiceEndpoint = async (requestContext) => {
  const call = makeTileCall(requestContext);
  const { parameters } = requestContext.match;
  const map = getPublishedMap(call.service, parameters.get('map') ?? '');
  const cache = await requireCache(call, map.Name);
  const layer = cache.settings.layers.find((id) => cacheName(map, id) === parameters.get('tree'));
  const level = /^L(\d{2})$/.exec(parameters.get('level') ?? '')?.[1];
  const row = /^R([0-9a-f]{8})$/.exec(parameters.get('row') ?? '')?.[1];
  const [, col, ending] = /^C([0-9a-f]{8})\.(\w+)$/.exec(parameters.get('col') ?? '') ?? [];
  const extension = getTileExtension(cache.settings.format);
  if (layer === undefined || !level || !row || !col || ending !== extension) {
    const form = `${cacheName(map, cache.settings.layers[0]!)}/L00/R00000000/C00000000.${extension}`;
    throw wrongValue('not-found', 'Path', `a tile such as ${form}`, requestContext.url.pathname);
  }
  const position = { layer, level: Number(level), row: Number.parseInt(row, 16), col: Number.parseInt(col, 16) };
  return tileResponse(requestContext, call, cache, position);
};

/**
 * Create the call for drawing a tile.
 *
 * @throws {Fault} `not-allowed` without the capability `Map`
 */
export function makeTileCall({ context, request, service }: ServiceRequestContext): Call {
  requireCapability(service, 'Map', 'Tile');
  return createCall(context, service, AbortSignal.any([AbortSignal.timeout(tileBudgetMs), request.signal]));
}

/** Parse a whole number. Return NaN for other text, because it matches no tile. */
const decimal = (text = ''): number => (/^\d{1,10}$/.test(text) ? Number(text) : Number.NaN);

async function tileResponse(
  { request }: RequestContext,
  call: Call,
  cache: CacheRecord,
  position: TilePosition,
): Promise<Response> {
  const bytes = await readTile(call, cache, position, 'Tile').catch((error: unknown) => {
    // A client that requests tile after tile expects "not found" outside the scheme.
    throw error instanceof Fault && error.code === 'bad-value'
      ? new Fault('not-found', error.message, error.detail)
      : error;
  });
  return tileAnswer(request, cache, bytes);
}
