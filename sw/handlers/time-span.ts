import { type Value, wrongValue } from '../contract/index.ts';
import type { TimeDefinition } from '../rows/manifest.ts';
import { readMoment, zoneOffset } from '../rows/text/zoned-time.ts';
import { type TimeSpan, timeCondition } from '../rows/time-filter.ts';
import type { Condition } from '../rows/where/bound.ts';
import { addInterval } from '../rows/where/date-text.ts';

/**
 * Read a time value.
 *
 * An instant is a span of zero length, a missing end is open, and an empty extent matches nothing. Times without an
 * offset are in the value's own time reference, otherwise in `reference`, otherwise in UTC.
 *
 * @throws {Fault} `bad-value` for an invalid time, an unknown zone, or an end before the start
 */
export function timeSpan(
  value: Value<'TimeValue'>,
  reference: Value<'TimeReference'> | undefined,
  path: string,
): TimeSpan {
  const offset = zoneOffset(value.TimeReference ?? reference, `${path}.TimeReference`);
  if (value.type === 'TimeInstant') {
    const moment = readMoment(value.Time, offset, `${path}.Time`);
    return [moment, moment];
  }
  if (value.type === 'TimeValue') {
    throw wrongValue('bad-value', path, 'TimeInstant or TimeExtent', 'TimeValue');
  }
  if (value.Empty) return undefined;
  const start = value.StartTime ? readMoment(value.StartTime, offset, `${path}.StartTime`) : -Infinity;
  const end = value.EndTime ? readMoment(value.EndTime, offset, `${path}.EndTime`) : Infinity;
  if (start <= end) return [start, end];
  throw wrongValue('bad-value', `${path}.EndTime`, 'a time ≥ StartTime', `${value.EndTime}`);
}

const unitMs: Partial<Record<Value<'gisTimeUnits'>, number>> = {
  gisTimeUnitsMilliseconds: 1,
  gisTimeUnitsSeconds: 1000,
  gisTimeUnitsMinutes: 60_000,
  gisTimeUnitsHours: 3_600_000,
  gisTimeUnitsDays: 86_400_000,
  gisTimeUnitsWeeks: 7 * 86_400_000,
};

const unitMonths: Partial<Record<Value<'gisTimeUnits'>, number>> = {
  gisTimeUnitsMonths: 1,
  gisTimeUnitsYears: 12,
  gisTimeUnitsDecades: 120,
  gisTimeUnitsCenturies: 1200,
};

/** Offset by which a layer's data is shown later than its own times. */
type TimeOffset = Pick<Value<'LayerDescription'>, 'TimeOffset' | 'TimeOffsetUnits'>;

/**
 * Move a requested span back by a layer's time offset, to the layer's own times.
 *
 * Months and longer units follow the calendar.
 *
 * @throws {Fault} `bad-value` for an offset that is not a number, has no unit, or is not whole months
 */
export function spanBefore(span: TimeSpan, { TimeOffset, TimeOffsetUnits }: TimeOffset): TimeSpan {
  if (!TimeOffset) {
    if (!Number.isNaN(TimeOffset)) return span;
    throw wrongValue('bad-value', 'LayerDescription.TimeOffset', 'a number', 'NaN');
  }
  const units = TimeOffsetUnits ?? 'gisTimeUnitsUnknown';
  const ms = TimeOffset * (unitMs[units] ?? Number.NaN);
  const months = TimeOffset * (unitMonths[units] ?? Number.NaN);
  if (Number.isNaN(ms) && Number.isNaN(months))
    throw wrongValue('bad-value', 'LayerDescription.TimeOffsetUnits', 'a time unit', units);
  const wholeMonths = Math.round(months);
  if (Math.abs(months - wholeMonths) > 1e-6)
    throw wrongValue('bad-value', 'LayerDescription.TimeOffset', 'whole months', `${TimeOffset} ${units}`);
  if (!span) return span;
  const back = (moment: number): number => {
    if (!Number.isFinite(moment)) return moment;
    return Number.isNaN(ms) ? (addInterval(moment, { months: -wholeMonths, ms: 0 }) ?? moment) : moment - ms;
  };
  return [back(span[0]), back(span[1])];
}

/** Time settings of a layer or table description. */
type TimeSettings = TimeOffset & Pick<Value<'LayerDescription'>, 'UseTime' | 'TimeDataCumulative'>;

/**
 * Make the condition that restricts rows to the time of the map, for ExportMapImage and Identify.
 *
 * @param fields of the table
 * @returns undefined when the map has no time, or the layer has none or does not use it
 * @throws {Fault} `bad-value` for an invalid time value, zone, offset or time field
 */
export function layerTimeCondition(
  map: Value<'MapDescription'>,
  layer: TimeSettings,
  time: TimeDefinition | undefined,
  fields: readonly Value<'Field'>[],
): Condition | undefined {
  if (!map.TimeValue || !time || layer.UseTime === false) return undefined;
  const requested = timeSpan(map.TimeValue, map.TimeReference, 'MapDescription.TimeValue');
  const reached = requested && layer.TimeDataCumulative ? ([-Infinity, requested[1]] as const) : requested;
  return timeCondition(time, fields, spanBefore(reached, layer), map.TimeRelation);
}
