import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { answer } from '../../sw/answer.ts';
import { sampleContext } from './sample-context.ts';

const call = async (operation: string, body: string): Promise<string> => {
  const envelope = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:gis:schemas/3.2.0"><soap:Body><tns:${operation}>${body}</tns:${operation}></soap:Body></soap:Envelope>`;
  const request = new Request('http://soapstone.test/services/Sample/MapServer', { method: 'POST', body: envelope });
  return (await answer(await sampleContext(), request))!.text();
};

const mercator =
  '<OutputSpatialReference xsi:type="tns:ProjectedCoordinateSystem"><WKID>102100</WKID></OutputSpatialReference>';

const query = (format: string, layer: number, where: string, more = '', properties = '') =>
  call(
    'QueryData',
    `<MapName>Related</MapName><MapTableDescription xsi:type="tns:LayerDescription"><LayerID>${layer}</LayerID><Visible>true</Visible><ShowLabels>false</ShowLabels><ScaleSymbols>false</ScaleSymbols><SetSelectionSymbol>false</SetSelectionSymbol><SelectionBufferDistance>0</SelectionBufferDistance><ShowSelectionBuffer>false</ShowSelectionBuffer><DefinitionExpression></DefinitionExpression></MapTableDescription><QueryFilter xsi:type="tns:QueryFilter"><WhereClause>${where}</WhereClause><Resolution>0</Resolution>${more}</QueryFilter><QueryResultOptions><Format>${format}</Format>${properties}</QueryResultOptions>`,
  );

const bytesIn = (xml: string): Uint8Array =>
  Uint8Array.from(atob(/<MimeData[^>]*>([^<]*)</.exec(xml)![1]!), (sign) => sign.charCodeAt(0));

test('JSON is the feature set of the REST sibling, hostile names and all', async () => {
  const text = strFromU8(bytesIn(await query('gisQueryResultJsonAsMime', 1, 'NO = 11')));
  const set = JSON.parse(text);
  expect(set.displayFieldName).toBe('NAME');
  expect(set.geometryType).toBe('esriGeometryPoint');
  expect(set.spatialReference).toEqual({ wkid: 4326, latestWkid: 4326 });
  expect(set.fields.map((field: { name: string; type: string }) => `${field.name} ${field.type}`)).toEqual([
    'OBJECTID esriFieldTypeOID',
    'NO esriFieldTypeInteger',
    'NAME esriFieldTypeString',
    'KIND esriFieldTypeSmallInteger',
    'STATUS esriFieldTypeString',
    'SCORE esriFieldTypeDouble',
    'SINCE esriFieldTypeDate',
    'DAY esriFieldTypeString',
    'LINK esriFieldTypeString',
    '__proto__ esriFieldTypeString',
  ]);
  expect(set.features).toHaveLength(1);
  expect(set.features[0].geometry).toEqual({ x: -60, y: 0 });
  expect(set.features[0].attributes.SINCE).toBe(Date.UTC(2001, 1, 3));
  expect(text).toContain('"__proto__":"p1"');
});

test('JSON by address is served under it', async () => {
  const url = /<URL>([^<]+)</.exec(await query('gisQueryResultJsonAsURL', 2, ''))![1]!;
  const served = (await answer(await sampleContext(), new Request(url)))!;
  expect(served.headers.get('content-type')).toBe('application/json');
  const set = (await served.json()) as { features: { attributes: { CODE: string }; geometry: { rings: unknown } }[] };
  expect(set.features.map(({ attributes }) => attributes.CODE)).toEqual(['P1', 'P2', 'P3']);
  expect(set.features[2]!.geometry.rings).toEqual([
    [
      [-5, -5],
      [-5, 5],
      [5, 5],
      [5, -5],
      [-5, -5],
    ],
  ]);
});

