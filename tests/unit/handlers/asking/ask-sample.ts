import { openIndexedDb } from '../../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { answer } from '../../../../sw/answer.ts';
import type { Context } from '../../../../sw/context.ts';
import { openStore } from '../../../../sw/portal/store/open-store.ts';
import { sampleService } from '../../../contract/sample-service.ts';

let opened: Promise<Context> | undefined;

async function openSample(): Promise<Context> {
  let ids = 0;
  const now = () => Date.UTC(2026, 0, 1);
  const newId = () => (++ids).toString(16).padStart(32, '0');
  const store = await openStore({ openDatabase: openIndexedDb, databaseName: 'asking', now, newId });
  const { definition, files } = sampleService();
  await store.publish(definition, files);
  await store.setSetting('demo-published', true);
  const rest = { base: '/', origin: 'http://soapstone.test', yieldNow: async () => undefined };
  return { store, now, newId, ...rest } as unknown as Context;
}

/**
 * Send an operation with this content to the sample service and return the XML of the response; `t`, `xsi` and `xs` are
 * bound.
 */
export async function ask(operation: string, content: string): Promise<string> {
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:gis:schemas/3.2.0"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    ><s:Body><t:${operation}>${content}</t:${operation}></s:Body></s:Envelope>`;
  return (await sendToSample(body)).text();
}

/** Send an envelope to the sample service. */
export async function sendToSample(body: string): Promise<Response> {
  opened ??= openSample();
  const url = 'http://soapstone.test/services/Sample/MapServer';
  const headers = { 'content-type': 'text/xml; charset=utf-8' };
  return (await answer(await opened, new Request(url, { method: 'POST', headers, body })))!;
}

/** Return the object IDs of a response that has only IDs, or the text of its fault. */
export async function queryIds(operation: string, content: string): Promise<number[] | string> {
  const xml = await ask(operation, content);
  return catchFault(xml) ?? [...xml.matchAll(/<Int>(-?\d+)<\/Int>/g)].map(([, id]) => Number(id));
}

/**
 * Return a record set without geometry as field names and rows of values, with null for nil; or the text of its fault.
 */
export async function querySampleRows(
  operation: string,
  content: string,
): Promise<{ names: string[]; rows: (string | null)[][] } | string> {
  const xml = await ask(operation, content);
  const fault = catchFault(xml);
  if (fault) return fault;
  const names = [...xml.matchAll(/<Field [^>]*><Name>([^<]*)</g)].map(([, name]) => name!);
  const rows = xml.split('<Record xsi').slice(1);
  const value = /<Value xsi:(?:nil="true"\/>|type="[^"]*">([^<]*)<)/g;
  return { names, rows: rows.map((row) => [...row.matchAll(value)].map(([, text]) => text ?? null)) };
}

const catchFault = (xml: string): string | undefined => /<faultstring>(.*?)<\/faultstring>/.exec(xml)?.[1];

/** Build a filter of this type; the caller escapes where clauses. */
export const filter = (content: string, type = 'QueryFilter'): string =>
  `<QueryFilter xsi:type="t:${type}">${content}</QueryFilter>`;

/** Build the description of a layer that only the request defines, without geometry. */
export const dynamicLayer = (source: string): string => `<MapTableDescription xsi:type="t:LayerDescription"
  ><LayerID>90</LayerID><Visible>true</Visible><ShowLabels>false</ShowLabels><ScaleSymbols>false</ScaleSymbols
  ><SetSelectionSymbol>false</SetSelectionSymbol><SelectionBufferDistance>0</SelectionBufferDistance
  ><ShowSelectionBuffer>false</ShowSelectionBuffer><DefinitionExpression></DefinitionExpression
  ><LayerResultOptions><IncludeGeometry>false</IncludeGeometry></LayerResultOptions>${source}</MapTableDescription>`;
