import { call as callWorker } from '../../../src/call.ts';
import type { Context } from '../../../sw/context.ts';
import type { OperationName, RequestOf, ResponseOf, Value } from '../../../sw/contract/index.ts';
import type { Call, Handler } from '../../../sw/handlers/call.ts';
import { handlers } from '../../../sw/handlers/index.ts';
import { encodeResponse } from '../../../sw/soap/encode.ts';
import { sealEnvelope } from '../../../sw/soap/envelope.ts';
import { openStore } from '../../../sw/store/open-store.ts';
import { bruteForce, type Places, placesOf } from './brute-force.ts';
import { inTurn, type Row } from './timing.ts';

const runs = 21;
const madeRuns = 7;

/** Ask as the worker does, without the way to it: handlers and database are the same, the page stands in for the worker. */
export async function queryTimes(): Promise<Row[]> {
  const countries = await featuresOf('countries');
  const cities = placesOf(await featuresOf('cities'));
  const made = placesOf(await featuresOf('made'));
  return [
    ...(await cityTimes(cities, countries)),
    ...(await parcelTimes(made)),
    await callTime('cities', { FilterGeometry: box(-10, 35, 40, 60) }),
  ];
}

async function cityTimes(places: Places, countries: readonly GeoJSON.Feature[]): Promise<Row[]> {
  const ask = await asker('cities');
  const count = counter(ask, 'cities');
  const brute = bruteForce(places);
  const rows = [
    await compare('cities counted by attribute', runs, count({ WhereClause: 'POP > 100000' }), () =>
      brute.countAbove('POP', 100_000),
    ),
    await compare('cities counted in a box', runs, count({ FilterGeometry: box(-10, 35, 40, 60) }), () =>
      brute.countInBox(-10, 35, 40, 60),
    ),
  ];
  for (const name of ['Germany', 'Canada']) {
    const shape = polygonOf(countries, name);
    const rings = shape.RingArray.map(({ PointArray }) =>
      PointArray!.flatMap((point) => (point.type === 'PointN' ? [point.X, point.Y] : [])),
    );
    const vertices = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
    const row = await compare(
      `cities counted in ${name}, ${vertices} vertices`,
      madeRuns,
      count({ FilterGeometry: shape }),
      () => brute.countInPolygon(rings),
    );
    rows.push(row);
  }
  rows.push(
    await compare('population by country', runs, ask('QueryDataStatistics', sumByCountry), () =>
      brute.sumBy('COUNTRY', 'POP'),
    ),
    await compare('text found in any field of cities', runs, ask('Find', await findRequest('cities', 'burgh')), () =>
      brute.rowsWithText('burgh', ['NAME', 'COUNTRY', 'POP']),
    ),
  );
  return rows;
}

async function parcelTimes(places: Places): Promise<Row[]> {
  const ask = await asker('made');
  const count = counter(ask, 'made');
  const brute = bruteForce(places);
  const thousand = ask('QueryFeatureData', {
    ...countRequest('made', { WhereClause: 'ID < 1000' }),
  } as RequestOf<'QueryFeatureData'>);
  const records = async () => {
    const answer = (await thousand()) as ResponseOf<'QueryFeatureData'>;
    const xml = sealEnvelope(encodeResponse('QueryFeatureData', answer));
    return xml.split('<Record ').length - 1;
  };
  const [x, y] = brute.middleOf(50_000);
  return [
    await compare('100,000 polygons counted by attribute', runs, count({ WhereClause: 'VALUE > 900' }), () =>
      brute.countAbove('VALUE', 900),
    ),
    await compare('100,000 polygons counted in a box', runs, count({ FilterGeometry: box(-10, 35, 40, 60) }), () =>
      brute.countInBox(-10, 35, 40, 60),
    ),
    await compare(
      '1,000 polygons as RecordSet with XML',
      runs,
      records,
      () => brute.geoJsonOf((row) => row < 1000),
      'GeoJSON text of the rows',
    ),
    await compare('100,000 polygons identified at a point', runs, ask('Identify', await identifyRequest(x, y)), () =>
      brute.rowsAt(x, y),
    ),
    await compare(
      'text found in any field of 100,000 polygons',
      madeRuns,
      ask('Find', await findRequest('made', 'parcel 9999')),
      () => brute.rowsWithText('parcel 9999', ['ID', 'NAME', 'KIND', 'VALUE', 'SURVEYED']),
    ),
  ];
}

/** Measure two ways to one answer in turn; when they differ the bench is wrong, and says so. */
async function compare(
  name: string,
  count: number,
  ours: () => Promise<unknown>,
  brute: () => number,
  against = 'loop over all rows',
): Promise<Row> {
  const found = sizeOf(await ours());
  const expected = brute();
  if (found !== expected) throw new Error(`${name}: ${expected} expected, ${found} found`);
  const [ms, againstMs] = await inTurn(count, [ours, brute]);
  return { name, ms: ms!, against, againstMs: againstMs!, remark: `${found} found` };
}

/** A count, or how many there are of what was answered. */
function sizeOf(answer: unknown): number {
  if (typeof answer === 'number') return answer;
  const { Result } = answer as { Result: number | readonly unknown[] | Value<'RecordSet'> };
  if (typeof Result === 'number') return Result;
  return 'Records' in Result ? (Result.Records?.length ?? 0) : (Result as readonly unknown[]).length;
}

