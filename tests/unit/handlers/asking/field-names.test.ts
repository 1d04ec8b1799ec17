import { expect, test } from 'vitest';
import { findField, listFields } from '../../../../sw/rows/field-list.ts';
import { field } from '../../rows/made-table.ts';
import { dynamicLayer, filter, queryIds, querySampleRows } from './ask-sample.ts';

const asObject = '<QueryResultOptions><Format>gisQueryResultRecordSetAsObject</Format></QueryResultOptions>';
const describePublished = (id: number) => `xsi:type="t:MapTableSourceDescription"><MapTableID>${id}</MapTableID>`;
const makeJoin = (left: string, right: string, leftKey: string, rightKey: string) =>
  `xsi:type="t:JoinTableSourceDescription"><LeftSourceDescription ${left}</LeftSourceDescription
  ><RightSourceDescription ${right}</RightSourceDescription
  ><LeftTableKey>${leftKey}</LeftTableKey><RightTableKey>${rightKey}</RightTableKey>`;
const source = (content: string) => `<Source ${content}</Source>`;

/** The plots, joined with their owners. */
const owned = makeJoin(describePublished(2), describePublished(1), 'OWNER', 'NO');
const askRows = (description: string, subFields: string, where = '', postfix = '') =>
  querySampleRows(
    'QueryData',
    `<MapName>Related</MapName>${dynamicLayer(description)}${filter(
      `<SubFields>${subFields}</SubFields><WhereClause>${where}</WhereClause><PostfixClause>${postfix}</PostfixClause>`,
    )}${asObject}`,
  );

test('a table that is joined twice keeps its values apart', async () => {
  // First join by the owner's number, then by equal IDs: plot 2 belongs to the owner with ID 1.
  const twice = makeJoin(owned, describePublished(1), 'plots.OBJECTID', 'OBJECTID');
  expect(await askRows(source(twice), 'plots.CODE,owners.NAME,owners_1.NAME')).toEqual({
    names: ['plots.OBJECTID', 'plots.CODE', 'owners.NAME', 'owners_1.NAME'],
    rows: [
      ['1', 'P1', 'Ann &lt;b&gt;', 'Ann &lt;b&gt;'],
      ['2', 'P2', 'Ann &lt;b&gt;', 'Bob &amp; Co'],
      ['3', 'P3', 'Bob &amp; Co', 'Cid'],
    ],
  });
});

test('a field of a join may be named without its table where only one has it', async () => {
  expect(await askRows(source(owned), 'NAME,code', "Name LIKE 'Ann%'", 'ORDER BY CODE DESC')).toEqual({
    names: ['plots.OBJECTID', 'owners.NAME', 'plots.CODE'],
    rows: [
      ['2', 'Ann &lt;b&gt;', 'P2'],
      ['1', 'Ann &lt;b&gt;', 'P1'],
    ],
  });
  expect(await askRows(source(owned), 'CODE', 'OBJECTID = 1')).toMatch('expected a known field, found "OBJECTID"');
});

test('statistics of a join are grouped and ordered by such names too', async () => {
  const requested = `<StatisticsRequest><StatisticDescriptions><StatisticDescription><StatisticFieldName>SCORE</StatisticFieldName
    ><StatisticType>gisDataStatTypeSum</StatisticType></StatisticDescription></StatisticDescriptions
    ><OrderByFields>NO DESC, SUM_SCORE</OrderByFields><GroupByFields>NO</GroupByFields></StatisticsRequest>`;
  const content = `<MapName>Related</MapName>${dynamicLayer(source(owned))}${requested}`;
  expect(await querySampleRows('QueryDataStatistics', content)).toEqual({
    names: ['owners.NO', 'SUM_SCORE'],
    rows: [
      ['12', '7'],
      ['11', '2469'],
    ],
  });
});

const inSpace = (more: string) =>
  filter(
    `<SpatialRel>gisSpatialRelIntersects</SpatialRel><FilterGeometry xsi:type="t:EnvelopeN"
    ><XMin>-70</XMin><YMin>-10</YMin><XMax>-60</XMax><YMax>0</YMax></FilterGeometry>${more}`,
    'SpatialFilter',
  );

test.each(['', 'Shape', ' shape ', '"SHAPE"', 'plots.Shape'])(
  'the shape field of a join is meant by "%s"',
  async (name) => {
    const content = inSpace(`<GeometryFieldName>${name}</GeometryFieldName>`);
    expect(await queryIds('QueryRowIDs', `<MapName>Related</MapName>${dynamicLayer(source(owned))}${content}`)).toEqual(
      [1],
    );
  },
);

test('shapes of a field that is none are not projected but refused', async () => {
  const mercator =
    '<OutputSpatialReference xsi:type="t:ProjectedCoordinateSystem"><WKID>3857</WKID></OutputSpatialReference>';
  const makeRequest = (name: string) =>
    querySampleRows(
      'QueryFeatureData',
      `<MapName>Related</MapName><LayerID>2</LayerID>${filter(`<SpatialReferenceFieldName>${name}</SpatialReferenceFieldName>${mercator}`)}`,
    );
  expect(await makeRequest('CODE')).toMatch('SpatialReferenceFieldName: expected "Shape" or nothing, found "CODE"');
  expect(await makeRequest('SHAPE')).toMatchObject({ names: ['OBJECTID', 'Shape', 'CODE', 'OWNER'] });
});

const spaced = [field('OBJECTID', 'gisFieldTypeOID'), field('full name'), field('a,b'), field('Order')];

test.each([
  ['full name, ORDER', ['full name', 'Order']],
  ['"full name","a,b"', ['full name', 'a,b']],
  ['Order , Order', ['Order']],
])('the list %s is read', (text, names) => {
  expect(listFields(text, spaced, 'here')?.map(({ Name }) => Name)).toEqual(names);
});

test('a name is found quoted or not, and a part of a name is none', () => {
  expect(findField(spaced, '"FULL NAME"')?.Name).toBe('full name');
  expect(findField(spaced, 'name')).toBeUndefined();
  expect(findField([...spaced, field('addr.city')], 'city')).toBeUndefined();
});
