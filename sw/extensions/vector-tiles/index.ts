import { toBodyStream } from '../../body.ts';
import type { Context } from '../../context.ts';
import { badValue, Fault, quoteValue, toFault } from '../../contract/index.ts';
import { escapeAttribute } from '../../contract/markup.ts';
import { matchPath } from '../../contract/match-path.ts';
import { projectExtent } from '../../geometry/project-extent.ts';
import { referenceFromWkid } from '../../geometry/spatial-reference.ts';
import { type Call, createCall } from '../../handlers/call.ts';
import { requireCapability } from '../../handlers/capabilities.ts';
import { transformationBetween } from '../../handlers/references.ts';
import type { ServiceRecord } from '../../store/store.ts';
import { webMercatorScheme } from '../../tiles/tile-scheme.ts';
import { tileFault } from './fault.ts';
import { areaLabels, labelKey, listTiledLayers, maxVectorZoom, type TiledLayer } from './layers.ts';
import { type VectorTileName, vectorTilePaths } from './rows.ts';
import { makeVectorStyle } from './style.ts';
import { halfWorld, vectorTile } from './tile.ts';

/** Request that the gate has admitted. */
interface TileRequest {
  readonly context: Context;
  readonly request: Request;
  readonly url: URL;
  /** Token from the address or a form; empty if there is none. */
  readonly token: string;
  readonly service: ServiceRecord;
  readonly below: readonly string[];
}

/** The context in which a resource answers a request. */
interface TileCall extends Call {
  /** Address of the tile server, without a query. */
  readonly root: string;
  readonly token: string;
  readonly path: Readonly<Record<string, string>>;
}

/** Clients look for literal braces, so this template must not be URL-encoded. */
const tilePath = 'tile/{z}/{y}/{x}.pbf';
/** Maximum duration of one request, in milliseconds. */
const budgetMs = 20_000;

/** Answer a path below `VectorTileServer`. Faults become responses; nothing is thrown. */
export async function answerVectorTiles({
  context,
  request,
  url,
  token,
  service,
  below,
}: TileRequest): Promise<Response> {
  const signal = AbortSignal.any([AbortSignal.timeout(budgetMs), request.signal]);
  try {
    const names = Object.keys(vectorTilePaths) as VectorTileName[];
    for (const name of names) {
      const path = matchPath(vectorTilePaths[name].path, below);
      if (!path) continue;
      requireCapability(service, 'Map', 'VectorTileServer');
      const { pathname, origin } = url;
      const root = `${origin}${pathname.slice(0, pathname.lastIndexOf('/VectorTileServer') + 17)}`;
      const call = { ...createCall(context, service, signal), root, token, path };
      return await resources[name](call);
    }
    const pathPatterns = names.map((name) => vectorTilePaths[name].path || 'nothing').join(', ');
    throw new Fault(
      'not-found',
      `VectorTileServer: path ${quoteValue(below.join('/'))} not found. Use one of ${pathPatterns}.`,
    );
  } catch (error) {
    return tileFault(toFault(error, signal));
  }
}

const resources: { readonly [N in VectorTileName]: (call: TileCall) => Promise<Response> } = {
  tile: tileAt,
  tileJson: async (call) => json(await tileJson(call)),
  style: (call) => style(call),
  styles: (call) => style(call),
  service: async (call) => {
    const { map } = firstMap(call);
    const extent = await extentIn(call, 102100);
    const [xmin, ymin, xmax, ymax] = extent;
    const reference = { wkid: 102100, latestWkid: 3857 };
    const box = { xmin, ymin, xmax, ymax, spatialReference: reference };
    return json({
      currentVersion: 11.2,
      name: map.Name,
      capabilities: 'TilesOnly',
      type: 'indexedVector',
      defaultStyles: 'resources/styles',
      tiles: [tilePath],
      exportTilesAllowed: false,
      initialExtent: box,
      fullExtent: box,
      minScale: lods[0]!.scale,
      maxScale: lods.at(-1)!.scale,
      tileInfo: {
        rows: 512,
        cols: 512,
        dpi: 96,
        format: 'pbf',
        origin: { x: scheme.origin[0], y: scheme.origin[1] },
        spatialReference: reference,
        lods,
      },
      maxzoom: maxVectorZoom,
      resourceInfo: { styleVersion: 8, tileCompression: 'none' },
    });
  },
};

