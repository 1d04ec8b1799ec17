import { duplicate, type Value } from '../../contract/index.ts';
import { columnKind } from '../../rows/column-kind.ts';
import type { PresentationDefinition, TableManifest } from '../../rows/manifest.ts';
import { isAnyOf, isInteger, isListOf, isRecordOf, isShape, isString, refuse } from './check.ts';
import { checkDomain } from './check-domain.ts';
import { isContract } from './check-value.ts';

/** Check the structure of a presentation; `checkPresentation` checks its references. */
export const isPresentation = isShape({
  'hiddenFields?': isListOf(isString),
  'hyperlinkField?': isString,
  'popup?': isShape({ kind: isAnyOf('url', 'text'), template: isString }),
  'subtypes?': isShape({
    field: isString,
    kinds: isListOf(
      isShape({
        code: isInteger(-(2 ** 31), 2 ** 31 - 1),
        name: isString,
        domains: isRecordOf((value, path) => value !== null && isContract('Domain')(value, path)),
      }),
    ),
  }),
  'numberFormats?': isRecordOf(isContract('NumericFormat')),
  'dateFormats?': isRecordOf(isString),
});

/**
 * Check that the fields of a presentation exist and have suitable types.
 *
 * @throws {Fault} `bad-package` if the check fails, with the path of the invalid value
 */
export function checkPresentation(
  presentation: PresentationDefinition | undefined,
  { fields, idField, shapeField }: TableManifest,
  path: string,
): void {
  if (!presentation) return;
  const { hiddenFields = [], hyperlinkField, subtypes, numberFormats = {}, dateFormats = {} } = presentation;
  const byName = new Map(fields.map((field) => [field.Name, field]));
  const fieldAt = (
    name: string,
    fieldPath: string,
    fits: (field: Value<'Field'>) => boolean,
    expected: string,
  ): void => {
    const field = byName.get(name);
    if (!field || !fits(field)) refuse(fieldPath, expected, field ? `${field.Type} ${name}` : name);
  };
  const kindIs =
    (...kinds: string[]) =>
    (field: Value<'Field'>): boolean =>
      kinds.includes(columnKind(field) ?? '');
  const mayHide = ({ Name }: Value<'Field'>): boolean => Name !== idField && Name !== shapeField;
  hiddenFields.forEach((name, i) => {
    fieldAt(name, `${path}.hiddenFields[${i}]`, mayHide, 'an attribute field, not the object ID');
  });
  if (hyperlinkField !== undefined) fieldAt(hyperlinkField, `${path}.hyperlinkField`, kindIs('string'), 'a text field');
  for (const name of Object.keys(numberFormats))
    fieldAt(name, `${path}.numberFormats.${name}`, kindIs('int', 'double'), 'a number field');
  for (const name of Object.keys(dateFormats))
    fieldAt(name, `${path}.dateFormats.${name}`, kindIs('date'), 'a date field');
  if (!subtypes) return;
  fieldAt(subtypes.field, `${path}.subtypes.field`, kindIs('int'), 'an integer field');
  const codes = subtypes.kinds.map(({ code }) => code);
  const twice = codes.find((code, i) => codes.indexOf(code) < i);
  if (twice !== undefined) throw duplicate(`${path}.subtypes.kinds`, 'code', twice, 'bad-package');
  subtypes.kinds.forEach(({ domains }, i) => {
    for (const [name, domain] of Object.entries(domains)) {
      const domainPath = `${path}.subtypes.kinds[${i}].domains.${name}`;
      fieldAt(name, domainPath, kindIs('int', 'double', 'date', 'string'), 'an attribute field');
      checkDomain(domain, byName.get(name)!, domainPath);
    }
  });
}
