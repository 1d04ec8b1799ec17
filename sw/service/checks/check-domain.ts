import type { Value } from '../../contract/index.ts';
import { columnKind } from '../../rows/column-kind.ts';
import { refuse } from './check.ts';

/**
 * Check that the codes of a domain, or the ends of its range, are valid values of the field. The ends must be in order.
 *
 * @param domain null or undefined for none, which is valid for every field
 * @throws {Fault} `bad-package` if the check fails, with the path of the invalid value
 */
export function checkDomain(domain: Value<'Domain'> | null | undefined, field: Value<'Field'>, path: string): void {
  if (domain?.type === 'RangeDomain') {
    const minimum = checkFieldValue(domain.MinValue, field, `${path}.MinValue`)!;
    const maximum = checkFieldValue(domain.MaxValue, field, `${path}.MaxValue`)!;
    if (!(minimum <= maximum)) refuse(`${path}.MaxValue`, `a value ≥ ${minimum}`, maximum);
  } else if (domain)
    domain.CodedValues.forEach(({ Code }, i) => {
      checkFieldValue(Code, field, `${path}.CodedValues[${i}].Code`);
    });
}

/**
 * Check that a value is valid for the field.
 *
 * @returns the plain value; undefined if there is none
 * @throws {Fault} `bad-package` if the value is invalid
 */
export function checkFieldValue(
  value: Value<'Field'>['DefaultValue'],
  field: Value<'Field'>,
  path: string,
): number | string | Date | undefined {
  if (value === undefined || value === null) return undefined;
  const plain = typeof value === 'object' && 'value' in value ? value.value : value;
  const kind = columnKind(field);
  const isGood =
    kind === 'date'
      ? plain instanceof Date
      : kind === 'int'
        ? Number.isInteger(plain)
        : typeof plain === (kind === 'double' ? 'number' : kind);
  if (!isGood) refuse(path, `a value of ${field.Type}`, plain);
  return plain as number | string | Date;
}