test.each([
  ['gisQueryResultKMLAs', 'application/vnd.google-earth.kmz'],
  ['gisQueryResultAmfAs', 'application/x-amf'],
  ['gisQueryResultJsonAs', 'application/json'],
])('%sURL leads to what %sMime holds', async (format, mimeType) => {
  const url = /<URL>([^<]+)</.exec(await query(`${format}URL`, 2, ''))![1]!;
  const served = (await answer(await sampleContext(), new Request(url)))!;
  expect(served.headers.get('content-type')).toBe(mimeType);
  const inline = bytesIn(await query(`${format}Mime`, 2, ''));
  expect(readContent(new Uint8Array(await served.arrayBuffer()))).toEqual(readContent(inline));
});

/** A zip contains the time it was created, so its content is compared. */
const readContent = (bytes: Uint8Array): unknown => (bytes[0] === 0x50 ? unzipSync(bytes) : bytes);

const related = (format: string) =>
  call(
    'QueryRelatedRecords',
    `<MapName>Related</MapName><SourceTableID>1</SourceTableID><SourceFIDSet><FIDArray><Int>2</Int><Int>1</Int></FIDArray></SourceFIDSet><RelateDescription><RelationshipID>0</RelationshipID><RelatedTableFields>CODE</RelatedTableFields><IncludeGeometry>true</IncludeGeometry><ResultFormat>${format}</ResultFormat></RelateDescription>`,
  );

test('related rows come as JSON and AMF in groups by their source', async () => {
  const set = JSON.parse(strFromU8(bytesIn(await related('gisRelateResultJsonAsMime'))));
  expect(set.geometryType).toBe('esriGeometryPolygon');
  expect(set.fields.map(({ name }: { name: string }) => name)).toEqual(['OBJECTID', 'CODE']);
  const groups: { objectId: number; relatedRecords: { attributes: { CODE: string }; geometry: object }[] }[] =
    set.relatedRecordGroups;
  expect(
    groups.map(({ objectId, relatedRecords }) => [objectId, relatedRecords.map(({ attributes }) => attributes.CODE)]),
  ).toEqual([
    [1, ['P1', 'P2']],
    [2, ['P3']],
  ]);
  expect(groups[1]!.relatedRecords[0]!.geometry).toHaveProperty('rings');
  const amf = readAmf(bytesIn(await related('gisRelateResultAmfAsMime')));
  expect(JSON.stringify(amf)).toBe(JSON.stringify(set));
});

test('KML is zipped, in degrees, one Placemark a row, values escaped', async () => {
  const files = unzipSync(bytesIn(await query('gisQueryResultKMLAsMime', 1, 'NO = 11')));
  const kml = new DOMParser().parseFromString(strFromU8(files['doc.kml']!), 'text/xml');
  const marks = [...kml.getElementsByTagName('Placemark')];
  expect(marks).toHaveLength(1);
  expect(marks[0]!.getElementsByTagName('name')[0]!.textContent).toBe('Ann <b>');
  expect(marks[0]!.getElementsByTagName('coordinates')[0]!.textContent).toBe('-60,0');
  const description = marks[0]!.getElementsByTagName('description')[0]!.textContent!;
  const rows = [...new DOMParser().parseFromString(description, 'text/html').querySelectorAll('tr')];
  expect(rows.map((row) => row.textContent)).toContain('OwnerAnn <b>');
});

test('KML stays in degrees whatever reference is asked for', async () => {
  const xml = await query('gisQueryResultKMLAsMime', 1, 'NO = 11', mercator);
  expect(strFromU8(unzipSync(bytesIn(xml))['doc.kml']!)).toContain('<coordinates>-60,0</coordinates>');
});

test('KML has the name that the request gives its layer', async () => {
  const named = `<FormatProperties><PropertyArray><PropertySetProperty><Key>LayerName</Key><Value xsi:type="xs:string">Sites &amp; more</Value></PropertySetProperty></PropertyArray></FormatProperties>`;
  const nameIn = async (properties: string) => {
    const xml = await query('gisQueryResultKMLAsMime', 1, 'NO = 11', '', properties);
    const kml = new DOMParser().parseFromString(strFromU8(unzipSync(bytesIn(xml))['doc.kml']!), 'text/xml');
    return kml.querySelector('Document > name')!.textContent;
  };
  expect(await nameIn('')).not.toBe('Sites & more');
  expect(await nameIn(named)).toBe('Sites & more');
});

