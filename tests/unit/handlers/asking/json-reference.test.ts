import { expect, test } from 'vitest';
import { ask, dynamicLayer, filter } from './ask-sample.ts';

const owners = dynamicLayer('<Source xsi:type="t:MapTableSourceDescription"><MapTableID>1</MapTableID></Source>');

test.each([
  [102100, 3857],
  [3857, 3857],
  [32633, 32633],
])('a feature set in %i says its latest number, %i', async (wkid, latestWkid) => {
  const reference = `<OutputSpatialReference xsi:type="t:ProjectedCoordinateSystem"><WKID>${wkid}</WKID></OutputSpatialReference>`;
  const xml = await ask(
    'QueryData',
    `<MapName>Related</MapName>${owners.replace('false</IncludeGeometry>', 'true</IncludeGeometry>')}${filter(`<WhereClause>NO = 12</WhereClause>${reference}`)}
    <QueryResultOptions><Format>gisQueryResultJsonAsMime</Format></QueryResultOptions>`,
  );
  const json = JSON.parse(atob(/<MimeData>([^<]*)</.exec(xml)![1]!));
  expect(json.spatialReference).toEqual({ wkid, latestWkid });
});
