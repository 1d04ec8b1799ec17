import { wrongValue } from '../contract/fault.ts';
import type {
  AnyValue,
  OperationName,
  OperationRequest,
  OperationResponse,
  TypedNumber,
  TypeName,
  Value,
} from '../contract/infer.ts';
import { checkTextLength } from '../contract/text-limit.ts';
import type { Steps } from '../scheduler.ts';
import { decodeScalar } from './decode-scalar.ts';
import { type Dialect, fromWire, neutralDialect, spelledLikeEnumerations } from './dialect.ts';
import {
  type EnumPlan,
  type FieldPlan,
  findField,
  getPlan,
  isContractType,
  type ListPlan,
  type MessagePlan,
  type Plan,
  planOfRequest,
  planOfResponse,
  type StructPlan,
} from './plan.ts';
import { concreteType } from './read-type.ts';
import { itemsAtOnce, Reading } from './reading.ts';
import { type XmlElement, xsiAttribute } from './xml.ts';

/** Maximum number of child elements in one value, including unknown ones. */
const maximumFields = 1000;

/**
 * Decode the element of an operation.
 *
 * Elements can be in any order and any namespace. Names without an exact match are matched ignoring case. Unknown
 * elements are ignored, and absent elements take the defaults of their rows.
 *
 * @param element the child of the envelope's body
 * @throws {Fault} `missing-element` for a required element that is absent, `bad-value` for an invalid value
 */
export function decodeRequest<O extends OperationName>(
  operation: O,
  element: XmlElement,
  dialect: Dialect = neutralDialect,
): OperationRequest<O> {
  return decodeMessage(planOfRequest(operation), element, new Reading(operation, dialect)) as OperationRequest<O>;
}

/**
 * Decode like `decodeRequest`. Yields every few milliseconds, because lists can be very long.
 *
 * Elements are released as they are decoded, so that a large document doesn't stay in memory during the request.
 */
export function* requestInSteps<O extends OperationName>(
  operation: O,
  element: XmlElement,
  dialect: Dialect,
): Steps<OperationRequest<O>> {
  const reading = new Reading(operation, dialect, { later: [] });
  const value: Record<string, unknown> = {};
  const { fields, fieldNames } = planOfRequest(operation);
  decodeFields(fields, fieldNames, element, value, reading);
  for (let work = reading.later!.pop(); work; work = reading.later!.pop()) yield* work(reading);
  return value as OperationRequest<O>;
}

/**
 * Decode the response element of an operation, as leniently as a request. Lists can have any length, because the client
 * requested them.
 *
 * @throws {Fault} as `decodeRequest`
 */
export function decodeResponse<O extends OperationName>(
  operation: O,
  element: XmlElement,
  dialect: Dialect = neutralDialect,
): OperationResponse<O> {
  const plan = planOfResponse(operation);
  return decodeMessage(
    plan,
    element,
    new Reading(operation, dialect, { maximumItems: Infinity }),
  ) as OperationResponse<O>;
}

/**
 * Decode one value of a contract type.
 *
 * @param path of the element in messages, for example `Identify.MapDescription`
 * @throws {Fault} as `decodeRequest`
 */
export function decodeValue<K extends TypeName>(
  type: K,
  element: XmlElement,
  path: string = element.name,
  dialect: Dialect = neutralDialect,
): Value<K> {
  return decode(getPlan(type), element, new Reading(path, dialect)) as Value<K>;
}

function decodeMessage({ fields, fieldNames }: MessagePlan, element: XmlElement, reading: Reading): unknown {
  const value: Record<string, unknown> = {};
  decodeFields(fields, fieldNames, element, value, reading);
  return value;
}

function decode(plan: Plan, element: XmlElement, reading: Reading): unknown {
  switch (plan.kind) {
    case 'struct':
      return decodeStruct(concreteType(plan, element, reading), element, reading, plan.isInFamily);
    case 'list':
      return decodeList(plan, element, reading);
    case 'enum':
      return decodeEnum(plan, element, reading);
    case 'scalar':
      return plan.name === 'anyType'
        ? decodeAny(element, reading, decodeNamed)
        : decodeScalar(plan.name, element, reading);
  }
}

/** Decode a value of anyType whose `xsi:type` names a type of the contract. */
function decodeNamed(name: string, element: XmlElement, reading: Reading): unknown {
  const plan = getPlan(name);
  if (plan.kind === 'struct') return decodeStruct(concreteType(plan, element, reading), element, reading, true);
  if (plan.kind === 'enum') return decodeEnum(plan, element, reading);
  throw reading.bad('a single value', name);
}

function decodeStruct(plan: StructPlan, element: XmlElement, reading: Reading, isTyped: boolean): unknown {
  const value: Record<string, unknown> = isTyped ? { type: plan.name } : {};
  decodeFields(plan.fields, plan.fieldNames, element, value, reading);
  return value;
}

function decodeFields(
  fields: readonly FieldPlan[],
  names: StructPlan['fieldNames'],
  element: XmlElement,
  value: Record<string, unknown>,
  reading: Reading,
): void {
  const { children } = element;
  const { dialect } = reading;
  if (children.length > maximumFields) throw reading.bad(`at most ${maximumFields} elements`, String(children.length));
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    const position = findField(names, child.name);
    if (position === undefined) continue;
    const field = fields[position]!;
    if (value[field.name] !== undefined) {
      reading.enter(field.name);
      throw reading.bad('one element', 'two');
    }
    if (child.attributes.length > 0 && isNil(child)) {
      if (field.isNilAllowed || isAny(field.plan)) value[field.name] = null;
      continue;
    }
    reading.enter(field.name);
    const read = decode(field.plan, child, reading);
    if (reading.maximumItems < Infinity) checkTextLength(field.name, read, () => reading.path());
    value[field.name] = spelledLikeEnumerations.has(field.path) ? fromWire(read as string, dialect) : read;
    reading.leave();
  }
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i]!;
    if (value[field.name] !== undefined) continue;
    if (field.whenAbsent !== undefined) value[field.name] = copyDefault(field.whenAbsent);
    else if (!field.isOptional) {
      reading.enter(field.name);
      throw wrongValue('missing-element', reading.path(), field.plan.name, 'nothing', reading.detail());
    }
  }
}

