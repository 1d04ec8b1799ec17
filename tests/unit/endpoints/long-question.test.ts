import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { openStore } from '../../../sw/store/open-store.ts';
import { sampleService } from '../../contract/sample-service.ts';

afterEach(() => vi.restoreAllMocks());

let databases = 0;

/** A service whose clock runs and which gives way as the worker does. */
async function post(): Promise<(operation: string, content: string) => Promise<string>> {
  const now = () => Date.now();
  const newId = () => 'f'.repeat(32);
  const store = await openStore({ databaseName: `long-${++databases}`, now, newId });
  const { definition, files } = sampleService();
  await store.publish(definition, files);
  await store.setSetting('demo-published', true);
  const context = {
    ...{ store, now, newId, base: '/', origin: 'http://long.test' },
    yieldNow: () => new Promise<void>((resolve) => setImmediate(resolve)),
  } as unknown as Context;
  return async (operation, content) => {
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="urn:gis:schemas/3.2.0"><s:Body><t:${operation}>${content}</t:${operation}></s:Body></s:Envelope>`;
    const request = new Request('http://long.test/services/Sample/MapServer', { method: 'POST', body });
    return (await answer(context, request))!.text();
  };
}

/** What a comb of that many teeth contains. */
function combQuery(teeth: number): string {
  const point = (x: number, y: number): string =>
    `<Point xsi:type="t:PointN"><X>${x.toFixed(5)}</X><Y>${y}</Y></Point>`;
  const points = [point(-90, -60)];
  for (let i = 0; i < teeth; i++)
    points.push(point(-90 + (180 * i) / teeth, 60), point(-90 + (180 * i + 90) / teeth, -50));
  points.push(point(90, -60), points[0]!);
  return `<MapName>Layers</MapName><LayerID>3</LayerID><QueryFilter xsi:type="t:SpatialFilter"><WhereClause/><Resolution>0</Resolution><SearchOrder>gisSearchOrderSpatial</SearchOrder><SpatialRel>gisSpatialRelContains</SpatialRel><SpatialRelDescription/><FilterGeometry xsi:type="t:PolygonN"><HasID>false</HasID><HasZ>false</HasZ><HasM>false</HasM><RingArray><Ring xsi:type="t:Ring"><PointArray>${points.join('')}</PointArray></Ring></RingArray></FilterGeometry><GeometryFieldName/><FilterOwnsGeometry>false</FilterOwnsGeometry></QueryFilter>`;
}

test('a small request is answered before a large question that came first', async () => {
  const ask = await post();
  const order: string[] = [];
  const large = ask('QueryFeatureCount', combQuery(60_000)).then((text) => {
    order.push('large');
    return text;
  });
  for (let i = 0; i < 5; i++) {
    expect(await ask('GetMapCount', '')).toContain('<Result>3</Result>');
    order.push('small');
  }
  expect(await large).toMatch(/Result>\d|too-complex/);
  expect(order).toEqual(['small', 'small', 'small', 'small', 'small', 'large']);
});

test('a question that takes longer than its budget ends in a fault that says so', async () => {
  const ask = await post();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const asked = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(30));
  const text = await ask('QueryFeatureCount', combQuery(60_000));
  expect(asked).toHaveBeenCalledWith(20_000);
  expect(text).toContain('<tns:Code>too-complex</tns:Code>');
  expect(text).toContain('QueryFeatureCount: an answer within 20 s expected');
});