/**
 * Levels for tiles of 512 pixels: each has the resolution of the next level with tiles of 256.
 *
 * With another origin or other scales, the vendor's SDK draws nothing.
 */
const scheme = webMercatorScheme(maxVectorZoom + 2);
const lods = scheme.levels.slice(1).map(({ resolution, scale }, level) => ({ level, resolution, scale }));

const firstMap = ({ service }: Call) => ({ map: service.definition.maps[0]! });

const tileAddress = ({ root, token }: TileCall, below: string): string =>
  `${root}/${below}${token ? `?token=${encodeURIComponent(token)}` : ''}`;

const style = async (call: TileCall): Promise<Response> =>
  json(await makeVectorStyle(call, firstMap(call).map, tileAddress(call, 'tile.json'), tileAddress(call, tilePath)));

async function tileAt(call: TileCall): Promise<Response> {
  const [z, y, x] = ['z', 'y', 'x'].map((name) => {
    const text = call.path[name]!.replace(name === 'x' ? /\.(pbf|mvt)$/ : /^$/, '');
    return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  }) as [number, number, number];
  if (!(z <= maxVectorZoom)) throw badValue('z', `a level from 0 to ${maxVectorZoom}`, call.path.z!);
  for (const [name, number] of Object.entries({ y, x }))
    if (!(number < 2 ** z)) throw badValue(name, `a number from 0 to ${2 ** z - 1} at level ${z}`, call.path[name]!);
  const bytes = await vectorTile(call, firstMap(call).map, z, x, y);
  return answerWith(bytes, 'application/vnd.mapbox-vector-tile');
}

async function tileJson(call: TileCall): Promise<object> {
  const { map } = firstMap(call);
  const layers = listTiledLayers(call, map);
  return {
    tilejson: '3.0.0',
    name: map.Name,
    description: map.Description || undefined,
    attribution: map.CopyrightText ? escapeAttribute(map.CopyrightText) : undefined,
    scheme: 'xyz',
    tiles: [tileAddress(call, tilePath)],
    minzoom: 0,
    maxzoom: lastZoom(layers),
    bounds: await extentIn(call, 4326),
    vector_layers: layers.flatMap((tiled) => {
      const { name, fields, layer } = tiled;
      const types = fields.map(({ Name, Type }) => [Name, Type === 'gisFieldTypeString' ? 'String' : 'Number']);
      const labels = areaLabels(tiled);
      return [
        { id: name, description: layer.Description, fields: Object.fromEntries(types) },
        ...(labels ? [{ id: labels, fields: { [labelKey]: 'String' } }] : []),
      ];
    }),
  };
}

/** Clients enlarge tiles beyond this zoom level, at which one tile unit is 15 cm on the ground. */
const maxTileZoom = 16;

/** Return the last zoom level with tiles. It must include every layer that only appears when zoomed in. */
const lastZoom = (layers: readonly TiledLayer[]): number =>
  Math.min(maxVectorZoom, Math.max(maxTileZoom, ...layers.map(({ zooms: [first] }) => Math.floor(first))));

/** Return the full extent, clamped to the extent of the tiles. */
async function extentIn(call: TileCall, wkid: number): Promise<number[]> {
  const { map } = firstMap(call);
  const way = await transformationBetween(call, map.SpatialReference, referenceFromWkid(wkid));
  const extent = way ? projectExtent(map.fullExtent, way) : map.fullExtent;
  const limits = wkid === 4326 ? [180, 85.0511287798066] : [halfWorld, halfWorld];
  return extent.map((value, i) => Math.max(-limits[i % 2]!, Math.min(limits[i % 2]!, value)));
}

const json = (body: object): Response => answerWith(JSON.stringify(body), 'application/json; charset=utf-8');

const answerWith = (body: BodyInit, type: string): Response =>
  new Response(toBodyStream(body), {
    headers: { 'content-type': type, 'cache-control': 'no-store' },
  });
