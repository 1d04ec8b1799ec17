import type { TypeRows } from '../rows.ts';

/** Lists of plain values, property sets and number formats. Fields are in wire order. */
export const valuesTypes = {
  PropertySetProperty: {
    doc: 'One named value of a property set; a nil value means that the property is there but empty.',
    fields: {
      Key: 'string',
      Value: 'anyType?',
    },
    nil: ['Value'],
  },
  ArrayOfPropertySetProperty: { list: 'PropertySetProperty', item: 'PropertySetProperty' },
  PropertySet: {
    doc: 'A list of properties with unique keys, kept in the order in which they should be shown.',
    fields: {
      PropertyArray: 'ArrayOfPropertySetProperty',
    },
  },
  XMLPersistedObject: {
    doc: 'An object in a private binary form, passed through without being understood.',
    fields: {
      Bytes: 'base64Binary',
    },
  },
  NumericFormat: {
    doc: 'How a number is written for people: rounding, alignment, thousands separators, padding and sign.',
    fields: {
      RoundingOption: 'gisRoundingOptionEnum?',
      RoundingValue: 'int?',
      AlignmentOption: 'gisNumericAlignmentEnum?',
      AlignmentWidth: 'int?',
      UseSeparator: 'boolean?',
      ZeroPad: 'boolean?',
      ShowPlus: 'boolean?',
    },
  },
  ArrayOfInt: { list: 'int', item: 'Int' },
  ArrayOfString: { list: 'string', item: 'String' },
  ArrayOfDouble: { list: 'double', item: 'Double' },
  ArrayOfValue: { list: 'anyType', item: 'Value', nil: true },
} as const satisfies TypeRows;

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
