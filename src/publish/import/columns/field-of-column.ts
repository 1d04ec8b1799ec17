import type { Value } from '../../../../sw/contract/index.ts';
import type { SourceColumn } from '../../../../sw/formats/reading/source-table.ts';

const fieldTypes = {
  Integer: { Type: 'gisFieldTypeInteger', Length: 4 },
  SmallInteger: { Type: 'gisFieldTypeSmallInteger', Length: 2 },
  Double: { Type: 'gisFieldTypeDouble', Length: 8 },
  Date: { Type: 'gisFieldTypeDate', Length: 8 },
  String: { Type: 'gisFieldTypeString', Length: 255 },
} as const;

/** Describe a column as a field of the service. */
export function fieldOfColumn(column: SourceColumn): Value<'Field'> {
  const { Type, Length } = fieldTypes[column.type];
  return {
    Name: column.name,
    Type,
    IsNullable: true,
    Length: column.type === 'String' ? Math.max(column.length, 1) : Length,
    Precision: 0,
    Scale: 0,
    AliasName: column.alias,
    ModelName: column.name,
    Domain: column.domain,
  };
}
