import { call as callWorker } from '../../../src/connection/call.ts';
import type { OperationName, RequestOf, ResponseOf, Value } from '../../../sw/contract/index.ts';
import { type Call, createCall, type Handler } from '../../../sw/handlers/call.ts';
import { handlers } from '../../../sw/handlers/index.ts';
import { encodeResponse } from '../../../sw/soap/encode.ts';
import { sealEnvelope } from '../../../sw/soap/envelope.ts';
import { bruteForce, listPlaces, type Places } from './brute-force.ts';
import { pageContext, readCountryFeatures } from './page-context.ts';
import { box, countRequest, findRequest, identifyRequest, listRings, sumBy, toPolygonN } from './questions.ts';
import { inTurn, type Row } from './timing.ts';

const runs = 21;
const madeRuns = 7;

/** Measure queries in the page, with the handlers and the database of the worker but without messages. */
export async function queryTimes(): Promise<Row[]> {
  const countries = await readCountryFeatures('countries');
  const cities = listPlaces(await readCountryFeatures('cities'));
  const made = listPlaces(await readCountryFeatures('made'));
  return [
    ...(await cityTimes(cities, countries)),
    ...(await parcelTimes(made, countries)),
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
    const shape = toPolygonN(countries, name);
    const rings = listRings(shape);
    const vertices = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
    const row = await compare(
      `cities counted in ${name}, ${vertices} vertices`,
      madeRuns,
      count({ FilterGeometry: shape }),
      () => brute.countInPolygon(rings),
    );
    rows.push(row);
  }
  const limit = brute.limitFor('POP', 1000);
  const position = places.features[50_000]!.geometry as GeoJSON.Point;
  const [x, y] = position.coordinates as [number, number];
  const atPoint = await identifyRequest('cities', x, y);
  rows.push(
    await compare(
      '1,000 cities as RecordSet with XML',
      runs,
      records(ask, 'cities', `POP > ${limit}`),
      () => brute.geoJsonOf((row) => places.features[row]!.properties!.POP > limit),
      'GeoJSON text of the rows',
    ),
    await compare('cities identified at a point', runs, ask('Identify', atPoint), () => brute.rowsAtPointOf(50_000)),
    await compare('population by country', runs, ask('QueryDataStatistics', sumBy('cities', 'COUNTRY', 'POP')), () =>
      brute.sumBy('COUNTRY', 'POP'),
    ),
    await compare('text found in any field of cities', runs, ask('Find', await findRequest('cities', 'burgh')), () =>
      brute.rowsWithText('burgh', ['NAME', 'COUNTRY', 'POP']),
    ),
  );
  return rows;
}

async function parcelTimes(places: Places, countries: readonly GeoJSON.Feature[]): Promise<Row[]> {
  const ask = await asker('made');
  const count = counter(ask, 'made');
  const brute = bruteForce(places);
  const germany = toPolygonN(countries, 'Germany');
  const rings = listRings(germany);
  const [x, y] = brute.middleOf(50_000);
  return [
    await compare('100,000 polygons counted by attribute', runs, count({ WhereClause: 'VALUE > 900' }), () =>
      brute.countAbove('VALUE', 900),
    ),
    await compare('100,000 polygons counted in a box', runs, count({ FilterGeometry: box(-10, 35, 40, 60) }), () =>
      brute.countInBox(-10, 35, 40, 60),
    ),
    await compare('100,000 polygons counted in Germany', madeRuns, count({ FilterGeometry: germany }), () =>
      brute.countMeeting(rings),
    ),
    await compare(
      '100,000 polygons counted wholly in Germany',
      madeRuns,
      count({ FilterGeometry: germany, SpatialRel: 'gisSpatialRelContains' }),
      () => brute.countMeeting(rings, true),
    ),
    await compare('values by kind', runs, ask('QueryDataStatistics', sumBy('made', 'KIND', 'VALUE')), () =>
      brute.sumBy('KIND', 'VALUE'),
    ),
    await compare(
      '1,000 polygons as RecordSet with XML',
      runs,
      records(ask, 'made', 'ID < 1000'),
      () => brute.geoJsonOf((row) => row < 1000),
      'GeoJSON text of the rows',
    ),
    await compare(
      '100,000 polygons identified at a point',
      runs,
      ask('Identify', await identifyRequest('made', x, y)),
      () => brute.rowsAt(x, y),
    ),
    await compare(
      'text found in any field of 100,000 polygons',
      madeRuns,
      ask('Find', await findRequest('made', 'parcel 9999')),
      () => brute.rowsWithText('parcel 9999', ['ID', 'NAME', 'KIND', 'VALUE', 'SURVEYED']),
    ),
  ];
}

/** Return a function that queries rows and writes them as XML; it resolves to the number of rows. */
function records(ask: Ask, map: string, WhereClause: string): () => Promise<number> {
  const requested = ask('QueryFeatureData', countRequest(map, { WhereClause }) as RequestOf<'QueryFeatureData'>);
  return async () => {
    const xml = sealEnvelope(encodeResponse('QueryFeatureData', (await requested()) as ResponseOf<'QueryFeatureData'>));
    return xml.split('<Record ').length - 1;
  };
}

/** Measure two methods with the same answer in turn. @throws {Error} if the answers differ */
async function compare(
  name: string,
  count: number,
  ours: () => Promise<unknown>,
  brute: () => number,
  against = 'loop over all rows',
): Promise<Row> {
  const actual = sizeOf(await ours());
  const expected = brute();
  if (actual !== expected) throw new Error(`${name}: expected ${expected}, found ${actual}`);
  const [ms, againstMs] = await inTurn(count, [ours, brute]);
  return { name, ms: ms!, against, againstMs: againstMs!, note: `${actual} found` };
}

/** Return a count, or the number of results. */
function sizeOf(answer: unknown): number {
  if (typeof answer === 'number') return answer;
  const { Result } = answer as { Result: number | readonly unknown[] | Value<'RecordSet'> };
  if (typeof Result === 'number') return Result;
  return 'Records' in Result ? (Result.Records?.length ?? 0) : (Result as readonly unknown[]).length;
}

/** Measure a call from the page to the worker and back. */
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
  if (!service) throw new Error(`${name}: expected a published service, found none`);
  const call: Call = createCall(context, service, new AbortController().signal);
  return <O extends OperationName>(operation: O, request: RequestOf<O>) => {
    const handler = handlers[operation] as unknown as Handler<O>;
    return () => handler(call, request);
  };
}

const counter = (ask: Ask, map: string) => (filter: Partial<Value<'SpatialFilter'>>) =>
  ask('QueryFeatureCount', countRequest(map, filter));
