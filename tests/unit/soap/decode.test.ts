import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Fault, type OperationName, operations } from '../../../sw/contract/index.ts';
import { decodeRequest, decodeValue } from '../../../sw/soap/decode.ts';
import { arcgisDialect } from '../../../sw/soap/dialect.ts';
import { openEnvelope, readOperationName } from '../../../sw/soap/envelope.ts';
import { readXml } from '../../../sw/soap/xml.ts';

const wire = new URL('./wire/', import.meta.url);

function request<O extends OperationName>(operation: O, children: string) {
  return decodeRequest(operation, readXml(`<${operation}>${children}</${operation}>`));
}

function catchFault(run: () => unknown): Fault {
  try {
    run();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('no fault was thrown');
}

describe('requests as clients write them', () => {
  const files = readdirSync(wire).filter((name) => name.endsWith('.identify.xml'));
  test('are all here', () => {
    expect(files.map((name) => name.split('.')[0]!).sort()).toEqual([
      'dotnet',
      'hand-written',
      'node-soap',
      'php',
      'php-soap12-arcgis',
      'zeep',
    ]);
  });
  test.each(files)('%s', (name) => {
    const opened = openEnvelope(readFileSync(new URL(name, wire), 'utf8'), 'text/xml; charset=utf-8');
    expect(readOperationName(opened.element)).toBe('Identify');
    const read = decodeRequest('Identify', opened.element, opened.dialect);
    expect(Object.is(read.MapDescription.Rotation, -0) || read.MapDescription.Rotation === 0).toBe(true);
    expect({ ...read, MapDescription: { ...read.MapDescription, Rotation: 0 } }).toEqual({
      MapDescription: {
        Name: 'Layers',
        MapArea: { type: 'MapExtent', Extent: { type: 'EnvelopeN', XMin: -10, YMin: 40, XMax: 10, YMax: 50 } },
        Rotation: 0,
      },
      MapImageDisplay: { ImageHeight: 400, ImageWidth: 400, ImageDPI: 96 },
      SearchShape: { type: 'PointN', X: 1.5, Y: 2.5 },
      Tolerance: 3,
      IdentifyOption: 'gisIdentifyAllLayers',
      LayerIDs: [0, 1],
    });
  });
});

describe('faults name the place, what was expected and what was found', () => {
  const map = '<MapDescription><Name>L</Name><Rotation>0</Rotation></MapDescription>';
  const cases: readonly (readonly [OperationName, string, Fault['code'], string | RegExp])[] = [
    ['GetMapName', '', 'missing-element', 'GetMapName.Index: expected int, found nothing.'],
    ['GetMapName', '<Index>one</Index>', 'bad-value', 'GetMapName.Index: expected int, found "one".'],
    ['GetMapName', '<Index>1.5</Index>', 'bad-value', 'GetMapName.Index: expected int, found "1.5".'],
    ['GetMapName', '<Index>2147483648</Index>', 'bad-value', 'GetMapName.Index: expected int, found "2147483648".'],
    ['GetMapName', '<Index/>', 'bad-value', 'GetMapName.Index: expected int, found "".'],
    ['GetMapName', '<Index>0x10</Index>', 'bad-value', 'GetMapName.Index: expected int, found "0x10".'],
    ['GetMapName', '<Index><a/></Index>', 'bad-value', 'GetMapName.Index: expected int, found <a>.'],
    ['GetMapName', '<Index xsi:nil="true"/>', 'missing-element', 'GetMapName.Index: expected int, found nothing.'],
    [
      'GetMapName',
      '<Index>1</Index><Index>2</Index>',
      'bad-value',
      'GetMapName.Index: expected one element, found two.',
    ],
    [
      'ComputeScale',
      `${map}<MapImageDisplay><ImageHeight>4</ImageHeight><ImageWidth>4</ImageWidth></MapImageDisplay>`,
      'missing-element',
      'ComputeScale.MapImageDisplay.ImageDPI: expected double, found nothing.',
    ],
    [
      'ComputeScale',
      `${map}<MapImageDisplay><ImageHeight>4</ImageHeight><ImageWidth>4</ImageWidth><ImageDPI>Infinity</ImageDPI></MapImageDisplay>`,
      'bad-value',
      'ComputeScale.MapImageDisplay.ImageDPI: expected double, found "Infinity".',
    ],
    [
      'GetLegendInfo',
      `<MapName/><LayerIDs><Int>1</Int><Int>x${'y'.repeat(200)}</Int></LayerIDs>`,
      'bad-value',
      `GetLegendInfo.LayerIDs[1]: expected int, found "x${'y'.repeat(79)}…".`,
    ],
    [
      'GetLegendInfo',
      '<LayerIDs><Long>1</Long></LayerIDs>',
      'bad-value',
      'GetLegendInfo.LayerIDs: expected elements <Int>, found <Long>.',
    ],
    [
      'GetLegendInfo',
      '<LayerIDs>1,2</LayerIDs>',
      'bad-value',
      'GetLegendInfo.LayerIDs: expected elements <Int>, found "1,2".',
    ],
    [
      'GetLegendInfo',
      '<LayerIDs><Int xsi:nil="1"/></LayerIDs>',
      'bad-value',
      'GetLegendInfo.LayerIDs[0]: expected int, found xsi:nil.',
    ],
    [
      'GetLegendInfo',
      '<ImageType><ImageFormat>png</ImageFormat></ImageType>',
      'bad-value',
      /^GetLegendInfo\.ImageType\.ImageFormat: expected one of gisImageNone, gisImageBMP, .*gisImageJPGPNG, found "png"\.$/,
    ],
    [
      'ComputeDistance',
      '<FromPoint xsi:type="tns:EnvelopeN"/>',
      'bad-value',
      'ComputeDistance.FromPoint: expected one of PointN, PointB, found "tns:EnvelopeN".',
    ],
    [
      'ComputeDistance',
      '<FromPoint><X>1</X></FromPoint>',
      'missing-element',
      'ComputeDistance.FromPoint.Y: expected double, found nothing.',
    ],
    [
      'ComputeScale',
      '<MapDescription><SpatialReference><WKID>4326</WKID></SpatialReference></MapDescription>',
      'bad-value',
      /^ComputeScale\.MapDescription\.SpatialReference: expected xsi:type \(one of ProjectedCoordinateSystem, .*\), found none, and more than one fits\.$/,
    ],
    ['Find', '<Contains>maybe</Contains>', 'bad-value', 'Find.Contains: expected boolean, found "maybe".'],
    [
      'ComputeDistance',
      '<FromPoint xsi:type="PointB"><Bytes>***</Bytes></FromPoint>',
      'bad-value',
      'ComputeDistance.FromPoint.Bytes: expected base64Binary, found "***".',
    ],
  ];
  test.each(cases)('%s %s', (operation, children, code, message) => {
    const fault = catchFault(() => request(operation, children));
    expect(fault.code).toBe(code);
    if (typeof message === 'string') expect(fault.message).toBe(message);
    else expect(fault.message).toMatch(message);
  });
  test('in the words of the dialect', () => {
    const element = readXml('<GetLegendInfo><ImageType><ImageFormat>png</ImageFormat></ImageType></GetLegendInfo>');
    expect(catchFault(() => decodeRequest('GetLegendInfo', element, arcgisDialect)).message).toContain(
      'one of esriImageNone',
    );
  });
});

describe('types where none is written', () => {
  const spatial =
    '<WhereClause/><FilterGeometry><XMin>0</XMin><YMin>0</YMin><XMax>1</XMax><YMax>1</YMax></FilterGeometry><SpatialRel>gisSpatialRelIntersects</SpatialRel>';
  test('are found by the fields when one heir is left', () => {
    const type = (xml: string, declared: 'Color' | 'MapArea' | 'QueryFilter' | 'Geometry') =>
      (decodeValue(declared, readXml(`<a>${xml}</a>`)) as { type: string }).type;
    expect(type('<Red>1</Red><Green>2</Green><Blue>3</Blue>', 'Color')).toBe('RgbColor');
    expect(type('<Hue>1</Hue><Saturation>2</Saturation><Value>3</Value>', 'Color')).toBe('HsvColor');
    expect(type('', 'MapArea')).toBe('MapExtent');
    expect(type('<Scale>1000</Scale>', 'MapArea')).toBe('CenterAndScale');
    expect(type('<Name>Home</Name>', 'MapArea')).toBe('MapServerBookmark');
    expect(type('<WhereClause>A=1</WhereClause>', 'QueryFilter')).toBe('QueryFilter');
    expect(type(spatial, 'QueryFilter')).toBe('SpatialFilter');
    expect(type('', 'Geometry')).toBe('Geometry');
  });
  test('a group of graphics may stand among graphics', () => {
    const xml =
      '<a><GraphicElement xsi:type="GroupElement"><Elements><GraphicElement xsi:type="MarkerElement"><Point><X>1</X><Y>2</Y></Point></GraphicElement></Elements></GraphicElement></a>';
    expect(decodeValue('ArrayOfGraphicElement', readXml(xml))).toEqual([
      { type: 'GroupElement', Elements: [{ type: 'MarkerElement', Point: { type: 'PointN', X: 1, Y: 2 } }] },
    ]);
  });
});

describe('values', () => {
  test('of anyType keep the type they say', () => {
    const of = (attributes: string, text = '') =>
      decodeValue('PropertySetProperty', readXml(`<a><Key>k</Key><Value ${attributes}>${text}</Value></a>`)).Value;
    expect(of('xsi:type="xs:int"', '7')).toEqual({ type: 'int', value: 7 });
    expect(of('xsi:type="xsd:double"', '-INF')).toBe(Number.NEGATIVE_INFINITY);
    expect(of('xsi:type="string"', ' x ')).toBe(' x ');
    expect(of('', 'x')).toBe('x');
    expect(of('xsi:type="xs:boolean"', '1')).toBe(true);
    expect(of('xsi:type="xs:dateTime"', '2026-01-31T12:00:00')).toEqual(new Date(Date.UTC(2026, 0, 31, 12)));
    expect(of('xsi:type="xs:dateTime"', '2026-01-31T12:00:00+02:00')).toEqual(new Date(Date.UTC(2026, 0, 31, 10)));
    expect(of('xsi:type="xs:base64Binary"', ' AQI\n= ')).toEqual(new Uint8Array([1, 2]));
    expect(of('xsi:nil="true"')).toBe(null);
    expect(of('xsi:type="tns:PointN"', '<X>1</X><Y>NaN</Y>')).toEqual({ type: 'PointN', X: 1, Y: Number.NaN });
    // Python and PHP write infinity and NaN like this.
    expect(of('xsi:type="tns:PointN"', '<X>-inf</X><Y>NAN</Y>')).toEqual({
      type: 'PointN',
      X: -Infinity,
      Y: Number.NaN,
    });
    expect(catchFault(() => of('xsi:type="xs:duration"', 'P1D')).message).toContain('found "xs:duration"');
    expect(catchFault(() => of('xsi:type="constructor"')).message).toContain('found "constructor"');
  });
  test('nil items keep their place in lists that allow them', () => {
    expect(decodeValue('ArrayOfValue', readXml('<a><Value xsi:nil="true"/><Value xsi:type="xs:string"/></a>'))).toEqual(
      [null, ''],
    );
  });
  test('absent elements take the defaults of their rows', () => {
    expect(decodeValue('LayerResultOptions', readXml('<a/>'))).toEqual({
      IncludeGeometry: true,
      ReturnFieldNamesInResults: false,
      FormatValuesInResults: true,
    });
  });
  test('defaults are not shared between requests', () => {
    const first = request('QueryFeatureCount', '<MapName>L</MapName><LayerID>0</LayerID>');
    first.QueryFilter.WhereClause = 'changed';
    expect(request('QueryFeatureCount', '<MapName>L</MapName><LayerID>0</LayerID>').QueryFilter).toEqual({
      type: 'QueryFilter',
      WhereClause: '',
      Resolution: 0,
    });
  });
  test('the other dialect is the same to handlers, in free texts that hold units too', () => {
    const xml = '<a xsi:type="CenterAndSize"><Height>1</Height><Width>1</Width><Units>esriMeters</Units></a>';
    expect(decodeValue('MapArea', readXml(xml), 'a', arcgisDialect)).toMatchObject({ Units: 'gisMeters' });
  });
});

test.each([`${'1'.repeat(1_000_000)}x`, `1${' '.repeat(1_000_000)}x`, `1e${'1'.repeat(1_000_000)}x`])(
  'a million characters that are almost a number are refused',
  (text) => {
    const run = () => decodeValue('LODInfo', readXml(`<a><LevelID>0</LevelID><Scale>${text}</Scale></a>`));
    expect(catchFault(run).message).toContain('a.Scale: expected double');
  },
);

test('every operation asks for what it needs, and for nothing else', () => {
  for (const operation of Object.keys(operations) as OperationName[]) {
    const required = Object.entries<string>(operations[operation].request).filter(([, ref]) => !ref.endsWith('?'));
    const run = () => request(operation, '');
    const forgiven = ['QueryFilter', 'LayerIDs', 'SearchFields', 'LegendPatch', 'SymbolOutputOptions', 'TransportType'];
    const [first] = required.filter(([name]) => !forgiven.includes(name));
    if (first)
      expect(catchFault(run).message).toMatch(
        new RegExp(`^${operation}\\.${first[0]}: expected \\w+, found nothing\\.$`),
      );
    else expect(run()).toEqual({});
  }
});
