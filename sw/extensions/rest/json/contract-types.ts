import { enums } from '../../../contract/enums.ts';
import type { FieldRef, ListRow, StructRow, TypeRow } from '../../../contract/rows.ts';
import { types } from '../../../contract/types/index.ts';

const typeRows: Readonly<Record<string, TypeRow>> = types;

interface FieldType {
  /** Scalar, enumeration or type. */
  readonly ref: string;
  readonly isOptional: boolean;
}

const derived = new Map<string, string[]>();
for (const [name, row] of Object.entries(typeRows))
  if ('base' in row && row.base) derived.set(row.base, [...(derived.get(row.base) ?? []), name]);

const fieldsByType = new Map<string, ReadonlyMap<string, FieldType>>();

/** The row of a struct of the contract; undefined for any other name. */
export function structNamed(name: string): StructRow | undefined {
  const row = Object.hasOwn(typeRows, name) ? typeRows[name] : undefined;
  return row && 'fields' in row ? row : undefined;
}

/** The row of a list of the contract; undefined for any other name. */
export function listNamed(name: string): ListRow | undefined {
  const row = Object.hasOwn(typeRows, name) ? typeRows[name] : undefined;
  return row && 'list' in row ? row : undefined;
}

/** The values of an enumeration of the contract; undefined for any other name. */
export function valuesOfEnum(name: string): readonly string[] | undefined {
  return Object.hasOwn(enums, name) ? enums[name as keyof typeof enums].values : undefined;
}

/** The fields of a struct by name, those of its bases first. */
export function fieldsOf(name: string): ReadonlyMap<string, FieldType> {
  const known = fieldsByType.get(name);
  if (known) return known;
  const row = typeRows[name] as StructRow;
  const own = Object.entries<FieldRef>(row.fields).map(([field, ref]): [string, FieldType] => {
    const isOptional = ref.endsWith('?');
    return [field, { ref: isOptional ? ref.slice(0, -1) : ref, isOptional }];
  });
  const fields = new Map([...(row.base ? fieldsOf(row.base) : []), ...own]);
  fieldsByType.set(name, fields);
  return fields;
}

/** A struct and its bases, itself first. */
export function* lineOf(name: string): Generator<string> {
  for (let at: string | undefined = name; at; at = structNamed(at)?.base) yield at;
}

/** A struct and what is derived of it, abstract ones too. */
export const familyOf = (name: string): string[] => [name, ...(derived.get(name) ?? []).flatMap(familyOf)];

/** True where values name their type in `type`. */
export const isInFamily = (name: string): boolean => structNamed(name)?.base !== undefined || derived.has(name);
