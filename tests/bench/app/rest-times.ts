import GeoJSONVT from 'geojson-vt';
import vtPbf from 'vt-pbf';
import { base } from '../../../src/connection/call.ts';
import type { OperationName, RequestOf } from '../../../sw/contract/index.ts';
import { vectorTile } from '../../../sw/extensions/vector-tiles/tile.ts';
import { createCall } from '../../../sw/handlers/call.ts';
import { encodeRequest } from '../../../sw/soap/encode.ts';
import { sealEnvelope } from '../../../sw/soap/envelope.ts';
import { pageContext, readCountryFeatures } from './page-context.ts';
import { inTurn, type Row } from './timing.ts';

const runs = 41;
const tileRuns = 11;
const fewFeatures = 10_000;

/** Measure the REST interface compared with SOAP, and vector tiles compared with geojson-vt. */
export async function restTimes(): Promise<Row[]> {
  const thousand = readRows('made', 'ID < 1000');
  return [
    await besideSoap(
      '1,000 polygons as pbf by REST, whole call',
      rest('made/FeatureServer/0/query?f=pbf&where=ID<1000&outFields=*&outSR=4326'),
      soap('made', 'QueryFeatureData', thousand),
    ),
    await besideSoap(
      '1,000 polygons as JSON by REST, whole call',
      rest('made/FeatureServer/0/query?f=json&where=ID<1000&outFields=*&outSR=4326'),
      soap('made', 'QueryFeatureData', thousand),
    ),
    await besideSoap(
      'cities counted by REST, whole call',
      rest('cities/FeatureServer/0/query?f=json&where=POP>100000&returnCountOnly=true'),
      soap('cities', 'QueryFeatureCount', readRows('cities', 'POP > 100000')),
    ),
    await tileTime('cities'),
    await tileTime('made'),
  ];
}

/** Create a query for rows. The map of a published file has the file's name, and its layer the ID 0. */
const readRows = (MapName: string, WhereClause: string): RequestOf<'QueryFeatureData'> => ({
  MapName,
  LayerID: 0,
  QueryFilter: { type: 'QueryFilter', WhereClause, Resolution: 0 },
});

type Ask = () => Promise<number>;

async function besideSoap(name: string, ask: Ask, beside: Ask): Promise<Row> {
  const bytes = [await ask(), await beside()].map((length) => `${(length / 1000).toFixed(1)} kB`);
  const [ms, againstMs] = await inTurn(runs, [ask, beside]);
  return { name, ms: ms!, against: 'the same by SOAP', againstMs: againstMs!, note: bytes.join(' and ') };
}

/**
 * Return a function that sends a REST request and returns the length of the answer in bytes. Like `soap`, it ends when
 * a client could start to parse the answer.
 */
const rest = (below: string): Ask => {
  const url = encodeURI(`${base}rest/services/${below}`);
  return async () => computeLength(await fetch(url));
};

function soap<O extends OperationName>(service: string, operation: O, request: RequestOf<O>): Ask {
  const body = sealEnvelope(encodeRequest(operation, request), '1.1');
  const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' };
  return async () =>
    computeLength(await fetch(`${base}services/${service}/MapServer`, { method: 'POST', headers, body }));
}

async function computeLength(response: Response): Promise<number> {
  const bytes = await response.arrayBuffer();
  if (!response.ok || bytes.byteLength < 10) throw new Error(new TextDecoder().decode(bytes));
  return bytes.byteLength;
}

/**
 * Measure a tile with about the bench's number of features. The backend makes it from the stored table, common
 * libraries from only the tile's features.
 */
async function tileTime(name: string): Promise<Row> {
  const features = await readCountryFeatures(name);
  const [z, x, y] = fullestTile(features);
  const context = await pageContext();
  const call = createCall(context, (await context.store.service(name))!, new AbortController().signal);
  const map = call.service.definition.maps[0]!;
  const inTile = features.filter((feature) => isIn(feature, z, x, y));
  const ours = () => vectorTile(call, map, z, x, y);
  const theirs = () => {
    const index = new GeoJSONVT(
      { type: 'FeatureCollection', features: inTile },
      { extent: 4096, buffer: 64, maxZoom: z, indexMaxZoom: 0 },
    );
    return vtPbf.fromGeojsonVt({ [name]: index.getTile(z, x, y)! }, { version: 2 });
  };
  const bytes = [(await ours()).length, theirs().length].map((length) => `${(length / 1e6).toFixed(2)} MB`);
  const [ms, againstMs] = await inTurn(tileRuns, [ours, theirs]);
  return {
    name: `vector tile of ${inTile.length} ${name === 'cities' ? 'points' : 'polygons'}`,
    ms: ms!,
    against: 'geojson-vt and vt-pbf',
    againstMs: againstMs!,
    note: bytes.join(' and '),
  };
}

type Tile = readonly [z: number, x: number, y: number];

/** Return the tile whose number of features is nearest to the bench's. */
function fullestTile(features: readonly GeoJSON.Feature[]): Tile {
  let best: { readonly tile: Tile; readonly off: number } | undefined;
  for (let z = 0; z < 9; z++) {
    const counts = new Map<number, number>();
    for (const feature of features) {
      const [x, y] = findTile(feature, z);
      counts.set(x * 2 ** z + y, (counts.get(x * 2 ** z + y) ?? 0) + 1);
    }
    for (const [key, count] of counts) {
      const off = Math.abs(count - fewFeatures);
      if (!best || off < best.off) best = { tile: [z, Math.floor(key / 2 ** z), key % 2 ** z], off };
    }
  }
  return best!.tile;
}

const isIn = (feature: GeoJSON.Feature, z: number, x: number, y: number): boolean => {
  const [column, row] = findTile(feature, z);
  return column === x && row === y;
};

/** Return the tile with the first vertex of a feature. */
function findTile({ geometry }: GeoJSON.Feature, z: number): [x: number, y: number] {
  const { coordinates } = geometry as GeoJSON.Point | GeoJSON.Polygon;
  const [longitude, latitude] = coordinates.flat(2) as [number, number];
  const x = (longitude + 180) / 360;
  const y = (1 - Math.asinh(Math.tan((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180)) / Math.PI) / 2;
  return [Math.min(2 ** z - 1, Math.floor(x * 2 ** z)), Math.min(2 ** z - 1, Math.floor(y * 2 ** z))];
}
