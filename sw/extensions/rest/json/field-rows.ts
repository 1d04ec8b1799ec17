import { valueOfWord } from './contract-types.ts';
import type { Fields, JsonObject, JsonRows, SpecialMember } from './row.ts';
import { listAt, objectAt, unexpectedValueFault } from './unexpected-value.ts';

/** The contract type of the numbers in each field type. */
const numberTypes: Readonly<Record<string, string>> = {
  gisFieldTypeInteger: 'int',
  gisFieldTypeOID: 'int',
  gisFieldTypeSmallInteger: 'short',
  gisFieldTypeSingle: 'float',
};

/** Convert a JSON value to the type of its field. Dates are epoch milliseconds. */
function toTypedValue(value: unknown, fieldType: string): unknown {
  if (typeof value !== 'number') return value;
  const type = numberTypes[fieldType];
  return fieldType === 'gisFieldTypeDate' ? new Date(value) : type ? { type, value } : value;
}

const alias: SpecialMember = {
  fields: ['AliasName'],
  write: ({ AliasName, Name }) => (AliasName ?? Name) as string,
  read: (json, path, reading) => (json === undefined ? {} : { AliasName: reading.read('string', json, path) }),
};

/** Only text fields have a length, because clients misread the length of a numeric field. */
const length: SpecialMember = {
  fields: ['Length'],
  write: ({ Length, Type }) => (Type === 'gisFieldTypeString' ? (Length as number) : undefined),
  read: (json, path, reading) => ({ Length: json === undefined ? 0 : reading.read('int', json, path) }),
};

const typeOfField = ({ type }: JsonObject, path: string): string =>
  valueOfWord('gisFieldType', type, `${path.slice(0, path.lastIndexOf('.') + 1)}type`);

const defaultValue: SpecialMember = {
  fields: ['DefaultValue'],
  write: ({ DefaultValue }, writing) => writing.write('anyType', DefaultValue),
  read(json, path, reading, whole) {
    if (json === undefined) return {};
    return { DefaultValue: toTypedValue(reading.read('anyType', json, path), typeOfField(whole, path)) };
  },
};

/** A domain has the type of its field. An inherited domain isn't read. */
const domain: SpecialMember = {
  fields: ['Domain'],
  write: ({ Domain }, writing) => writing.write('Domain', Domain),
  read(json, path, reading, whole) {
    if (json === undefined || objectAt(json, path).type === 'inherited') return {};
    return { Domain: domainOfField(reading.read('Domain', json, path) as Fields, typeOfField(whole, path)) };
  },
};

/** Give a domain the type of its field, and convert its numbers to that type. */
function domainOfField(domainFields: Fields, FieldType: string): Fields {
  const convert = (value: unknown) => toTypedValue(value, FieldType);
  const codes = domainFields.CodedValues as readonly Fields[] | undefined;
  return {
    ...domainFields,
    FieldType,
    ...(codes ? { CodedValues: codes.map(({ Name, Code }) => ({ Name, Code: convert(Code) })) } : {}),
    ...('MinValue' in domainFields
      ? { MinValue: convert(domainFields.MinValue), MaxValue: convert(domainFields.MaxValue) }
      : {}),
  };
}

const range: SpecialMember = {
  fields: ['MinValue', 'MaxValue'],
  write: ({ MinValue, MaxValue }, { write }) => [write('anyType', MinValue)!, write('anyType', MaxValue)!],
  read(json, path, reading) {
    const ends = listAt(json, path);
    if (ends.length !== 2) throw unexpectedValueFault(path, '[minimum, maximum]', json);
    const [MinValue, MaxValue] = ends.map((end, i) => reading.read('anyType', end, `${path}[${i}]`));
    return { MinValue, MaxValue };
  },
};

const inDomain = {
  name: 'DomainName',
  description: 'Description',
  mergePolicy: 'MergePolicy',
  splitPolicy: 'SplitPolicy',
} as const;
const noPolicy = {
  DomainName: '',
  FieldType: 'gisFieldTypeString',
  MergePolicy: 'gisMPTDefaultValue',
  SplitPolicy: 'gisSPTDefaultValue',
};
const codedValues = {
  word: 'codedValue',
  members: { ...inDomain, codedValues: 'CodedValues' },
  absent: noPolicy,
  lost: ['Owner'],
} as const;

export const fieldRows: JsonRows = {
  Field: {
    members: {
      name: 'Name',
      type: 'Type',
      alias,
      length,
      editable: 'Editable',
      nullable: 'IsNullable',
      defaultValue,
      modelName: 'ModelName',
      domain,
    },
    constants: { sqlType: 'sqlTypeOther' },
    nulls: ['domain', 'defaultValue'],
    absent: { IsNullable: true, Precision: 0, Scale: 0 },
    lost: ['Required', 'DomainFixed', 'GeometryDef', 'RasterDef'],
  },
  CodedValue: { members: { name: 'Name', code: 'Code' } },
  CodedValueDomain: codedValues,
  BitMaskCodedValueDomain: { ...codedValues, isOnlyWritten: true },
  RangeDomain: { word: 'range', members: { ...inDomain, range }, absent: noPolicy, lost: ['Owner'] },
  RelateInfo: {
    members: {
      id: 'RelationshipID',
      name: 'Name',
      relatedTableId: 'RelatedTableID',
      role: 'Role',
      cardinality: 'Cardinality',
      keyField: 'KeyField',
      composite: 'IsComposite',
      relationshipTableId: 'RelationshipTableId',
      keyFieldInRelationshipTable: 'KeyFieldInRelationshipTable',
    },
  },
  AttachmentInfo: {
    members: { id: 'AttachmentID', name: 'Name', contentType: 'ContentType', size: 'Size' },
    constants: { globalId: null, keywords: '' },
    absent: { ParentID: 0 },
  },
  StatisticDescription: {
    members: {
      statisticType: 'StatisticType',
      onStatisticField: 'StatisticFieldName',
      outStatisticFieldName: 'ResultFieldName',
    },
  },
};
