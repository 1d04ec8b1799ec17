import { expect, test } from 'vitest';
import { ask, dynamicLayer, filter, queryIds } from './ask-sample.ts';

const describePublished = (id: number) => `xsi:type="t:MapTableSourceDescription"><MapTableID>${id}</MapTableID>`;
const makeJoin = (left: string, right: string, leftKey: string, rightKey: string) =>
  `xsi:type="t:JoinTableSourceDescription"><LeftSourceDescription ${left}</LeftSourceDescription
  ><RightSourceDescription ${right}</RightSourceDescription
  ><LeftTableKey>${leftKey}</LeftTableKey><RightTableKey>${rightKey}</RightTableKey>`;
const ownersWithPlots = makeJoin(describePublished(1), describePublished(2), 'NO', 'OWNER');
const since = (year: number) =>
  `<TimeValue xsi:type="t:TimeExtent"><StartTime>${year}-01-01T00:00:00</StartTime></TimeValue>`;

/** Define a layer in the request with the ID of a published layer. */
const layerAs = (id: number, source: string) =>
  dynamicLayer(`<Source ${source}</Source>`).replace('<LayerID>90<', `<LayerID>${id}<`);

/** Return the names and relationship names of the features identified in layer `id`. */
async function identifyId(id: number, source: string, map = ''): Promise<string[]> {
  const layer = layerAs(id, source)
    .replace('<MapTableDescription xsi:type="t:LayerDescription"', '<LayerDescription')
    .replace('</MapTableDescription>', '</LayerDescription>');
  const xml = await ask(
    'Identify',
    `<MapDescription><Name>Related</Name><LayerDescriptions>${layer}</LayerDescriptions><Rotation>0</Rotation>${map}</MapDescription
    ><MapImageDisplay><ImageHeight>400</ImageHeight><ImageWidth>800</ImageWidth><ImageDPI>96</ImageDPI></MapImageDisplay
    ><SearchShape xsi:type="t:EnvelopeN"><XMin>-80</XMin><YMin>-40</YMin><XMax>20</XMax><YMax>20</YMax></SearchShape
    ><Tolerance>0</Tolerance><IdentifyOption>gisIdentifyAllLayers</IdentifyOption><LayerIDs><Int>${id}</Int></LayerIDs>`,
  );
  const fault = /<faultstring>(.*?)</.exec(xml);
  if (fault) return [fault[1]!];
  const results = xml.split('<MapServerIdentifyResult ').slice(1);
  const names = (text: string) => [
    ...text.matchAll(/(?:LayerID|MapServerRelationship xsi:type="[^"]*")><Name>([^<]*)</g),
  ];
  return results.map((text) =>
    names(text)
      .map(([, name]) => name)
      .join(': '),
  );
}

test('what is related follows the rows that are shown, whatever id they have', async () => {
  const plots = ['P1', 'P2', 'P3'].map((plot) => `${plot}: Owner of the plot: Certificate of the plot`);
  expect(await identifyId(2, describePublished(2))).toEqual(plots);
  expect(await identifyId(1, describePublished(2))).toEqual(plots);
  expect(await identifyId(90, describePublished(2))).toEqual(plots);
});

test('a join has no relations, shows what its left table shows and keeps its times', async () => {
  expect(await identifyId(1, ownersWithPlots)).toEqual(['Ann &lt;b&gt;', 'Bob &amp; Co']);
  expect(await identifyId(1, ownersWithPlots, since(2005))).toEqual(['Bob &amp; Co']);
  const inTime = filter(since(2005), 'TimeQueryFilter');
  expect(await queryIds('QueryRowIDs', `<MapName>Related</MapName>${layerAs(90, ownersWithPlots)}${inTime}`)).toEqual([
    2,
  ]);
});

test.each(['', 'PICTURE', 'owners.PICTURE'])(
  'the pictures of a join are those of its left table: "%s"',
  async (name) => {
    const content = `<MapName>Related</MapName>${layerAs(90, ownersWithPlots)}<RowIDs><Int>2</Int></RowIDs><FieldName>${name}</FieldName>`;
    expect(await ask('QueryRasterValue2', content)).toMatch('<ImageURL></ImageURL><ImageHeight>0</ImageHeight>');
  },
);