/** The whole way from the page to the worker and back. */
async function callTime(service: string, filter: Partial<Value<'SpatialFilter'>>): Promise<Row> {
  const [ms, againstMs] = await inTurn(runs, [
    () => callWorker('QueryFeatureCount', service, countRequest(service, filter)),
    () => callWorker('GetDefaultMapName', service, {}),
  ]);
  return {
    name: 'cities counted in a box, whole call',
    ms: ms!,
    against: 'call that asks nothing',
    againstMs: againstMs!,
  };
}

type Ask = <O extends OperationName>(operation: O, request: RequestOf<O>) => () => Promise<ResponseOf<O>>;

async function asker(name: string): Promise<Ask> {
  const context = await pageContext();
  const service = await context.store.service(name);
  if (!service) throw new Error(`${name}: a published service expected, none found`);
  const call: Call = { context, service, signal: new AbortController().signal };
  return <O extends OperationName>(operation: O, request: RequestOf<O>) => {
    const handler = handlers[operation] as unknown as Handler<O>;
    return () => handler(call, request);
  };
}

let opened: Promise<Context> | undefined;
function pageContext(): Promise<Context> {
  opened ??= (async (): Promise<Context> => {
    const now = () => Date.now();
    const newId = () => crypto.randomUUID().replaceAll('-', '');
    return {
      store: await openStore({ databaseName: 'soapstone:/', now, newId }),
      createCanvas: (widthPx, heightPx) => new OffscreenCanvas(widthPx, heightPx),
      now,
      newId,
      fetch: (input, init) => fetch(input, init),
      base: '/',
      origin: location.origin,
      fontsReady: async () => {},
      yieldNow,
    };
  })();
  return opened;
}

function yieldNow(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

async function featuresOf(name: string): Promise<readonly GeoJSON.Feature[]> {
  const file = (await (await fetch(`/bench-data/${name}.geojson`)).json()) as GeoJSON.FeatureCollection;
  return file.features;
}

const counter = (ask: Ask, map: string) => (filter: Partial<Value<'SpatialFilter'>>) =>
  ask('QueryFeatureCount', countRequest(map, filter));

/** The map of a published file has its name, and its layer the number 0. */
function countRequest(MapName: string, filter: Partial<Value<'SpatialFilter'>>): RequestOf<'QueryFeatureCount'> {
  return {
    MapName,
    LayerID: 0,
    QueryFilter: {
      type: 'SpatialFilter',
      WhereClause: '',
      SpatialRel: 'gisSpatialRelIntersects',
      SearchOrder: 'gisSearchOrderSpatial',
      SpatialRelDescription: '',
      GeometryFieldName: '',
      FilterOwnsGeometry: false,
      Resolution: 0,
      ...filter,
    } as Value<'SpatialFilter'>,
  };
}

const box = (XMin: number, YMin: number, XMax: number, YMax: number): Value<'EnvelopeN'> => ({
  type: 'EnvelopeN',
  XMin,
  YMin,
  XMax,
  YMax,
});

function polygonOf(countries: readonly GeoJSON.Feature[], name: string): Value<'PolygonN'> {
  const geometry = countries.find(({ properties }) => properties!.NAME === name)!.geometry;
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : (geometry as GeoJSON.MultiPolygon).coordinates;
  const RingArray = polygons.flat().map(
    (ring): Value<'Ring'> => ({
      type: 'Ring',
      PointArray: ring.map(([X, Y]) => ({ type: 'PointN', X: X!, Y: Y! })),
    }),
  );
  return { type: 'PolygonN', HasID: false, HasZ: false, HasM: false, RingArray };
}

const sumByCountry: RequestOf<'QueryDataStatistics'> = {
  MapName: 'cities',
  MapTableDescription: { type: 'LayerDescription', LayerID: 0 } as Value<'LayerDescription'>,
  StatisticsRequest: {
    StatisticDescriptions: [{ StatisticFieldName: 'POP', StatisticType: 'gisDSTypeSum' }],
    GroupByFields: 'COUNTRY',
  } as unknown as Value<'StatisticsRequest'>,
  QueryFilter: { type: 'QueryFilter', WhereClause: '' } as Value<'QueryFilter'>,
};

async function mapOf(service: string) {
  const MapName = (await callWorker('GetDefaultMapName', service, {})).Result;
  const { DefaultMapDescription } = (await callWorker('GetServerInfo', service, { MapName })).Result;
  return {
    MapDescription: DefaultMapDescription!,
    MapImageDisplay: { ImageWidth: 1024, ImageHeight: 768, ImageDPI: 96 },
    LayerIDs: [],
  };
}

const findRequest = async (service: string, SearchString: string): Promise<RequestOf<'Find'>> => ({
  ...(await mapOf(service)),
  SearchString,
  Contains: true,
  SearchFields: '',
  FindOption: 'gisFindAllLayers',
});

const identifyRequest = async (X: number, Y: number): Promise<RequestOf<'Identify'>> => ({
  ...(await mapOf('made')),
  SearchShape: { type: 'PointN', X, Y },
  Tolerance: 0,
  IdentifyOption: 'gisIdentifyAllLayers',
});
