import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { type Client, createClientAsync } from 'soap';
import { beforeAll, describe, expect, test } from 'vitest';
import { enums, operations, types } from '../../../sw/contract/index.ts';
import { decodeRequest } from '../../../sw/soap/decode.ts';
import { arcgisDialect, neutralDialect } from '../../../sw/soap/dialect.ts';
import { openEnvelope, readOperationName } from '../../../sw/soap/envelope.ts';
import { wsdl } from '../../../sw/soap/wsdl.ts';
import { readXml, type XmlElement } from '../../../sw/soap/xml.ts';

const serviceUrl = 'http://127.0.0.1:9/services/World/MapServer?a=1&b=2';

describe.each([
  ['neutral', neutralDialect],
  ['arcgis', arcgisDialect],
])('the WSDL of the %s dialect', (_name, dialect) => {
  const text = wsdl({ serviceUrl, dialect });
  const root = readXml(text);
  const all = descendants(root);

  test('is well-formed to an independent reader', () => {
    expect(XMLValidator.validate(text)).toBe(true);
  });

  test('lets the unused member of a query result be nil, as answers write it', () => {
    const type = all.find(({ attributes }) => attributes.some(({ value }) => value === 'QueryResult'))!;
    const member = descendants(type).find(({ attributes }) => attributes.some(({ value }) => value === 'Object'))!;
    expect(member.attributes).toContainEqual(expect.objectContaining({ name: 'nillable', value: 'true' }));
  });

  test('holds every type, enumeration, operation and both bindings', () => {
    const schema = all.find((element) => element.name === 'schema')!;
    const count = (name: string) => schema.children.filter((child) => child.name === name).length;
    expect(count('complexType')).toBe(Object.keys(types).length);
    expect(count('simpleType')).toBe(Object.keys(enums).length);
    expect(count('element')).toBe(2 * Object.keys(operations).length);
    const bindings = root.children.filter((child) => child.name === 'binding');
    expect(bindings.map((binding) => binding.children.filter(({ name }) => name === 'operation').length)).toEqual([
      55, 55,
    ]);
    expect(attribute(schema, 'elementFormDefault')).toBe('unqualified');
    const actions = all.map((element) => attribute(element, 'soapAction')).filter((action) => action !== undefined);
    expect(actions).toEqual(new Array(110).fill(''));
  });

  test('refers only to names it defines', () => {
    const schema = all.find((element) => element.name === 'schema')!;
    const defined = new Set(
      [...schema.children, ...root.children.flatMap((child) => [child, ...child.children])].map(
        (child) => `tns:${attribute(child, 'name')}`,
      ),
    );
    const builtIn = /^xs:(int|short|long|unsignedByte|double|string|boolean|dateTime|base64Binary|anyType)$/;
    const unresolved = all.flatMap((element) =>
      ['type', 'base', 'element', 'message', 'binding']
        .map((name) => attribute(element, name))
        .filter((value): value is string => value?.includes(':') === true)
        .filter((value) => !defined.has(value) && !builtIn.test(value)),
    );
    expect(unresolved).toEqual([]);
  });
});

test('the arcgis dialect spells enumerations its own way and types the same', () => {
  const text = wsdl({ serviceUrl, dialect: arcgisDialect });
  expect(text).toContain('value="esriImagePNG32"');
  expect(text).toContain('name="esriImageFormat"');
  expect(text).not.toMatch(/"gis[A-Z]/);
  expect(text).toContain('name="MapServerInfo"');
});

describe('node-soap', () => {
  let client: Client;
  beforeAll(async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'wsdl-')), 'MapServer.wsdl');
    writeFileSync(file, wsdl({ serviceUrl }));
    client = await createClientAsync(file);
  });

  test('makes a client with every operation', () => {
    const service = Object.values(client.describe() as Record<string, Record<string, object>>)[0]!;
    expect(Object.keys(service).sort()).toEqual(['MapServerPort', 'MapServerPort12']);
    expect(Object.keys(service.MapServerPort!).sort()).toEqual(Object.keys(operations).sort());
  });

  test('writes an ExportMapImage request that decodes', async () => {
    const typeValue = (type: string) => ({ 'xsi:type': `tns:${type}`, 'xmlns:tns': neutralDialect.namespace });
    const message = {
      MapDescription: {
        Name: 'Layers',
        MapArea: {
          attributes: typeValue('MapExtent'),
          Extent: { attributes: typeValue('EnvelopeN'), XMin: -10, YMin: 40, XMax: 10, YMax: 50 },
        },
        Rotation: 0,
      },
      ImageDescription: {
        ImageType: { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' },
        ImageDisplay: { ImageHeight: 400, ImageWidth: 400, ImageDPI: 96 },
      },
    };
    // The call fails because there is no server, but the client keeps the request.
    await client.ExportMapImageAsync(message).catch(() => undefined);
    const opened = openEnvelope(client.lastRequest!, 'text/xml');
    expect(readOperationName(opened.element)).toBe('ExportMapImage');
    expect(decodeRequest('ExportMapImage', opened.element, opened.dialect)).toEqual({
      MapDescription: {
        Name: 'Layers',
        MapArea: { type: 'MapExtent', Extent: { type: 'EnvelopeN', XMin: -10, YMin: 40, XMax: 10, YMax: 50 } },
        Rotation: 0,
      },
      ImageDescription: message.ImageDescription,
    });
  });
});

function descendants(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(descendants)];
}

function attribute(element: XmlElement, name: string): string | undefined {
  return element.attributes.find((candidate) => candidate.name === name)?.value;
}
