import { describe, expect, test } from 'vitest';
import { fromBase64, toBase64 } from '../../../sw/contract/base64.ts';
import {
  type EnumName,
  enums,
  type OperationName,
  operations,
  type ResponseOf,
  type StructRow,
  type TypeName,
  type TypeRow,
  types,
  type Value,
} from '../../../sw/contract/index.ts';
import { decodeRequest, decodeResponse, decodeValue } from '../../../sw/soap/decode.ts';
import { arcgisDialect, type Dialect, isSent, neutralDialect } from '../../../sw/soap/dialect.ts';
import { encodeRequest, encodeResponse, encodeValue } from '../../../sw/soap/encode.ts';
import { encodeInSteps } from '../../../sw/soap/encode-steps.ts';
import { openEnvelope, sealEnvelope } from '../../../sw/soap/envelope.ts';

const image: ResponseOf<'ExportMapImage'> = {
  // Deliberately not in schema order.
  Result: {
    ImageType: 'image/png',
    MapScale: 21013162.563,
    VisibleLayerIDs: [0, 2],
    ImageWidth: 400,
    ImageHeight: 300,
    ImageDPI: 96,
    ImageURL: '',
    ImageData: new Uint8Array([137, 80, 78, 71]),
    Extent: {
      type: 'EnvelopeN',
      YMax: 55,
      XMin: -10,
      YMin: 35,
      XMax: 10,
      SpatialReference: { type: 'GeographicCoordinateSystem', WKID: 4326 },
    },
  },
};

test('an answer stands in the order of the schema, unqualified, with types on complex values', () => {
  expect(encodeResponse('ExportMapImage', image)).toBe(
    '<tns:ExportMapImageResponse><Result xsi:type="tns:MapImage"><ImageData>iVBORw==</ImageData><ImageURL></ImageURL>' +
      '<Extent xsi:type="tns:EnvelopeN"><XMin>-10</XMin><YMin>35</YMin><XMax>10</XMax><YMax>55</YMax>' +
      '<SpatialReference xsi:type="tns:GeographicCoordinateSystem"><WKID>4326</WKID></SpatialReference></Extent>' +
      '<VisibleLayerIDs xsi:type="tns:ArrayOfInt"><Int>0</Int><Int>2</Int></VisibleLayerIDs>' +
      '<MapScale>21013162.563</MapScale><ImageHeight>300</ImageHeight><ImageWidth>400</ImageWidth><ImageDPI>96</ImageDPI>' +
      '<ImageType>image/png</ImageType></Result></tns:ExportMapImageResponse>',
  );
});

test('an answer may have elements beside a Result', () => {
  expect(encodeResponse('FromMapPoints', { ScreenYValues: [2], ScreenXValues: [] })).toBe(
    '<tns:FromMapPointsResponse><ScreenXValues xsi:type="tns:ArrayOfInt"></ScreenXValues><ScreenYValues xsi:type="tns:ArrayOfInt"><Int>2</Int></ScreenYValues></tns:FromMapPointsResponse>',
  );
});

test('every value of anyType says its type', () => {
  const xml = encodeValue(
    'ArrayOfValue',
    [
      'a & b',
      1.5,
      true,
      null,
      new Date(Date.UTC(2026, 0, 31)),
      new Uint8Array([1, 2]),
      { type: 'short', value: -3 },
      { type: 'float', value: Number.NaN },
      { type: 'PointN', X: 1, Y: 2 } as { type: 'PointN' },
    ],
    'Values',
  );
  expect(xml.match(/<Value[^>]*>[^<]*/g)).toEqual([
    '<Values xsi:type="tns:ArrayOfValue">',
    '<Value xsi:type="xs:string">a &amp; b',
    '<Value xsi:type="xs:double">1.5',
    '<Value xsi:type="xs:boolean">true',
    '<Value xsi:nil="true"/>',
    '<Value xsi:type="xs:dateTime">2026-01-31T00:00:00.000Z',
    '<Value xsi:type="xs:base64Binary">AQI=',
    '<Value xsi:type="xs:short">-3',
    '<Value xsi:type="xs:float">NaN',
    '<Value xsi:type="tns:PointN">',
  ]);
});

