import { expect, test } from 'vitest';
import type { Value } from '../../../sw/contract/index.ts';
import { layerTimeCondition } from '../../../sw/handlers/time-span.ts';
import { truthLoop } from '../../../sw/rows/where/evaluate.ts';

const days = ['2000-01-31', '2000-02-29', '2001-01-01', '2010-06-01'].map((day) => Date.parse(day));
const batch = {
  firstRow: 0,
  rowCount: 5,
  columns: new Map([
    ['DAY', { kind: 'date', values: Float64Array.of(...days, 0), nulls: Uint8Array.of(0, 0, 0, 0, 1) } as const],
  ]),
};
const fields = [{ Name: 'DAY', Type: 'gisFieldTypeDate' } as Value<'Field'>];
const time = { StartTimeFieldName: 'DAY' };

/** Return the indexes of the visible rows. */
function shown(map: Partial<Value<'MapDescription'>>, layer: Parameters<typeof layerTimeCondition>[1]): number[] {
  const condition = layerTimeCondition({ Name: 'm', Rotation: 0, ...map }, layer, time, fields);
  if (!condition) return [0, 1, 2, 3, 4];
  const truth = new Uint8Array(5);
  truthLoop(condition)(batch, truth);
  return [0, 1, 2, 3, 4].filter((row) => truth[row] === 2);
}

const between = (StartTime: string, EndTime: string): Value<'TimeValue'> => ({
  type: 'TimeExtent',
  StartTime,
  EndTime,
});
const year2000 = { TimeValue: between('2000-01-01T00:00:00', '2001-01-01T00:00:00') };

test('without a time of the map, or for a layer that does not use it, everything is shown', () => {
  expect(shown({}, { UseTime: true })).toEqual([0, 1, 2, 3, 4]);
  expect(shown(year2000, { UseTime: false })).toEqual([0, 1, 2, 3, 4]);
});

test('a span takes both its ends unless the relation says otherwise; rows without time never', () => {
  expect(shown(year2000, { UseTime: true })).toEqual([0, 1, 2]);
  const TimeRelation = 'gisTimeRelationOverlapsStartWithinEnd' as const;
  expect(shown({ ...year2000, TimeRelation }, { UseTime: true })).toEqual([0, 1]);
  const after = { TimeValue: between('2000-01-31T00:00:00', '2001-01-01T00:00:00') };
  expect(shown({ ...after, TimeRelation: 'gisTimeRelationAfterStartOverlapsEnd' }, { UseTime: true })).toEqual([1, 2]);
});

test('cumulative data reach back to the beginning', () => {
  const TimeValue: Value<'TimeValue'> = { type: 'TimeInstant', Time: '2001-01-01T00:00:00' };
  expect(shown({ TimeValue }, { UseTime: true })).toEqual([2]);
  expect(shown({ TimeValue }, { UseTime: true, TimeDataCumulative: true })).toEqual([0, 1, 2]);
});

test.each([
  ['gisTimeUnitsYears', 10],
  ['gisTimeUnitsDecades', 1],
  ['gisTimeUnitsMonths', 120],
] as const)('data shown later by %s appear at the later time', (TimeOffsetUnits, TimeOffset) => {
  const in2010 = { TimeValue: between('2010-01-01T00:00:00', '2011-01-01T00:00:00') };
  expect(shown(in2010, { UseTime: true, TimeOffset, TimeOffsetUnits })).toEqual([0, 1, 2]);
});

test('moments are told by the clocks of the reference', () => {
  const TimeValue: Value<'TimeValue'> = { type: 'TimeInstant', Time: '2000-12-31T19:00:00' };
  const TimeReference = { TimeZoneNameID: 'Eastern Standard Time' };
  expect(shown({ TimeValue, TimeReference }, { UseTime: true })).toEqual([2]);
});

test('an empty span shows nothing, and one that ends before it begins is refused', () => {
  expect(shown({ TimeValue: { type: 'TimeExtent', Empty: true } }, { UseTime: true })).toEqual([]);
  expect(() => shown({ TimeValue: between('2001-01-01T00:00:00', '2000-01-01T00:00:00') }, { UseTime: true })).toThrow(
    expect.objectContaining({ code: 'bad-value' }),
  );
});