test('KML rings go counter-clockwise outside', async () => {
  const files = unzipSync(bytesIn(await query('gisQueryResultKMLAsMime', 2, "CODE = 'P3'")));
  const outer = /<outerBoundaryIs>.*?<coordinates>([^<]*)</.exec(strFromU8(files['doc.kml']!))![1];
  expect(outer).toBe('-5,-5 5,-5 5,5 -5,5 -5,-5');
});

test('AMF holds what JSON holds', async () => {
  const json = JSON.parse(strFromU8(bytesIn(await query('gisQueryResultJsonAsMime', 1, ''))));
  const amf = readAmf(bytesIn(await query('gisQueryResultAmfAsMime', 1, '')));
  expect(JSON.stringify(amf)).toBe(JSON.stringify(json));
});

/** Read AMF 3 as the specification defines it, without any code of the writer. */
function readAmf(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [strings, traits]: [string[], { names: string[]; isDynamic: boolean }[]] = [[], []];
  let offset = 0;
  const u29 = (): number => {
    let value = 0;
    for (let i = 0; i < 4; i++) {
      const byte = bytes[offset++]!;
      if (i === 3) return value * 256 + byte;
      value = value * 128 + (byte & 127);
      if (byte < 128) break;
    }
    return value;
  };
  const string = (): string => {
    const head = u29();
    if ((head & 1) === 0) return strings[head >> 1]!;
    const text = new TextDecoder().decode(bytes.subarray(offset, offset + (head >> 1)));
    offset += head >> 1;
    if (text !== '') strings.push(text);
    return text;
  };
  const double = (): number => {
    offset += 8;
    return view.getFloat64(offset - 8);
  };
  const read = (): unknown => {
    const marker = bytes[offset++]!;
    if (marker === 1) return null;
    if (marker === 2 || marker === 3) return marker === 3;
    if (marker === 4) {
      const value = u29();
      return value >= 2 ** 28 ? value - 2 ** 29 : value;
    }
    if (marker === 5) return double();
    if (marker === 6) return string();
    if (marker === 8) {
      u29();
      return double();
    }
    if (marker === 9) {
      const count = u29() >> 1;
      expect(string()).toBe('');
      return Array.from({ length: count }, read);
    }
    expect(marker).toBe(10);
    const head = u29();
    let trait = traits[head >> 2];
    if ((head & 3) === 3) {
      string();
      trait = { names: Array.from({ length: head >> 4 }, string), isDynamic: (head & 8) === 8 };
      traits.push(trait);
    }
    const object: Record<string, unknown> = Object.create(null);
    for (const name of trait!.names) object[name] = read();
    if (trait!.isDynamic) for (let name = string(); name !== ''; name = string()) object[name] = read();
    return object;
  };
  const value = read();
  expect(offset).toBe(bytes.length);
  return value;
}

const scaleBar = (format: string) =>
  call(
    'ExportScaleBar',
    `<MapDescription xsi:type="tns:MapDescription"><Name>Layers</Name><Rotation>0</Rotation></MapDescription><MapDisplay><ImageHeight>400</ImageHeight><ImageWidth>400</ImageWidth><ImageDPI>96</ImageDPI></MapDisplay><ImageDescription><ImageType><ImageFormat>${format}</ImageFormat><ImageReturnType>gisImageReturnMimeData</ImageReturnType></ImageType><ImageDisplay><ImageHeight>60</ImageHeight><ImageWidth>300</ImageWidth><ImageDPI>96</ImageDPI></ImageDisplay></ImageDescription>`,
  );

test('a scale bar in a vector format is of paths and text', async () => {
  const svg = atob(/<ImageData>([^<]*)</.exec(await scaleBar('gisImageSVG'))![1]!);
  expect(svg).toMatch(/<path.*<text/s);
  expect(svg).not.toContain('<image');
  for (const format of ['gisImagePS', 'gisImagePDF', 'gisImageEMF', 'gisImageAI'])
    expect(await scaleBar(format)).toMatch(/<ImageData>[^<]{100}/);
});
