import { expect, test } from 'vitest';
import type { Value } from '../../../../sw/contract/index.ts';
import { timeCondition } from '../../../../sw/rows/time-filter.ts';
import { truthLoop } from '../../../../sw/rows/where/evaluate.ts';
import { ask, filter, queryIds } from './ask-sample.ts';

const owners = (content: string) => `<MapName>Related</MapName><LayerID>1</LayerID>${content}`;
const instant = '<TimeValue xsi:type="t:TimeInstant"><Time>2010-06-15T12:00:00Z</Time></TimeValue>';
const around = `<FilterGeometry xsi:type="t:EnvelopeN"><XMin>-90</XMin><YMin>-1</YMin><XMax>90</XMax><YMax>1</YMax></FilterGeometry>`;

test.each([
  ['a time alone', instant, [2]],
  ['a time and a place', around + instant, [2]],
  ['a place alone', around, [1, 2, 3]],
  ['a place, the time told to be none', `${around}<TimeValue xsi:nil="true"/>`, [1, 2, 3]],
  ['nothing', '', [1, 2, 3, 4]],
])('a filter by time that has %s is read', async (_, content, ids) => {
  expect(await queryIds('QueryFeatureIDs', owners(filter(content, 'TimeQueryFilter')))).toEqual(ids);
});

test('dates by the clocks of a zone do not say that they are those of UTC', async () => {
  const zone = '<OutputTimeReference><TimeZoneNameID>Pacific Standard Time</TimeZoneNameID></OutputTimeReference>';
  const dated = async (content: string) =>
    />([^<]*T[^<]*)<\/Value>/.exec(
      await ask('QueryFeatureData', owners(filter(`<SubFields>SINCE</SubFields>${content}`, 'TimeQueryFilter'))),
    )?.[1];
  expect(await dated(instant + zone)).toBe('2010-06-15T05:00:00.000');
  expect(await dated(instant)).toBe('2010-06-15T12:00:00.000Z');
  // Sending the returned time back with the same time zone means the same moment.
  const again = `<TimeValue xsi:type="t:TimeInstant"><TimeReference><TimeZoneNameID>Pacific Standard Time</TimeZoneNameID
    ></TimeReference><Time>2010-06-15T05:00:00.000</Time></TimeValue>`;
  expect(await queryIds('QueryFeatureIDs', owners(filter(again, 'TimeQueryFilter')))).toEqual([2]);
});

test.each([[[-Infinity, Infinity]], [[-Infinity, 5]], [[5, Infinity]], [[5, 5]]] as const)(
  'a row that lacks its start or its end is in no span: %j',
  (span) => {
    const column = (values: number[], nulls: number[]) =>
      ({ kind: 'date', values: Float64Array.from(values), nulls: Uint8Array.from(nulls) }) as const;
    const columns = new Map([
      ['FROM', column([1, 1, 0, 0], [0, 0, 1, 1])],
      ['TO', column([9, 0, 9, 0], [0, 1, 0, 1])],
    ]);
    const fields = ['FROM', 'TO'].map((Name) => ({ Name, Type: 'gisFieldTypeDate' }) as Value<'Field'>);
    const condition = timeCondition({ StartTimeFieldName: 'FROM', EndTimeFieldName: 'TO' }, fields, span);
    const truth = new Uint8Array(4);
    truthLoop(condition)({ firstRow: 0, rowCount: 4, columns }, truth);
    expect([...truth].map((entry) => entry === 2)).toEqual([true, false, false, false]);
  },
);
