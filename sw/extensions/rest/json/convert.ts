import { fromBase64, toBase64 } from '../../../contract/base64.ts';
import { unsupported, wrongValue } from '../../../contract/fault.ts';
import type { EnumName, TypeName, Value } from '../../../contract/infer.ts';
import { objectsIn } from '../../../contract/objects-in.ts';
import { checkTextLength } from '../../../contract/text-limit.ts';
import { colorForm } from './color.ts';
import {
  isInFamily,
  listNamed,
  listTypeFamily,
  listTypeFields,
  structNamed,
  toEsriWord,
  valueOfWord,
  valuesOfEnum,
  walkBaseTypes,
} from './contract-types.ts';
import { fieldRows } from './field-rows.ts';
import { geometryForm } from './geometry.ts';
import { layerRows, sourceForm } from './layer-rows.ts';
import { placementForm, rendererRows } from './renderer-rows.ts';
import type { Fields, Form, Json, JsonObject, JsonRow, JsonRows, Reading, SymbolImage, Writing } from './row.ts';
import { referenceForm, transformationForm } from './spatial-reference.ts';
import { symbolForm, symbolRows } from './symbol-rows.ts';
import { timeForm } from './time.ts';
import { listAt, missing, numberAt, objectAt, unexpectedValueFault } from './unexpected-value.ts';

/** Maximum nesting depth. No real symbol or source is this deep; more would overflow the stack. */
const deepest = 64;

interface WritingOptions {
  /** Images of the symbols that `symbolsWithoutForm` lists. */
  readonly images?: ReadonlyMap<object, SymbolImage>;
}

/**
 * Write a value of the contract as REST JSON.
 *
 * Sizes and offsets are in points, angles in degrees counterclockwise. Colors are lists of four bytes, times epoch
 * milliseconds. Fields without a REST member are left out (docs/semantics.md).
 *
 * @returns undefined if REST has no form for the value
 */
export function toJson<K extends TypeName | EnumName>(
  name: K,
  value: Value<K> | undefined,
  { images = new Map() }: WritingOptions = {},
): Json | undefined {
  const writing: Writing = {
    images,
    write: (ref, inner) => write(ref, inner, writing),
    writeRow: (type, inner) => writeRow(type, inner, writing),
  };
  return write(name, value, writing);
}

/**
 * Read a value of the contract from REST JSON. Ignore unknown members.
 *
 * @param path of the value, for messages
 * @throws {Fault} `bad-value` and `missing-element`, naming the path, the expected value and the value found;
 *   `not-supported` for values that the contract can't express; `too-complex` for JSON more than 64 levels deep
 */
export function fromJson<K extends TypeName | EnumName>(name: K, json: unknown, path: string): Value<K> {
  let depth = 0;
  const reading: Reading = {
    read(ref, inner, innerPath) {
      if (++depth > deepest) throw wrongValue('too-complex', innerPath, `at most ${deepest} nested levels`, 'more');
      const value = read(ref, inner, innerPath, reading);
      depth--;
      return value;
    },
    readRow: (ref, inner, innerPath) => readRow(ref, inner, innerPath, reading),
  };
  return reading.read(name, json, path) as Value<K>;
}

/**
 * List the symbols inside a value that JSON has no form for. The caller may draw them and pass the images to `toJson`.
 */
export function symbolsWithoutForm(value: unknown): Value<'Symbol'>[] {
  return [...objectsIn(value)].filter((inner): inner is Value<'Symbol'> => {
    const { type } = inner as { readonly type?: string };
    return (
      typeof type === 'string' && !findRow(type) && structNamed(type) !== undefined && findForm(type) === forms.Symbol
    );
  });
}

/** Return the form of a type or of its nearest base. */
function findForm(name: string): Form | undefined {
  for (const type of walkBaseTypes(name)) if (forms[type]) return forms[type];
  return undefined;
}

function write(ref: string, value: unknown, writing: Writing): Json | undefined {
  if (value === undefined || value === null) return undefined;
  if (valuesOfEnum(ref)) return toEsriWord(value as string);
  const list = listNamed(ref);
  if (list) return (value as unknown[]).map((item) => write(list.list, item, writing) ?? null);
  if (structNamed(ref)) {
    const type = (value as { readonly type?: string }).type ?? ref;
    const form = findForm(type);
    // The type's own form comes before its row. The form of a base is for types without a row.
    if (form && (forms[type] || !findRow(type) || form.read)) return form.write(value as Fields, writing);
    return writeRow(type, value as Fields, writing);
  }
  return writeScalar(value);
}

function writeScalar(value: unknown): Json | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : 'NaN';
  if (value instanceof Date) return value.getTime();
  if (value instanceof Uint8Array) return toBase64(value);
  if (value !== null && typeof value === 'object' && 'value' in value) return writeScalar(value.value);
  return value as string | boolean | null;
}

const findRow = (type: string): JsonRow | undefined => rows[type as TypeName];

function writeRow(type: string, value: Fields, writing: Writing): JsonObject {
  const row = findRow(type);
  if (!row) throw unsupported(type, 'REST JSON has no form for it');
  const json: Record<string, Json | undefined> = { ...(row.word ? { type: row.word } : {}), ...row.constants };
  const fields = listTypeFields(type);
  for (const [member, source] of Object.entries(row.members)) {
    const written =
      typeof source === 'string'
        ? write(fields.get(source)!.ref, value[source], writing)
        : source.write(value, writing);
    const inner = written === undefined && row.nulls?.includes(member) ? null : written;
    if (inner === undefined) continue;
    const [name, within] = member.split('.') as [string, string | undefined];
    if (within === undefined) json[name] = inner;
    else json[name] = { ...(json[name] as JsonObject | undefined), [within]: inner };
  }
  return json;
}

