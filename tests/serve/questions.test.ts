import { expect, inject, test } from 'vitest';
import { runInTest } from './in-test.ts';
import { folderWith } from './run-soapstone.ts';

/* Send the same query to a real server in the different forms that toolkits and users write. */

const url = inject('url');
const [soap11, soap12] = ['http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'];
const types = 'urn:gis:schemas/3.2.0';
/** A where clause that five of the parcels match. */
const where = 'AREA &lt; 105';
const filter = (clause = where, attributes = 'xsi:type="t:QueryFilter"') =>
  `<QueryFilter ${attributes}><WhereClause>${clause}</WhereClause></QueryFilter>`;
const body = (query = filter(), { soap = soap11, layer = '0', map = 'parcels' } = {}) =>
  `<s:Envelope xmlns:s="${soap}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="${types}"><s:Body><t:QueryFeatureCount><MapName>${map}</MapName><LayerID>${layer}</LayerID>${query}</t:QueryFeatureCount></s:Body></s:Envelope>`;
const addHeader = (header: string) => body().replace('<s:Body>', `<s:Header>${header}</s:Header><s:Body>`);

async function count(message: string | Uint8Array<ArrayBuffer>, type: string, base = url, name = 'parcels') {
  const headers = { 'content-type': type, SOAPAction: '""' };
  const answer = await fetch(`${base}services/${name}/MapServer`, { method: 'POST', headers, body: message });
  const text = await answer.text();
  return /<Result[^>]*>([^<]*)/.exec(text)?.[1] ?? (/<(?:\w+:)?Fault\b/.test(text) ? 'fault' : text.slice(0, 200));
}

test.each<[string, string, string]>([
  ['as the README has it', body(), '5'],
  ['a prefix that is bound on the element', body(filter(where, `xmlns:q1="${types}" xsi:type="q1:QueryFilter"`)), '5'],
  // The type's name is enough, whatever its prefix.
  ['a type whose prefix is not bound', body(filter(where, 'xsi:type="zz:QueryFilter"')), '5'],
  ['no type', body(filter(where, '')), '5'],
  ['CDATA', body(filter('<![CDATA[AREA < 105]]>')), '5'],
  ['a comment in the text', body(filter('AREA <!-- why --> &lt; 105')), '5'],
  ['character references', body(filter('AREA &#x3C; 105')), '5'],
  ['an instruction and blanks around', `\ufeff<?xml version="1.0"?>\n<?own x?>\n${body()}\n\n`, '5'],
  ['single quotes and line ends', body().replaceAll('"', "'").replaceAll('><', '>\r\n<'), '5'],
  ['blanks around a number', body(filter(), { layer: ' 0 ' }), '5'],
  ['a number with plus and zeros', body(filter(), { layer: '+00' }), '5'],
  [
    'nil as 1 in an element without value',
    body(
      `<QueryFilter xsi:type="t:SpatialFilter"><WhereClause>${where}</WhereClause><FilterGeometry xsi:nil="1"/></QueryFilter>`,
    ),
    '5',
  ],
  ['SOAP 1.2', body(filter(), { soap: soap12 }), '5'],
  ['a DTD', `<!DOCTYPE s [<!ENTITY w "${where}">]>${body(filter('&w;'))}`, 'fault'],
  ['a header that must be understood', addHeader('<x:Sec xmlns:x="urn:x" s:mustUnderstand="1"/>'), 'fault'],
  ['a header that may be passed over', addHeader('<x:Sec xmlns:x="urn:x" s:mustUnderstand="0"/>'), '5'],
])('a SOAP request with %s', async (_, message, expected) => {
  const type = message.includes(soap12) ? 'application/soap+xml' : 'text/xml';
  expect(await count(message, `${type}; charset=utf-8`)).toBe(expected);
});

test('a SOAP request in UTF-16 with a mark, and in the encoding that its XML declares', async () => {
  const running = runInTest([
    'serve',
    `${folderWith({ 'towns.csv': 'name,x,y\nZürich,8.5,47.4\nZurich,0,0\n' })}/towns.csv`,
  ]);
  const base = await running.url;
  const question = body(filter("name = 'Zürich'"), { map: 'towns' });
  const utf16 = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${question}`, 'utf16le'),
  ]);
  expect(await count(new Uint8Array(utf16), 'text/xml; charset=utf-16', base, 'towns')).toBe('1');
  const latin = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${question}`, 'latin1');
  expect(await count(new Uint8Array(latin), 'text/xml', base, 'towns')).toBe('1');
});

test('a list of more values than a statement of SQL has as a rule is answered', async () => {
  // Every second number below 3000 matches the parcels from 100 on: 20 of 40.
  const values = Array.from({ length: 1500 }, (_, i) => 2 * i);
  const form = new URLSearchParams({ where: `AREA IN (${values})`, returnCountOnly: 'true', f: 'json' });
  const query = `${url}rest/services/parcels/MapServer/0/query`;
  const answer = await fetch(query, { method: 'POST', body: form });
  expect(await answer.json()).toEqual({ count: 20 });
  expect(await count(body(filter(`AREA IN (${values})`)), 'text/xml; charset=utf-8')).toBe('20');
});
