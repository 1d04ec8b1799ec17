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
