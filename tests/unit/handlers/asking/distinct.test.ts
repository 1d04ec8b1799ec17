import { expect, test } from 'vitest';
import { filter, rowsOf } from './ask-sample.ts';

const asked = (subFields: string) =>
  `<MapName>Related</MapName><LayerID>1</LayerID>${filter(`<SubFields>${subFields}</SubFields><PrefixClause>DISTINCT</PrefixClause>`)}`;

test.each(['Shape', 'KIND,Shape', 'PICTURE'])(
  'different rows by %s are not told, rather than told wrong',
  async (subFields) => {
    const fault = /SubFields: attribute fields expected with DISTINCT, "(Shape|PICTURE)" found/;
    expect(await rowsOf('QueryFeatureData', asked(subFields))).toMatch(fault);
    expect(await rowsOf('QueryFeatureCount', asked(subFields))).toMatch(fault);
  },
);

test.each([
  ['KIND', 3],
  ['KIND,NAME', 4],
  ['OBJECTID,Shape', 4],
  ['*', 4],
])('there are so many different rows by %s: %i', async (subFields, count) => {
  const found = await rowsOf('QueryFeatureData', asked(subFields));
  expect(typeof found === 'string' ? found : found.rows.length).toBe(count);
});
