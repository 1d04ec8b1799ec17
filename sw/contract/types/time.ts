import type { TypeRows } from '../rows.ts';

/** Instants, extents and time zones. Fields are in wire order. */
export const timeTypes = {
  TimeReference: {
    doc: 'The time zone of dates, and whether daylight saving time applies; an empty name leaves it to the map.',
    fields: {
      TimeZoneNameID: 'string',
      RespectsDaylightSavingTime: 'boolean?',
      RespectsDynamicAdjustmentRules: 'boolean?',
    },
  },
  TimeValue: {
    doc: 'A moment or a span of time, in the time zone of its reference, else in that of the map.',
    fields: {
      TimeReference: 'TimeReference?',
    },
  },
  TimeInstant: {
    doc: 'A single moment, in the time zone of its reference, else in that of the map.',
    base: 'TimeValue',
    fields: {
      Time: 'dateTime',
    },
  },
  TimeExtent: {
    doc: 'A span of time; a missing end is open, and an empty extent matches nothing.',
    base: 'TimeValue',
    fields: {
      StartTime: 'dateTime?',
      EndTime: 'dateTime?',
      Empty: 'boolean?',
    },
    defaults: { Empty: false },
  },
} as const satisfies TypeRows;
