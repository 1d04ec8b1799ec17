import { type EnumName, enums, type TypeName, type TypeRow, types } from '../../contract/index.ts';
import { asObject, type Check, isAnyOf, isBoolean, isInteger, isNumber, isString, refuse } from './check.ts';

const rows = new Map<string, TypeRow>(Object.entries(types));
const enumRows = new Map<string, { readonly values: readonly string[] }>(Object.entries(enums));
const deepest = 64;

const isBytes: Check = (value, path) => {
  if (!(value instanceof Uint8Array)) refuse(path, 'bytes', value);
};
const numberTypes = ['int', 'short', 'long', 'float', 'double', 'unsignedByte'];
const isInt = isInteger(-2147483648, 2147483647);
const scalars = new Map<string, Check>([
  ['int', isInt],
  ['short', isInteger(-32768, 32767)],
  ['long', isInteger(Number.MIN_SAFE_INTEGER)],
  ['unsignedByte', isInteger(0, 255)],
  ['float', isNumber],
  ['double', isNumber],
  ['string', isString],
  ['boolean', isBoolean],
  ['dateTime', isString],
  ['base64Binary', isBytes],
]);

/**
 * Return a check for values of a contract type. It covers every field, enumeration and derived type in the contract
 * table.
 *
 * @param name a type, enumeration or scalar of the contract
 */
export const isContract =
  (name: TypeName | EnumName): Check =>
  (value, path) =>
    checkValue(name, value, path, 0);

function checkValue(name: string, value: unknown, path: string, depth: number): void {
  if (depth > deepest) refuse(path, `at most ${deepest} nested levels`, value);
  const scalar = scalars.get(name);
  const enumRow = enumRows.get(name);
  const row = rows.get(name);
  if (scalar) scalar(value, path);
  else if (enumRow) isAnyOf(...enumRow.values)(value, path);
  else if (name === 'anyType') checkAny(value, path, depth);
  else if (!row) refuse(path, 'a value of a contract type', name);
  else if ('list' in row) checkList(row.list, row.nil === true, value, path, depth);
  else checkStruct(name, value, path, depth);
}

function checkList(item: string, mayBeNull: boolean, value: unknown, path: string, depth: number): void {
  if (!Array.isArray(value)) refuse(path, 'a list', value);
  for (const [index, member] of value.entries()) {
    if (member === null && mayBeNull) continue;
    checkValue(item, member, `${path}[${index}]`, depth + 1);
  }
}

function checkStruct(name: string, value: unknown, path: string, depth: number): void {
  const object = asObject(value, path);
  const named = Object.hasOwn(object, 'type') ? object.type : name;
  const row = typeof named === 'string' ? rows.get(named) : undefined;
  if (!row || 'list' in row || row.abstract || !isDerivedFrom(named as string, name)) {
    refuse(`${path}.type`, `${name} or a type derived from it`, named);
  }
  for (const [field, reference, nil] of listFields(named as string)) {
    const member = Object.hasOwn(object, field) ? object[field] : undefined;
    if (member === undefined && reference.endsWith('?')) continue;
    if (member === null && nil) continue;
    checkValue(reference.replace(/\?$/, ''), member, `${path}.${field}`, depth + 1);
  }
}

function isDerivedFrom(name: string, base: string): boolean {
  for (let type: string | undefined = name; type !== undefined; type = findBase(type)) if (type === base) return true;
  return false;
}

function findBase(name: string): string | undefined {
  const row = rows.get(name);
  return row && 'base' in row ? row.base : undefined;
}

function* listFields(name: string): Generator<readonly [field: string, reference: string, nil: boolean]> {
  const base = findBase(name);
  if (base !== undefined) yield* listFields(base);
  const row = rows.get(name);
  if (!row || 'list' in row) return;
  for (const [field, reference] of Object.entries(row.fields))
    yield [field, reference, row.nil?.includes(field) === true];
}

/** Check an anyType value in memory; see `AnyValue` of the contract. */
function checkAny(value: unknown, path: string, depth: number): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || value instanceof Uint8Array) return;
  if (typeof value === 'number') isNumber(value, path);
  else if (value instanceof Date) isNumber(value.getTime(), path);
  else {
    const object = asObject(value, path);
    const name = Object.hasOwn(object, 'type') ? object.type : undefined;
    if (typeof name !== 'string') refuse(`${path}.type`, 'a type name', name);
    if (numberTypes.includes(name)) scalars.get(name)!(object.value, `${path}.value`);
    else checkValue(name, value, path, depth + 1);
  }
}
