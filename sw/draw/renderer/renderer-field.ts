import { Fault, type Value } from '../../contract/index.ts';
import type { AttributeBatch, Column } from '../../rows/batch.ts';

/** Fields that a renderer or label may name, and its path for messages. */
export interface FieldSource {
  readonly fields: readonly Value<'Field'>[];
  readonly path: string;
}

/** Finds the column of a field in a batch. */
type ReadColumn<C extends Column = Column> = (attributes: AttributeBatch) => C;

const numberTypes: ReadonlySet<string> = new Set([
  'gisFieldTypeInteger',
  'gisFieldTypeSmallInteger',
  'gisFieldTypeDouble',
  'gisFieldTypeSingle',
  'gisFieldTypeOID',
]);

/**
 * Find a field by name, in any case, and return its column reader.
 *
 * @param element name of the element that names the field
 * @throws {Fault} `unknown-field`
 */
export function columnOf(source: FieldSource, element: string, name: string): ReadColumn {
  const field = fieldNamed(source, element, name);
  return (attributes) => {
    const column = attributes.columns.get(field.Name);
    if (!column)
      throw new Fault('internal', `${source.path}.${element}: column "${field.Name}" expected in the stored batch`);
    return column;
  };
}

/** Find a numeric field. @throws {Fault} `unknown-field`, or `bad-value` for a field of another type */
export function numberColumn(
  source: FieldSource,
  element: string,
  name: string,
): ReadColumn<Exclude<Column, { kind: 'string' }>> {
  const field = fieldNamed(source, element, name);
  if (!numberTypes.has(field.Type))
    throw new Fault(
      'bad-value',
      `${source.path}.${element}: a numeric field expected, "${field.Name}" of type ${field.Type} found`,
      {
        field: field.Name,
      },
    );
  return columnOf(source, element, name) as ReadColumn<Exclude<Column, { kind: 'string' }>>;
}

/** Names of the fields of a table that some names mean, in any case; names of no field are left out. */
export function namesIn(fields: readonly Value<'Field'>[], names: readonly (string | undefined)[]): string[] {
  const known = new Set(names.map((name) => name?.toLowerCase()));
  return fields.flatMap(({ Name }) => (known.has(Name.toLowerCase()) ? [Name] : []));
}

/** Find a field by name, in any case. @throws {Fault} `unknown-field` */
export function fieldNamed({ fields, path }: FieldSource, element: string, name: string): Value<'Field'> {
  const field =
    fields.find((candidate) => candidate.Name === name) ??
    fields.find((candidate) => candidate.Name.toLowerCase() === name.toLowerCase());
  if (field) return field;
  const names = fields.map((candidate) => candidate.Name).join(', ');
  throw new Fault('unknown-field', `${path}.${element}: one of the fields ${names} expected, "${name}" found`, {
    field: name,
  });
}
