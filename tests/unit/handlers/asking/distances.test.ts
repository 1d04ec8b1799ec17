import { expect, test } from 'vitest';
import { ask, filter } from './ask-sample.ts';

const point = (name: string, x: number | string, y: number | string) =>
  `<${name} xsi:type="t:PointN"><X>${x}</X><Y>${y}</Y></${name}>`;
const distance = (to: readonly [number | string, number | string], units: string, map = 'Layers') =>
  ask(
    'ComputeDistance',
    `<MapName>${map}</MapName>${point('FromPoint', 0, 0)}${point('ToPoint', ...to)}<Units>${units}</Units>`,
  );
const readResult = (xml: string) => Number(/<Result>([^<]*)</.exec(xml)?.[1]);

test.each([
  ['gisFeet', 0.3048],
  ['gisYards', 0.9144],
  ['gisMiles', 1609.344],
  ['gisInches', 0.0254],
  ['gisNauticalMiles', 1852],
  ['gisKilometers', 1000],
])('%s are of the exact length', async (units, metres) => {
  const inMetres = readResult(await distance([1, 0], 'gisMeters'));
  // A degree along the WGS 84 equator.
  expect(inMetres).toBeCloseTo((Math.PI / 180) * 6378137, 6);
  expect((readResult(await distance([1, 0], units)) * metres) / inMetres).toBeCloseTo(1, 12);
});

test.each([
  [0, 96],
  [0, -90.001],
  [0, 'NaN'],
  ['INF', 0],
])('a point at %s, %s is a fault', async (x, y) => {
  const xml = await distance([x, y], 'gisMeters');
  expect(xml).toMatch(/<faultstring>ComputeDistance\.ToPoint/);
});

test('longitudes go around the world as often as they like', async () => {
  expect(readResult(await distance([361, 0], 'gisMeters'))).toBeCloseTo((Math.PI / 180) * 6378137, 4);
});

/** An orthographic view, which can't show the other half of the world. */
const seenFromNorth = (element: string) =>
  `<${element} xsi:type="t:ProjectedCoordinateSystem"><WKT>+proj=ortho +lat_0=90 +lon_0=0 +datum=WGS84</WKT></${element}>`;
const area = (x: number, y: number, half: number) =>
  `<MapArea xsi:type="t:MapExtent"><Extent xsi:type="t:EnvelopeN"><XMin>${x - half}</XMin><YMin>${y - half}</YMin><XMax>${
    x + half
  }</XMax><YMax>${y + half}</YMax></Extent></MapArea>`;
const display =
  '<MapImageDisplay><ImageHeight>400</ImageHeight><ImageWidth>400</ImageWidth><ImageDPI>96</ImageDPI></MapImageDisplay>';
const view = (x: number, y: number, half: number, reference = '') =>
  `<MapDescription><Name>Layers</Name>${area(x, y, half)}<Rotation>30</Rotation>${reference}</MapDescription>${display}`;
const shapes = (operation: string, format: string) =>
  ask(
    operation,
    `<MapName>Layers</MapName><LayerID>2</LayerID>${filter(`<WhereClause></WhereClause>${seenFromNorth('OutputSpatialReference')}`)}${format}`,
  );

test.each<[string, () => Promise<string>]>([
  [
    'ToMapPoints',
    () =>
      ask(
        'ToMapPoints',
        `${view(0, 96, 1e9)}<ScreenXValues><Int>-2147483648</Int></ScreenXValues><ScreenYValues><Int>2147483647</Int></ScreenYValues>`,
      ),
  ],
  [
    'ToMapPoints far away',
    () =>
      ask(
        'ToMapPoints',
        `${view(0, 1e308, 1e308)}<ScreenXValues><Int>1</Int></ScreenXValues><ScreenYValues><Int>2147483647</Int></ScreenYValues>`,
      ),
  ],
  [
    'FromMapPoints',
    () =>
      ask(
        'FromMapPoints',
        `${view(0, 0, 1e6, seenFromNorth('SpatialReference'))}<MapPoints xsi:type="t:MultipointN"><HasID>false</HasID><HasZ>false</HasZ><HasM>false</HasM><PointArray>${point('Point', 0, -60)}</PointArray><SpatialReference xsi:type="t:GeographicCoordinateSystem"><WKID>4326</WKID></SpatialReference></MapPoints>`,
      ),
  ],
  ['ComputeScale', () => ask('ComputeScale', view(0, 96, 1e308))],
  ['ComputeDistance', () => distance([1e308, 96], 'gisUnknownUnits')],
  ['QueryFeatureData', () => shapes('QueryFeatureData', '')],
  [
    'Identify',
    () =>
      ask(
        'Identify',
        `${view(0, 0, 1e6, seenFromNorth('SpatialReference'))}<SearchShape xsi:type="t:EnvelopeN"><XMin>-1e7</XMin><YMin>-1e7</YMin><XMax>1e7</XMax><YMax>1e7</YMax></SearchShape><Tolerance>3</Tolerance><IdentifyOption>gisIdentifyAllLayers</IdentifyOption><LayerIDs></LayerIDs>`,
      ),
  ],
  [
    'Find',
    () =>
      ask(
        'Find',
        `${view(0, 0, 1e6, seenFromNorth('SpatialReference'))}<SearchString>a</SearchString><Contains>true</Contains><SearchFields></SearchFields><FindOption>gisFindAllLayers</FindOption><LayerIDs></LayerIDs>`,
      ),
  ],
])('%s never answers a coordinate that is no number', async (_, answer) => {
  const xml = await answer();
  expect(xml).toMatch(/Response|faultstring/);
  expect(xml).not.toMatch(/>(NaN|-?INF)</);
});
