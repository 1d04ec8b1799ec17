import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { datumShift } from '../../../../sw/geometry/datum-shift.ts';
import { readDatums } from '../../../../sw/geometry/datums.ts';
import { transformation } from '../../../../sw/geometry/project.ts';
import { referenceFromWkid } from '../../../../sw/geometry/spatial-reference.ts';
import { ask, filter } from './ask-sample.ts';

const nad27 = (element: string) => `<${element} xsi:type="t:GeographicCoordinateSystem"><WKID>4267</WKID></${element}>`;
const shift = (wkid: number) => `<GeoTransformation><WKID>${wkid}</WKID></GeoTransformation>`;
const layer = `<MapTableDescription xsi:type="t:LayerDescription"><LayerID>1</LayerID><Visible>true</Visible
  ><ShowLabels>false</ShowLabels><ScaleSymbols>false</ScaleSymbols><SetSelectionSymbol>false</SetSelectionSymbol
  ><SelectionBufferDistance>0</SelectionBufferDistance><ShowSelectionBuffer>false</ShowSelectionBuffer></MapTableDescription>`;
const view = (geoTransformation: string) => `<MapDescription><Name>Related</Name><MapArea xsi:type="t:MapExtent"
  ><Extent xsi:type="t:EnvelopeN"><XMin>-61</XMin><YMin>-1</YMin><XMax>-59</XMax><YMax>1</YMax></Extent></MapArea
  ><Rotation>0</Rotation>${nad27('SpatialReference')}${geoTransformation}</MapDescription
  ><MapImageDisplay><ImageHeight>400</ImageHeight><ImageWidth>400</ImageWidth><ImageDPI>96</ImageDPI></MapImageDisplay>`;
const first = '<LayerIDs><Int>1</Int></LayerIDs>';

/** Requests that return the first owner's location in NAD 27, using a datum shift. */
const questions: Record<string, (geoTransformation: string) => string> = {
  QueryData: (
    requested,
  ) => `<MapName>Related</MapName>${layer}${filter(`<WhereClause>NO = 11</WhereClause>${nad27('OutputSpatialReference')}`)}
    <QueryResultOptions><Format>gisQueryResultRecordSetAsObject</Format>${requested}</QueryResultOptions>`,
  QueryRelatedRecords: (
    requested,
  ) => `<MapName>Related</MapName><SourceTableID>2</SourceTableID><SourceFIDSet><FIDArray><Int>1</Int
    ></FIDArray></SourceFIDSet><RelateDescription><RelationshipID>0</RelationshipID>${nad27('OutputSpatialReference')}${
      requested
    }<ResultFormat>gisRelateResultRelatedRecordSetAsObject</ResultFormat></RelateDescription>`,
  Find: (
    requested,
  ) => `${view(requested)}<SearchString>Ann</SearchString><Contains>true</Contains><SearchFields></SearchFields
    ><FindOption>gisFindAllLayers</FindOption>${first}`,
  Identify: (
    requested,
  ) => `${view(requested)}<SearchShape xsi:type="t:EnvelopeN"><XMin>-61</XMin><YMin>-1</YMin><XMax>-59</XMax
    ><YMax>1</YMax></SearchShape><Tolerance>0</Tolerance><IdentifyOption>gisIdentifyAllLayers</IdentifyOption>${first}`,
  QueryHyperlinks: (requested) => `${view(requested)}${first}`,
};

readDatums(readFileSync('public/datums.json', 'utf8'));

/** Return WGS 84 60 W 0 N in NAD 27. */
function pointBy(wkid: number | undefined): number[] {
  const xy = Float64Array.of(-60, 0);
  const shift = wkid === undefined ? undefined : datumShift({ WKID: wkid }, 'here');
  transformation(referenceFromWkid(4326), referenceFromWkid(4267), shift)!.forward(xy);
  return [...xy];
}

test.each(Object.keys(questions))('%s answers shapes by the datum shift that is asked for', async (operation) => {
  for (const wkid of [undefined, 1173, 1170]) {
    const xml = await ask(operation, questions[operation]!(wkid ? shift(wkid) : ''));
    const [, x, y] = /<X>([^<]*)<\/X><Y>([^<]*)</.exec(xml) ?? [];
    const [requestedX, requestedY] = pointBy(wkid);
    expect(Number(x)).toBeCloseTo(requestedX!, 9);
    expect(Number(y)).toBeCloseTo(requestedY!, 9);
  }
  expect(pointBy(1173)).not.toEqual(pointBy(1170));
  expect(await ask(operation, questions[operation]!(shift(99)))).toMatch(
    /GeoTransformation\.WKID: expected an EPSG or Esri transformation .*, found 99/,
  );
});
