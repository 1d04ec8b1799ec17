import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { writeJson } from '../../../sw/service/package-json.ts';
import { packFiles } from '../formats/pack-files.ts';
import { administrator } from '../portal/administrator.ts';

const origin = 'https://maps.test';
/** Hostile input for a name. */
const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' OR 1=1 --",
  ']]><x/>',
  '&lt;b&gt;&amp;',
  '{name}${1}\\u0000',
  '__proto__',
  'constructor',
  '\u202egnp.exe',
  'עברית عربى',
  'x'.repeat(5000),
];
const layerName = '<script>alert("layer")</script>';

let ask: (path: string, init?: RequestInit) => Promise<{ status: number; text: string; bytes: Uint8Array }>;
let fieldNames: string[];

beforeAll(async () => {
  const now = () => Date.UTC(2026, 0, 1);
  const newId = () => 'f'.repeat(32);
  const store = await openStore({ openDatabase: openIndexedDb, databaseName: 'hostile', now, newId });
  await store.setSetting('demo-published', true);
  // A file with all the hostile names as fields and values, published under the name of a script
  const properties = Object.fromEntries(hostile.map((name) => [name, name]));
  const json = `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":${JSON.stringify(properties).replace('"constructor"', '"__proto__":"own","constructor"')}}]}`;
  const { definition, files } = await packFiles([{ name: 'hostile.geojson', bytes: new TextEncoder().encode(json) }]);
  const [map] = definition.maps;
  const [layer] = map!.layers;
  const presented = {
    ...layer!,
    Name: layerName,
    presentation: { popup: { kind: 'text' as const, template: '<b>{script_alert_1_script}</b>' } },
  };
  await store.publish(
    {
      ...definition,
      document: { ...definition.document, Title: layerName, Comments: '<img src=x onerror=alert(2)>' },
      credits: ['<iframe src="javascript:alert(3)"></iframe>'],
      maps: [{ ...map!, Name: 'Map', Description: '</p><script>1</script>', layers: [presented] }],
    },
    files,
  );
  const [stored] = await store.services();
  fieldNames = Object.values(stored!.definition.tables)[0]!.fields.map(({ Name }) => Name);
  const context = { store, now, origin, base: '/', newId, yieldNow: async () => undefined } as unknown as Context;
  ask = async (path, init) => {
    const response = (await answer(
      context,
      new Request(`${origin}/${path}`, { ...init, headers: { ...(await administrator(context)), ...init?.headers } }),
    ))!;
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, text: new TextDecoder().decode(bytes), bytes };
  };
});

const service = 'hostile';
const soap = (operation: string, inner: string) =>
  ask(`services/${service}/MapServer`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml' },
    body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:gis:schemas/3.2.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body><t:${operation}>${inner}</t:${operation}></s:Body></s:Envelope>`,
  });
const filter =
  '<QueryFilter xsi:type="t:QueryFilter"><SubFields>*</SubFields><WhereClause></WhereClause></QueryFilter>';

test('field names are harmless, unique and none of every object', () => {
  expect(new Set(fieldNames.map((name) => name.toLowerCase())).size).toBe(fieldNames.length);
  for (const name of fieldNames) {
    expect(name).toMatch(/^[\p{L}_][\p{L}\p{N}_]{0,63}$/u);
    expect(name in {}).toBe(false);
  }
});

test.each(['services', `services/${service}/MapServer`, `services/${service}/MapServer/0`])(
  'the page at %s shows names and runs none',
  async (path) => {
    const { status, text } = await ask(path, { headers: { accept: 'text/html' } });
    expect(status).toBe(200);
    expect(text).toContain('&lt;script&gt;alert(');
    expect(text).not.toMatch(/<script(?! nonce)[^>]*>(?:alert|1)|<img src=x|<iframe/);
  },
);

test('the same in JSON is JSON', async () => {
  const { text } = await ask('services?f=json');
  expect(JSON.parse(text).services[0]).toMatchObject({ title: layerName, description: '<img src=x onerror=alert(2)>' });
});

test('SOAP answers are well-formed and carry every value as it was', async () => {
  const info = await soap('GetServerInfo', '<MapName>Map</MapName>');
  expect(XMLValidator.validate(info.text)).toBe(true);
  const rows = await soap('QueryFeatureData', `<MapName>Map</MapName><LayerID>0</LayerID>${filter}`);
  expect(XMLValidator.validate(rows.text)).toBe(true);
  const values: string[] = [];
  const collect = (node: unknown): void => {
    if (typeof node === 'string') values.push(node);
    else if (typeof node === 'object' && node !== null) for (const child of Object.values(node)) collect(child);
  };
  collect(new XMLParser({ parseTagValue: false, trimValues: false, processEntities: true }).parse(rows.text));
  for (const value of hostile.filter((item) => item !== '__proto__')) expect(values).toContain(value);
});

test('KML escapes names and values', async () => {
  const { text } = await soap(
    'QueryFeatureData2',
    `<MapName>Map</MapName><LayerDescription><LayerID>0</LayerID><Visible>true</Visible><ShowLabels>false</ShowLabels><ScaleSymbols>false</ScaleSymbols><SetSelectionSymbol>false</SetSelectionSymbol><SelectionBufferDistance>0</SelectionBufferDistance><ShowSelectionBuffer>false</ShowSelectionBuffer></LayerDescription>${filter}<QueryResultOptions><Format>gisQueryResultKMLAsMime</Format></QueryResultOptions>`,
  );
  const base64 = /<(?:\w+:)?MimeData[^>]*>([A-Za-z0-9+/=\s]+)</.exec(text)?.[1];
  expect(base64, text.slice(0, 600)).toBeDefined();
  const kml = new TextDecoder().decode(Object.values(unzipSync(Uint8Array.from(Buffer.from(base64!, 'base64'))))[0]);
  expect(XMLValidator.validate(kml)).toBe(true);
  expect(kml).not.toMatch(/<script|<img src=x/);
});

test('pop-ups escape values, and only values', async () => {
  const { text } = await soap(
    'QueryHTMLPopups',
    `<MapName>Map</MapName><TableID>0</TableID><RowIDs><Int>1</Int></RowIDs>`,
  );
  expect(text).toContain('&lt;b&gt;&amp;lt;script&amp;gt;');
});

test.each(hostile.filter((name) => !/^(?:__proto__|constructor)$/.test(name)))(
  'a package cannot name a service %s',
  async (name) => {
    const { definition } = await packFiles([{ name: 'a.csv', bytes: new TextEncoder().encode('a\n1\n') }]);
    const { zipSync, strToU8 } = await import('fflate');
    const body = zipSync({
      'service.json': strToU8(
        writeJson({ format: 'soapstone-service', formatVersion: 1, definition: { ...definition, name } }),
      ),
    });
    const { text } = await ask('admin/services', { method: 'POST', body: new Blob([body as Uint8Array<ArrayBuffer>]) });
    expect(JSON.parse(text).error).toMatchObject({
      messageCode: 'bad-package',
      message: expect.stringMatching(/service\.name.*1 to 64 letters/),
    });
  },
);