function read(ref: string, json: unknown, path: string, reading: Reading): unknown {
  if (valuesOfEnum(ref)) return valueOfWord(ref, json, path);
  const list = listNamed(ref);
  if (list) return listAt(json, path).map((item, i) => reading.read(list.list, item, `${path}[${i}]`));
  if (!structNamed(ref)) return readScalar(ref, json, path);
  const form = findForm(ref);
  return form?.read ? form.read(json, path, reading, ref) : readRow(ref, json, path, reading);
}

function readScalar(ref: string, json: unknown, path: string): unknown {
  switch (ref) {
    case 'string':
      if (typeof json === 'string') return json;
      if (typeof json === 'number' || typeof json === 'boolean') return String(json);
      throw unexpectedValueFault(path, 'a string', json);
    case 'boolean':
      return booleanAt(json, path);
    case 'double':
      return numberAt(json, path);
    case 'dateTime':
      return new Date(timeAt(json, path)).toISOString();
    case 'base64Binary': {
      const bytes = typeof json === 'string' ? fromBase64(json) : undefined;
      if (bytes) return bytes;
      throw unexpectedValueFault(path, 'base64', json);
    }
    case 'anyType':
      if (json === null || ['string', 'number', 'boolean'].includes(typeof json)) return json;
      throw unexpectedValueFault(path, 'a string, a number or null', json);
    default:
      return Math.round(numberAt(json, path, 'an integer'));
  }
}

function booleanAt(json: unknown, path: string): boolean {
  const word = String(json).toLowerCase();
  if (word === 'true' || word === '1') return true;
  if (word === 'false' || word === '0') return false;
  throw unexpectedValueFault(path, 'true or false', json);
}

function timeAt(json: unknown, path: string): number {
  const ms = numberAt(json, path, 'epoch milliseconds');
  if (Math.abs(ms) <= 8.64e15) return ms;
  throw unexpectedValueFault(path, 'epoch milliseconds', json);
}

function readRow(ref: string, json: unknown, path: string, reading: Reading): Fields {
  const object = objectAt(json, path);
  const type = resolveType(ref, object, path);
  const row = findRow(type)!;
  const fields = listTypeFields(type);
  const value: Record<string, unknown> = isInFamily(type) ? { type } : {};
  for (const [member, target] of Object.entries(row.members)) {
    const memberValue = readMember(object, member);
    const memberPath = `${path}.${member}`;
    checkTextLength(typeof target === 'string' ? target : target.fields[0]!, memberValue, () => memberPath);
    if (typeof target !== 'string')
      Object.assign(value, target.read(memberValue ?? undefined, memberPath, reading, object));
    else if (memberValue !== undefined && memberValue !== null)
      value[target] = reading.read(fields.get(target)!.ref, memberValue, memberPath);
    else if (!fields.get(target)!.isOptional && row.absent?.[target] === undefined)
      throw missing(memberPath, formatExpected(fields.get(target)!.ref));
  }
  for (const [field, absent] of Object.entries(row.absent ?? {})) value[field] ??= absent;
  return value;
}

function readMember(object: JsonObject, member: string): unknown {
  const [name, within] = member.split('.') as [string, string | undefined];
  const memberValue = object[name];
  if (within === undefined || memberValue === undefined || memberValue === null) return memberValue;
  return typeof memberValue === 'object' ? (memberValue as JsonObject)[within] : undefined;
}

/** Choose the type whose `type` word matches the object, among a type and its descendants. */
function resolveType(ref: string, object: JsonObject, path: string): string {
  const candidates = listTypeFamily(ref).filter((type) => findRow(type) && !findRow(type)!.isOnlyWritten);
  const only = candidates[0];
  if (only && !findRow(only)!.word) return only;
  const match = candidates.find((type) => findRow(type)!.word === object.type);
  if (match) return match;
  const expected = [...new Set(candidates.map((type) => findRow(type)!.word))].join(', ');
  if (object.type === undefined) throw missing(`${path}.type`, `one of ${expected}`);
  throw unexpectedValueFault(`${path}.type`, `one of ${expected}`, object.type);
}

function formatExpected(ref: string): string {
  if (valuesOfEnum(ref)) return `one of ${valuesOfEnum(ref)!.map(toEsriWord).join(', ')}`;
  if (listNamed(ref)) return 'a list';
  if (structNamed(ref)) return 'an object';
  return { string: 'a text', boolean: 'true or false', anyType: 'a value' }[ref] ?? 'a number';
}

/** The types that are written member by member as JSON objects. */
export const rows: JsonRows = { ...symbolRows, ...rendererRows, ...fieldRows, ...layerRows };

/** The types with another JSON form. The form of a base applies to its whole family. */
export const forms: Readonly<Record<string, Form | undefined>> = {
  Color: colorForm,
  Geometry: geometryForm,
  SpatialReference: referenceForm,
  GeoTransformation: transformationForm,
  TimeValue: timeForm,
  LabelPlacementDescription: placementForm,
  MapServerSourceDescription: sourceForm,
  Symbol: symbolForm,
};