function decodeList(plan: ListPlan, element: XmlElement, reading: Reading): unknown[] {
  const { children } = element;
  const values: unknown[] = new Array(children.length);
  if (children.length === 0 && element.text.trim() !== '')
    throw reading.bad(`elements <${plan.itemElement}>`, reading.quote(element.text));
  if (children.length > reading.maximumItems)
    throw wrongValue(
      'too-large',
      reading.path(),
      `at most ${reading.maximumItems} items`,
      `${children.length}`,
      reading.detail(),
    );
  if (reading.later && children.length > reading.itemsLeft) {
    reading.putOff(() => itemsInSteps(plan, children as XmlElement[], values, reading));
    return values;
  }
  reading.itemsLeft -= children.length;
  for (let i = 0; i < children.length; i++) values[i] = decodeItem(plan, children[i]!, i, reading);
  return values;
}

function* itemsInSteps(plan: ListPlan, children: XmlElement[], values: unknown[], reading: Reading): Steps<void> {
  const [first] = children;
  for (let i = 0; i < values.length; i++) {
    if (i === 0 || reading.itemsLeft <= 0) {
      yield;
      reading.itemsLeft = itemsAtOnce;
    }
    reading.itemsLeft--;
    values[i] = decodeItem(plan, children[i]!, i, reading);
    children[i] = first!;
  }
}

function decodeItem(plan: ListPlan, child: XmlElement, index: number, reading: Reading): unknown {
  if (child.name !== plan.itemElement && !plan.itemNames.has(child.name.toLowerCase()))
    throw reading.bad(`elements <${plan.itemElement}>`, `<${child.name}>`);
  reading.enterItem(index);
  let value: unknown = null;
  if (child.attributes.length === 0 || !isNil(child)) value = decode(plan.item, child, reading);
  else if (!plan.isNilAllowed) throw reading.bad(plan.item.name, 'xsi:nil');
  reading.leave();
  return value;
}

function decodeEnum(plan: EnumPlan, element: XmlElement, reading: Reading): string {
  const word = fromWire(reading.text(plan.name, element).trim(), reading.dialect);
  if (!plan.values.has(word))
    throw reading.bad(`one of ${reading.spell([...plan.values])}`, reading.quote(element.text));
  return word;
}

/** Copy a default, because handlers can change their request and the table must stay unchanged. */
function copyDefault(value: unknown): unknown {
  return typeof value === 'object' ? structuredClone(value) : value;
}

function isNil(element: XmlElement): boolean {
  const nil = xsiAttribute(element, 'nil')?.trim();
  return nil === 'true' || nil === '1';
}

function isAny(plan: Plan): boolean {
  return plan.kind === 'scalar' && plan.name === 'anyType';
}

/** Scalar of the contract for each type of XML Schema, and the numeric type to preserve. */
const readAs: Readonly<
  Record<string, { readonly scalar: Parameters<typeof decodeScalar>[0]; readonly keeps?: TypedNumber['type'] }>
> = {
  string: { scalar: 'string' },
  normalizedString: { scalar: 'string' },
  token: { scalar: 'string' },
  anyURI: { scalar: 'string' },
  boolean: { scalar: 'boolean' },
  double: { scalar: 'double' },
  decimal: { scalar: 'double' },
  float: { scalar: 'double', keeps: 'float' },
  int: { scalar: 'int', keeps: 'int' },
  short: { scalar: 'short', keeps: 'short' },
  long: { scalar: 'long', keeps: 'long' },
  integer: { scalar: 'long', keeps: 'long' },
  unsignedInt: { scalar: 'long', keeps: 'long' },
  unsignedShort: { scalar: 'int', keeps: 'int' },
  unsignedByte: { scalar: 'unsignedByte', keeps: 'unsignedByte' },
  byte: { scalar: 'short', keeps: 'short' },
  dateTime: { scalar: 'dateTime' },
  base64Binary: { scalar: 'base64Binary' },
};
const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Decode a value of anyType by its `xsi:type`, a type of XML Schema or of the contract.
 *
 * Text without a type is a string. A time without an offset is read as UTC.
 *
 * @param decodeNamed decodes a value of a contract type
 * @throws {Fault} `bad-value`
 */
function decodeAny(
  element: XmlElement,
  reading: Reading,
  decodeNamed: (name: string, element: XmlElement, reading: Reading) => unknown,
): AnyValue {
  const written = xsiAttribute(element, 'type');
  if (written === undefined) {
    const child = element.children[0];
    if (child) throw reading.bad('xsi:type', `<${child.name}> without it`);
    return element.text;
  }
  const name = written.slice(written.indexOf(':') + 1).trim();
  const row = Object.hasOwn(readAs, name) ? readAs[name] : undefined;
  if (row) {
    const value = decodeScalar(row.scalar, element, reading);
    if (row.keeps) return { type: row.keeps, value: value as number };
    if (row.scalar !== 'dateTime') return value as AnyValue;
    return new Date(hasOffset.test(value as string) ? (value as string) : `${value}Z`);
  }
  const type = fromWire(name, reading.dialect);
  if (!isContractType(type)) throw reading.bad('an xsi:type of XML Schema or of the contract', reading.quote(written));
  return decodeNamed(type, element, reading) as AnyValue;
}