test.each([0.1 + 0.2, -1e-300, 5e-324, 1.7976931348623157e308, 123456789.12345679, Number.NaN, 1 / 0, -1 / 0])(
  'the double %d reads back as itself',
  (double) => {
    const answer = openEnvelope(sealEnvelope(encodeResponse('ComputeScale', { Result: double }))).element;
    expect(decodeResponse('ComputeScale', answer)).toEqual({ Result: double });
  },
);

test('the arcgis dialect spells enumerations its own way and nothing else', () => {
  expect(encodeResponse('GetSupportedImageReturnTypes', { Result: 'gisImageReturnURL' }, arcgisDialect)).toContain(
    '<Result>esriImageReturnURL</Result>',
  );
  expect(encodeResponse('GetMapName', { Result: 'gisMap' }, arcgisDialect)).toContain('<Result>gisMap</Result>');
});

describe('what is not of the contract is our mistake, with its place', () => {
  const broken = (change: object) =>
    ({ Result: { ...image.Result, ...change } }) as unknown as ResponseOf<'ExportMapImage'>;
  test.each([
    [{ MapScale: undefined }, 'MapScale: expected double, found nothing'],
    [{ MapScale: '1' }, 'MapScale: expected double, found string "1"'],
    [{ ImageWidth: 1.5 }, 'ImageWidth: expected int, found number "1.5"'],
    [{ Extent: { type: 'PointN' } }, 'Extent: expected Envelope, found "PointN"'],
    [{ VisibleLayerIDs: 3 }, 'VisibleLayerIDs: expected ArrayOfInt, found number'],
  ])('%o', (change, message) => {
    expect(() => encodeResponse('ExportMapImage', broken(change))).toThrow(message);
  });
});

describe('every type, request and answer of the contract', () => {
  const names = (Object.keys(types) as TypeName[]).filter((name) => !isAbstract(name));
  test('reads back as it was written', () => {
    for (const name of names) {
      const value = sample(name, 0) as never;
      const xml = sealEnvelope(encodeValue(name, value, 'tns:Value'));
      expect(decodeValue(name, openEnvelope(xml).element), name).toEqual(value);
    }
  });
  test.each([
    ['neutral', neutralDialect],
    ['arcgis', arcgisDialect],
  ])('reads back as messages of the %s dialect', (_name, dialect) => {
    for (const operation of Object.keys(operations) as OperationName[]) {
      const request = samples(operations[operation].request, 0) as never;
      const sent = openEnvelope(sealEnvelope(encodeRequest(operation, request, dialect), '1.2', dialect));
      expect(decodeRequest(operation, sent.element, sent.dialect), operation).toEqual(received(request, dialect));
      const response = samples(operations[operation].response, 0) as never;
      const answer = openEnvelope(sealEnvelope(encodeResponse(operation, response, dialect), '1.1', dialect));
      expect(decodeResponse(operation, answer.element, answer.dialect), operation).toEqual(received(response, dialect));
    }
  });
});

/** Return the value as it arrives in a dialect: extensions are sent only in the neutral one. */
const received = <T>(value: T, dialect: Dialect): T => (dialect === neutralDialect ? value : withoutExtensions(value));

function withoutExtensions<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutExtensions) as T;
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const { type } = value as { readonly type?: string };
  const isOfSchema = ([name]: readonly [string, unknown]) => isSent(`${type}.${name}`, 'esri');
  const entries = Object.entries(value).filter(isOfSchema);
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutExtensions(inner)])) as T;
}

test('base64 is the same with the engine and without', () => {
  const bytes = Uint8Array.from({ length: 100_003 }, (_, i) => (i * 7919) % 256);
  const text = toBase64(bytes);
  expect(text).toBe(Buffer.from(bytes).toString('base64'));
  expect(fromBase64(text)).toEqual(bytes);
  expect(fromBase64('AQ')).toBeUndefined();
  expect(fromBase64('A=QI')).toBeUndefined();
});

