import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { sampleService } from '../../contract/sample-service.ts';

/** Post an operation's message to the sample service; resolves to the whole response. */
export type Ask = (operation: string, content: string) => Promise<string>;

/** Publish the sample service and return a function that sends it requests and yields like the worker does. */
export async function samplePost(host: Partial<Pick<Context, 'now' | 'yieldNow'>> = {}): Promise<Ask> {
  const now = host.now ?? (() => Date.now());
  const yieldNow = host.yieldNow ?? (() => new Promise<void>((resolve) => setImmediate(resolve)));
  const newId = () => 'f'.repeat(32);
  const store = await openStore({
    openDatabase: openIndexedDb,
    databaseName: `sample-post-${crypto.randomUUID()}`,
    now,
    newId,
  });
  const { definition, files } = sampleService();
  await store.publish(definition, files);
  await store.setSetting('demo-published', true);
  const context = { store, now, newId, base: '/', origin: 'http://sample.test', yieldNow } as unknown as Context;
  return async (operation, content) => {
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="urn:gis:schemas/3.2.0"><s:Body><t:${operation}>${content}</t:${operation}></s:Body></s:Envelope>`;
    const request = new Request('http://sample.test/services/Sample/MapServer', { method: 'POST', body });
    return (await answer(context, request))!.text();
  };
}

type Vertex = readonly [x: number | string, y: number | string];

/** Build a polygon element from rings of points. */
export function polygonXml(name: string, rings: readonly (readonly Vertex[])[]): string {
  const ring = (places: readonly Vertex[]): string =>
    `<Ring xsi:type="t:Ring"><PointArray>${places.map(pointXml).join('')}</PointArray></Ring>`;
  return `<${name} xsi:type="t:PolygonN"><HasID>false</HasID><HasZ>false</HasZ><HasM>false</HasM><RingArray>${rings.map(ring).join('')}</RingArray></${name}>`;
}

const pointXml = ([x, y]: Vertex): string => `<Point xsi:type="t:PointN"><X>${x}</X><Y>${y}</Y></Point>`;

/** Build the arguments that query the sample's squares by their relation to a `FilterGeometry`. */
export const squaresWhere = (geometry: string, relation: string, mask = ''): string =>
  `<MapName>Layers</MapName><LayerID>3</LayerID><QueryFilter xsi:type="t:SpatialFilter"><WhereClause/><Resolution>0</Resolution><SearchOrder>gisSearchOrderSpatial</SearchOrder><SpatialRel>gisSpatialRel${relation}</SpatialRel><SpatialRelDescription>${mask}</SpatialRelDescription>${geometry}<GeometryFieldName/><FilterOwnsGeometry>false</FilterOwnsGeometry></QueryFilter>`;
