import { afterEach, expect, test, vi } from 'vitest';
import { answer } from '../../sw/answer.ts';
import { isDeep } from '../today.ts';
import { livelyContext, requestTo } from './bad-input/lively-context.ts';
import { withTurns } from './bad-input/turns.ts';

afterEach(() => vi.restoreAllMocks());

/** A circle around the second square of the sample, which crosses the edge of the first. */
const vertices = 1_000_000;
const circle = Array.from({ length: vertices }, (_, i) => {
  const turn = (2 * Math.PI * i) / vertices;
  return `<Point xsi:type="t:PointN"><X>${(66 * Math.cos(turn)).toFixed(5)}</X><Y>${(66 * Math.sin(turn)).toFixed(5)}</Y></Point>`;
}).join('');
const etrs = '<SpatialReference xsi:type="t:GeographicCoordinateSystem"><WKID>4258</WKID></SpatialReference>';
const polygon = (name: string, reference = ''): string =>
  `<${name} xsi:type="t:PolygonN"><HasID>false</HasID><HasZ>false</HasZ><HasM>false</HasM><RingArray><Ring xsi:type="t:Ring"><PointArray>${circle}</PointArray></Ring></RingArray>${reference}</${name}>`;
const count = (reference: string): string =>
  `<MapName>Layers</MapName><LayerID>3</LayerID><QueryFilter xsi:type="t:SpatialFilter"><WhereClause/><Resolution>0</Resolution><SearchOrder>gisSearchOrderSpatial</SearchOrder><SpatialRel>gisSpatialRelOverlaps</SpatialRel><SpatialRelDescription/>${polygon('FilterGeometry', reference)}<GeometryFieldName/><FilterOwnsGeometry>false</FilterOwnsGeometry></QueryFilter>`;
const identify = (): string =>
  `<MapDescription><Name>Layers</Name><MapArea xsi:type="t:MapExtent"><Extent xsi:type="t:EnvelopeN"><XMin>-180</XMin><YMin>-90</YMin><XMax>180</XMax><YMax>90</YMax></Extent></MapArea><Rotation>0</Rotation></MapDescription><MapImageDisplay><ImageHeight>180</ImageHeight><ImageWidth>360</ImageWidth><ImageDPI>96</ImageDPI></MapImageDisplay>${polygon('SearchShape')}<Tolerance>0</Tolerance><IdentifyOption>gisIdentifyAllLayers</IdentifyOption><LayerIDs><Int>3</Int></LayerIDs>`;

/** These tests take minutes on a busy machine, so they run only with `VITE_DEEP=1`. */
test.runIf(isDeep).each([
  ['QueryFeatureCount', count(''), '<Result>1</Result>'],
  ['QueryFeatureCount', count(etrs), '<Result>1</Result>'],
  ['Identify', identify(), '<FeatureID>2</FeatureID>'],
])(
  'others are answered while %s reads and compares a million vertices',
  { timeout: 600_000 },
  async (operation, content, expected) => {
    // Don't let a slow machine run into the timeout.
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="urn:gis:schemas/3.2.0"><s:Body><t:${operation}>${content}</t:${operation}></s:Body></s:Envelope>`;
    const { result, pauses } = await withTurns(await livelyContext(), async (context) =>
      (await answer(context, requestTo('Sample', body)))!.text(),
    );
    expect(result).toContain(expected);
    expect(pauses).toBeGreaterThan(vertices / 1000);
  },
);