/** Make a value with every field, three levels deep; deeper levels have only required fields. */
function sample(ref: string, depth: number): unknown {
  const row = (types as Readonly<Record<string, TypeRow>>)[ref];
  if (row && 'list' in row) return depth > 3 ? [] : [sample(row.list, depth + 1), sample(row.list, depth + 1)];
  if (row) {
    const name = row.abstract || ref === 'Geometry' ? successor(ref) : ref;
    return { ...(isInFamily(name) ? { type: name } : {}), ...samples(listFields(name), depth + 1) };
  }
  if (ref in enums) return enums[ref as EnumName].values.at(-1);
  if (ref === 'string') return ' text <&> ';
  if (ref === 'boolean') return true;
  if (ref === 'dateTime') return '2026-01-31T12:00:00Z';
  if (ref === 'base64Binary') return new Uint8Array([1, 2, 3, 4]);
  if (ref === 'anyType') return { type: 'int', value: 7 };
  return ref === 'double' ? 1.25 : 7;
}

function samples(fields: Readonly<Record<string, string>>, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, ref]) => depth <= 3 || !ref.endsWith('?'))
      .map(([name, ref]) => [name, sample(ref.replace('?', ''), depth)]),
  );
}

function findRow(name: string): StructRow {
  return types[name as TypeName] as StructRow;
}

function listFields(name: string): Readonly<Record<string, string>> {
  const { base, fields, defaults } = findRow(name);
  // An absent field with a default would be read back as the default, so every such field is set.
  const typeFields = Object.fromEntries(
    Object.entries(fields).map(([field, ref]) => [field, defaults && field in defaults ? ref.replace('?', '') : ref]),
  );
  return base ? { ...listFields(base), ...typeFields } : typeFields;
}

function isAbstract(name: TypeName): boolean {
  return 'abstract' in types[name];
}

function isInFamily(name: string): boolean {
  return findRow(name).base !== undefined || Object.values(types).some((row) => 'base' in row && row.base === name);
}

/** Return the first concrete subtype, in the order of the table. */
function successor(name: string): string {
  for (const [key, row] of Object.entries(types)) {
    if (!('base' in row) || row.base !== name) continue;
    if (!('abstract' in row)) return key;
    const below = successor(key);
    if (below !== key) return below;
  }
  return name;
}

describe('in steps', () => {
  const inSteps = async (encode: () => string): Promise<[text: string, steps: number]> => {
    const steps = encodeInSteps(encode, 'Test');
    for (let count = 0; ; count++) {
      const step = steps.next();
      if (step.done) return [await new Blob([step.value].flat()).text(), count];
    }
  };
  const point = (i: number): Value<'Point'> => ({ type: 'PointN', X: i, Y: -i });
  const rings = (count: number, points: number): Value<'Ring'>[] =>
    Array.from({ length: count }, () => ({
      type: 'Ring',
      PointArray: Array.from({ length: points }, (_, i) => point(i)),
    }));

  test.each<[string, Value<'PolygonN'>['RingArray'], number]>([
    ['one long list', rings(1, 50_000), 40],
    ['long lists in a long list', rings(100, 2000), 190],
    ['short lists in a long list', rings(20_000, 4), 90],
    ['a short list', rings(3, 4), 0],
  ])('%s is written as at once', async (_, RingArray, fewest) => {
    const encode = () =>
      encodeValue('PolygonN', { type: 'PolygonN', HasID: false, HasZ: false, HasM: false, RingArray }, 'Shape');
    const [text, steps] = await inSteps(encode);
    expect(text).toBe(encode());
    expect(steps).toBeGreaterThanOrEqual(fewest);
  });

  test('bytes are written as at once', async () => {
    const Data = Uint8Array.from({ length: 2_000_001 }, (_, i) => (i * 7) % 256);
    const encode = () =>
      encodeValue(
        'ImageResult',
        { ImageData: Data, ImageURL: '', ImageHeight: 1, ImageWidth: 1, ImageDPI: 96 },
        'Result',
      );
    const [text, steps] = await inSteps(encode);
    expect(text).toBe(encode());
    expect(steps).toBeGreaterThan(4);
  });

  test('an answer above 128 MB is refused', async () => {
    const Result = new Array<string>(700_000).fill('x'.repeat(200));
    await expect(inSteps(() => encodeResponse('QueryHTMLPopups', { Result }))).rejects.toThrow(
      expect.objectContaining({
        code: 'too-large',
        message: expect.stringContaining('Test: expected a response of at most 128 MB'),
      }),
    );
  });
});
