import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../../sw/contract/index.ts';
import { arcgisDialect, findDialect, neutralDialect } from '../../../sw/soap/dialect.ts';
import {
  faultEnvelope,
  likelySoapVersion,
  openEnvelope,
  readOperationName,
  readSoapFault,
  sealEnvelope,
  soapContentType,
} from '../../../sw/soap/envelope.ts';

const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
const message = (body: string, header = '', namespace = soap11) =>
  `<s:Envelope xmlns:s="${namespace}">${header}<s:Body>${body}</s:Body></s:Envelope>`;
const operation = '<t:GetMapCount xmlns:t="urn:gis:schemas/3.2.0"/>';

function catchError(run: () => unknown): Fault {
  try {
    run();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('no fault was thrown');
}

describe('a message is opened', () => {
  test.each([
    ['1.1', soap11, 'text/xml'],
    ['1.2', soap12, 'application/soap+xml; charset=utf-8; action=""'],
    ['1.1', soap11, null],
    ['1.2', soap12, 'text/xml'],
  ])('as SOAP %s in the namespace %s', (version, namespace, contentType) => {
    const opened = openEnvelope(message(operation, '', namespace), contentType);
    expect(opened.soapVersion).toBe(version);
    expect(opened.dialect).toEqual(neutralDialect);
    expect(readOperationName(opened.element)).toBe('GetMapCount');
  });
  test('with headers that need not be understood, or are for others', () => {
    const header =
      '<s:Header><a s:mustUnderstand="0"/><b s:mustUnderstand="1" s:actor="urn:somebody-else"/><c/></s:Header>';
    expect(openEnvelope(message(operation, header)).headers.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });
  test('in the namespace and dialect of its operation', () => {
    const of = (namespace: string) => openEnvelope(message(`<GetMapCount xmlns="${namespace}"/>`)).dialect;
    expect(of('http://www.esri.com/schemas/ArcGIS/10.3')).toEqual({
      namespace: 'http://www.esri.com/schemas/ArcGIS/10.3',
      enumPrefix: 'esri',
    });
    expect(of('http://example.org/maps/2')).toEqual({ namespace: 'http://example.org/maps/2', enumPrefix: 'gis' });
    expect(of('')).toEqual(neutralDialect);
  });
});

test.each([
  [
    'another content type',
    () => openEnvelope('{}', 'application/json'),
    'expected text/xml or application/soap+xml, found "application/json"',
  ],
  ['another root', () => openEnvelope('<a/>'), 'Message: expected a SOAP Envelope, found <a>.'],
  [
    'another envelope',
    () => openEnvelope(message(operation, '', 'urn:x')),
    'expected the namespace of SOAP 1.1 or 1.2, found "urn:x".',
  ],
  ['no body', () => openEnvelope(`<s:Envelope xmlns:s="${soap11}"/>`), 'expected one Body, found nothing'],
  ['an empty body', () => openEnvelope(message('')), 'expected one operation element, found nothing'],
  ['two operations', () => openEnvelope(message(operation + operation)), 'found <GetMapCount> and <GetMapCount>'],
  ['a namespace without version', () => openEnvelope(message('<GetMapCount xmlns="urn:x"/>')), 'ending in a version'],
  [
    'a header that must be understood',
    () => openEnvelope(message(operation, '<s:Header><w:Security xmlns:w="w" s:mustUnderstand="1"/></s:Header>')),
    'Envelope.Header.Security',
  ],
])('%s is refused', (_what, run, text) => {
  const fault = catchError(run);
  expect(fault.code).toBe('bad-envelope');
  expect(fault.message).toContain(text);
});

test.each(['Explode', 'constructor', '__proto__', 'getmapcount'])('the operation %s is unknown', (name) => {
  const fault = catchError(() =>
    readOperationName(openEnvelope(message(`<t:${name} xmlns:t="urn:gis:schemas/3.2.0"/>`)).element),
  );
  expect([fault.code, fault.message]).toEqual([
    'unknown-operation',
    `Envelope.Body: expected an operation of the map service, found <${name}>.`,
  ]);
});

describe('a fault', () => {
  const fault = new Fault('bad-value', 'Find.Contains: expected boolean, found "<maybe> & more"', {
    path: 'Find.Contains',
  });
  test.each(['1.1', '1.2'] as const)('reads back from SOAP %s as it was', (version) => {
    const xml = faultEnvelope(fault, version, arcgisDialect);
    expect(XMLValidator.validate(xml)).toBe(true);
    const read = readSoapFault(openEnvelope(xml).element)!;
    expect([read.code, read.message, read.detail]).toEqual([fault.code, fault.message, fault.detail]);
  });
  test('blames the caller or us in the words of each version', () => {
    const parse = (xml: string) => new XMLParser({ removeNSPrefix: true }).parse(xml).Envelope.Body.Fault;
    const ours = new Fault('internal', 'x');
    expect(parse(faultEnvelope(fault)).faultcode).toBe('soap:Client');
    expect(parse(faultEnvelope(ours)).faultcode).toBe('soap:Server');
    expect(parse(faultEnvelope(fault, '1.2')).Code.Value).toBe('soap:Sender');
    expect(parse(faultEnvelope(ours, '1.2')).Code.Value).toBe('soap:Receiver');
    const header = catchError(() => openEnvelope(message(operation, '<s:Header><a s:mustUnderstand="1"/></s:Header>')));
    expect(parse(faultEnvelope(header)).faultcode).toBe('soap:MustUnderstand');
    expect(parse(faultEnvelope(fault)).faultstring).toContain('Find.Contains');
  });
  test('is not seen in an answer', () => {
    expect(readSoapFault(openEnvelope(message(operation)).element)).toBeUndefined();
  });
});

test('an answer declares the namespace it was asked in, whatever is in it', () => {
  const dialect = findDialect('http://www.esri.com/schemas/ArcGIS/"><x>/10.8')!;
  const xml = sealEnvelope('<tns:A/>', '1.1', dialect);
  expect(openEnvelope(xml).element.namespace).toBe(dialect.namespace);
});

test('the version of a message that cannot be opened is guessed from what can be read', () => {
  expect(likelySoapVersion(`<s:Envelope xmlns:s="${soap12}"><`)).toBe('1.2');
  expect(likelySoapVersion(`<s:Envelope xmlns:s="${soap11}"><`, 'application/soap+xml')).toBe('1.1');
  expect(likelySoapVersion('nonsense', 'application/soap+xml')).toBe('1.2');
  expect(likelySoapVersion('nonsense')).toBe('1.1');
  expect([soapContentType('1.1'), soapContentType('1.2')]).toEqual([
    'text/xml; charset=utf-8',
    'application/soap+xml; charset=utf-8',
  ]);
});
