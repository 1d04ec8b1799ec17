import type { TypeRows } from '../rows.ts';

/** Fields, domains and records. Fields are in wire order. */
export const fieldTypes = {
  Domain: {
    doc: 'A rule for the values of a field: a range or a list of codes.',
    abstract: true,
    fields: {
      DomainName: 'string',
      FieldType: 'gisFieldType',
      MergePolicy: 'gisMergePolicyType',
      SplitPolicy: 'gisSplitPolicyType',
      Description: 'string?',
      Owner: 'string?',
    },
  },
  Field: {
    doc: 'The definition of one column: name, alias, type, width, whether it may be null or edited, and for shapes their kind.',
    fields: {
      Name: 'string',
      Type: 'gisFieldType',
      IsNullable: 'boolean',
      Length: 'int',
      Precision: 'int',
      Scale: 'int',
      Required: 'boolean?',
      Editable: 'boolean?',
      DomainFixed: 'boolean?',
      GeometryDef: 'GeometryDef?',
      AliasName: 'string?',
      ModelName: 'string?',
      DefaultValue: 'anyType?',
      Domain: 'Domain?',
      RasterDef: 'RasterDef?',
    },
    defaults: { Editable: true },
  },
  ArrayOfField: { list: 'Field', item: 'Field' },
  Fields: {
    doc: 'The columns of a table or answer, in the order in which records hold their values.',
    fields: {
      FieldArray: 'ArrayOfField',
    },
  },
  Record: {
    doc: 'One row: its values in exactly the order of the fields, without names.',
    fields: {
      Values: 'ArrayOfValue',
    },
  },
  ArrayOfRecord: { list: 'Record', item: 'Record' },
  RecordSet: {
    doc: 'Rows together with the fields that describe them.',
    fields: {
      Fields: 'Fields',
      Records: 'ArrayOfRecord',
    },
  },
  FIDSet: {
    doc: 'The ids of features; as a filter, an empty set matches nothing.',
    fields: {
      FIDArray: 'ArrayOfInt',
    },
  },
  RangeDomain: {
    doc: 'A domain that allows the values from MinValue to MaxValue, both included.',
    base: 'Domain',
    fields: {
      MaxValue: 'anyType',
      MinValue: 'anyType',
    },
  },
  CodedValue: {
    doc: 'One code of a domain and the name that people see for it.',
    fields: {
      Name: 'string',
      Code: 'anyType',
    },
  },
  ArrayOfCodedValue: { list: 'CodedValue', item: 'CodedValue' },
  CodedValueDomain: {
    doc: 'A domain that allows a list of codes.',
    base: 'Domain',
    fields: {
      CodedValues: 'ArrayOfCodedValue',
    },
  },
  BitMaskCodedValueDomain: {
    doc: 'A domain whose codes are bits that may be combined in one value.',
    base: 'CodedValueDomain',
    fields: {},
  },
} as const satisfies TypeRows;
