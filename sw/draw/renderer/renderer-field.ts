import { quoteValue, type Value, wrongValue } from '../../contract/index.ts';
import type { AttributeBatch, Column } from '../../rows/batch.ts';

/** Fields that a renderer or label may name, and its path for messages. */
export interface FieldSource {
  readonly fields: readonly Value<'Field'>[];
  readonly path: string;
}

/** Returns the column of a field in a batch. */
type ReadColumn<C extends Column = Column> = (attributes: AttributeBatch) => C;

const numberTypes: ReadonlySet<string> = new Set([
  'gisFieldTypeInteger',
  'gisFieldTypeSmallInteger',
  'gisFieldTypeDouble',
  'gisFieldTypeSingle',
  'gisFieldTypeOID',
]);

/**
 * Find a field by name, ignoring case, and return its column reader.
 *
 * @param element name of the element that names the field, for messages
 * @throws {Fault} `unknown-field` if the source lacks the field
 */
export function makeColumnReader(source: FieldSource, element: string, name: string): ReadColumn {
  const field = fieldNamed(source, element, name);
  return (attributes) => {
    const column = attributes.columns.get(field.Name);
    if (!column)
      throw wrongValue(
        'internal',
        `${source.path}.${element}`,
        `column "${field.Name}" in the stored batch`,
        'nothing',
      );
    return column;
  };
}

/**
 * Find a numeric field and return its column reader.
 *
 * @throws {Fault} `unknown-field` if the source lacks the field; `bad-value` for another type
 */
export function numberColumn(
  source: FieldSource,
  element: string,
  name: string,
): ReadColumn<Exclude<Column, { kind: 'string' }>> {
  const field = fieldNamed(source, element, name);
  if (!numberTypes.has(field.Type))
    throw wrongValue(
      'bad-value',
      `${source.path}.${element}`,
      'a numeric field',
      `"${field.Name}" of type ${field.Type}`,
      {
        field: field.Name,
      },
    );
  return makeColumnReader(source, element, name) as ReadColumn<Exclude<Column, { kind: 'string' }>>;
}

/**
 * Return the fields with these names, ignoring case, spelled and ordered as in the table. Unknown names are dropped.
 */
export function namesIn(fields: readonly Value<'Field'>[], names: readonly (string | undefined)[]): string[] {
  const lowerCaseNames = new Set(names.map((name) => name?.toLowerCase()));
  return fields.flatMap(({ Name }) => (lowerCaseNames.has(Name.toLowerCase()) ? [Name] : []));
}

/**
 * Find a field by name, ignoring case unless a name matches exactly. @throws {Fault} `unknown-field` if the source
 * lacks it
 */
export function fieldNamed({ fields, path }: FieldSource, element: string, name: string): Value<'Field'> {
  const field =
    fields.find((candidate) => candidate.Name === name) ??
    fields.find((candidate) => candidate.Name.toLowerCase() === name.toLowerCase());
  if (field) return field;
  const names = fields.map((candidate) => candidate.Name).join(', ');
  throw wrongValue('unknown-field', `${path}.${element}`, `one of the fields ${names}`, quoteValue(name), {
    field: name,
  });
}
