import { Fault, quoteValue, wrongValue } from '../contract/fault.ts';
import type {
  OperationName,
  OperationRequest,
  OperationResponse,
  ScalarName,
  TypeName,
  Value,
} from '../contract/infer.ts';
import { escapeText } from '../contract/markup.ts';
import { type Dialect, isSent, neutralDialect, toWire } from './dialect.ts';
import { deferList, isTooLong, writeBytes } from './encode-steps.ts';
import {
  type EnumPlan,
  type FieldPlan,
  getPlan,
  isContractType,
  type ListPlan,
  type MessagePlan,
  type Plan,
  planOfRequest,
  planOfResponse,
  type StructPlan,
} from './plan.ts';

type Spelling = Dialect['enumPrefix'];

/** Writes a value as an element with a fixed name. */
type Encoder = (value: unknown) => string;
/** Writes one field of a value, or nothing if the field is optional and absent. */
type FieldEncoder = (value: Record<string, unknown>) => string;

const cached: Record<Spelling, Map<string, Encoder>> = { gis: new Map(), esri: new Map() };
const exactEncoders: Record<Spelling, Map<string, Encoder>> = { gis: new Map(), esri: new Map() };
const typedNumbers: ReadonlySet<unknown> = new Set(['int', 'short', 'long', 'float', 'double', 'unsignedByte']);

/**
 * Return the encoder of a type for an element name. Encoders are cached by enumeration prefix, with their tags
 * prepared.
 */
function getEncoder(plan: Plan, element: string, spelling: Spelling): Encoder {
  const key = `${element} ${plan.name}`;
  const cachedEncoder = cached[spelling].get(key);
  if (cachedEncoder) return cachedEncoder;
  const encoder = makeEncoder(plan, element, spelling);
  cached[spelling].set(key, encoder);
  return encoder;
}

/** Return encoders for the fields of a type or message, in wire order. */
function fieldEncoders(fields: readonly FieldPlan[], spelling: Spelling): readonly FieldEncoder[] {
  return fields.filter(({ path }) => isSent(path, spelling)).map((field) => fieldEncoder(field, spelling));
}

function fieldEncoder(field: FieldPlan, spelling: Spelling): FieldEncoder {
  const { name, isOptional } = field;
  const nil = `<${name} xsi:nil="true"/>`;
  let encode: Encoder | undefined;
  return (value) => {
    const content = value[name];
    if (content === undefined) {
      if (isOptional) return '';
      throw wrongValue('internal', name, field.plan.name, 'nothing');
    }
    if (content === null) return nil;
    // Created on first use, because types refer to each other in cycles.
    encode ??= getEncoder(field.plan, name, spelling);
    return encode(content);
  };
}

function makeEncoder(plan: Plan, element: string, spelling: Spelling): Encoder {
  switch (plan.kind) {
    case 'struct':
      return structEncoder(plan, element, spelling);
    case 'list':
      return listEncoder(plan, element, spelling);
    case 'enum':
      return enumEncoder(plan, element, spelling);
    case 'scalar':
      return plan.name === 'anyType' ? anyEncoder(element, spelling) : scalarEncoder(plan.name, element);
  }
}

function scalarEncoder(name: ScalarName, element: string): Encoder {
  const open = `<${element}>`;
  const close = `</${element}>`;
  return (value) => open + scalarText(name, element, value) + close;
}

function structEncoder(plan: StructPlan, element: string, spelling: Spelling): Encoder {
  if (plan.members.size === 1 && !plan.isAbstract) return getExactEncoder(plan, element, spelling);
  const members = new Map<string, Encoder>();
  return (value) => {
    const type = (value as { type?: string }).type ?? plan.name;
    let encode = members.get(type);
    if (!encode) {
      const member = plan.members.get(type);
      if (!member) throw wrongValue('internal', element, plan.name, quoteValue(String(type)));
      encode = getExactEncoder(member, element, spelling);
      members.set(type, encode);
    }
    return encode(value);
  };
}

/** Return the encoder of exactly this type, without its derived types. */
function getExactEncoder(plan: StructPlan, element: string, spelling: Spelling): Encoder {
  const key = `${element} ${plan.name}`;
  const cachedEncoder = exactEncoders[spelling].get(key);
  if (cachedEncoder) return cachedEncoder;
  const open = `<${element} xsi:type="tns:${plan.name}">`;
  const close = `</${element}>`;
  let fields: readonly FieldEncoder[] | undefined;
  const encoder: Encoder = (value) => {
    fields ??= fieldEncoders(plan.fields, spelling);
    let text = open;
    for (let i = 0; i < fields.length; i++) text += fields[i]!(value as Record<string, unknown>);
    return text + close;
  };
  exactEncoders[spelling].set(key, encoder);
  return encoder;
}

function listEncoder(plan: ListPlan, element: string, spelling: Spelling): Encoder {
  const open = `<${element} xsi:type="tns:${plan.name}">`;
  const close = `</${element}>`;
  const nil = `<${plan.itemElement} xsi:nil="true"/>`;
  let encode: Encoder | undefined;
  return (value) => {
    if (!Array.isArray(value)) throw wrongValue('internal', element, plan.name, typeof value);
    encode ??= getEncoder(plan.item, plan.itemElement, spelling);
    const item = (index: number) => {
      const content = value[index];
      return content === null || content === undefined ? nil : encode!(content);
    };
    if (isTooLong(value)) return open + deferList(value.length, item) + close;
    let text = open;
    for (let i = 0; i < value.length; i++) text += item(i);
    return text + close;
  };
}

function enumEncoder(plan: EnumPlan, element: string, spelling: Spelling): Encoder {
  const dialect = { namespace: '', enumPrefix: spelling };
  const written = new Map([...plan.values].map((word) => [word, `<${element}>${toWire(word, dialect)}</${element}>`]));
  return (value) => {
    const text = written.get(value as string);
    if (text === undefined) throw wrongValue('internal', element, plan.name, quoteValue(String(value)));
    return text;
  };
}

/** Return the encoder of anyType values. Each value is written with its type, of XML Schema or of the contract. */
function anyEncoder(element: string, spelling: Spelling): Encoder {
  const close = `</${element}>`;
  const writeTyped = (type: string, text: string) => `<${element} xsi:type="xs:${type}">${text}${close}`;
  const nil = `<${element} xsi:nil="true"/>`;
  return (value) => {
    switch (typeof value) {
      case 'string':
        return writeTyped('string', escapeText(value));
      case 'number':
        return writeTyped('double', numberText(value));
      case 'boolean':
        return writeTyped('boolean', String(value));
      case 'object': {
        if (value instanceof Date)
          return Number.isNaN(value.getTime()) ? nil : writeTyped('dateTime', value.toISOString());
        if (value instanceof Uint8Array) return writeTyped('base64Binary', writeBytes(value));
        const { type } = value as { type?: unknown };
        if (typedNumbers.has(type)) return writeTyped(type as string, numberText((value as { value: number }).value));
        if (typeof type === 'string' && isContractType(type))
          return getEncoder(getPlan(type), element, spelling)(value);
      }
    }
    throw wrongValue('internal', element, 'a value of anyType', describeValue(value));
  };
}

function scalarText(name: ScalarName, element: string, value: unknown): string {
  switch (typeof value) {
    case 'number':
      if (name === 'double') return numberText(value);
      if (Number.isInteger(value) && name !== 'string') return value === 0 ? '0' : String(value);
      break;
    case 'string':
      if (name === 'string' || name === 'dateTime') return escapeText(value);
      break;
    case 'boolean':
      if (name === 'boolean') return value ? 'true' : 'false';
      break;
    default:
      if (name === 'base64Binary' && value instanceof Uint8Array) return writeBytes(value);
  }
  throw wrongValue('internal', element, name, describeValue(value));
}

/** Return the shortest text that parses to the same double. */
function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'INF' : '-INF';
}

function describeValue(value: unknown): string {
  return typeof value === 'object' ? 'an object of no contract type' : `${typeof value} "${String(value)}"`;
}

/**
 * Encode a response as the element in the envelope's body.
 *
 * Fields are in the order of the schema, children are in no namespace, and every complex value has an `xsi:type`.
 * `sealEnvelope` declares the prefixes `tns`, `xsi` and `xs`.
 *
 * @throws {Fault} `internal` when a required element is missing or a value is not of the contract
 */
export function encodeResponse<O extends OperationName>(
  operation: O,
  value: OperationResponse<O>,
  dialect: Dialect = neutralDialect,
): string {
  return encodeMessage(`${operation}Response`, planOfResponse(operation), value, dialect);
}

/**
 * Encode a request like `encodeResponse` encodes a response.
 *
 * @throws {Fault} `internal` as `encodeResponse`
 */
export function encodeRequest<O extends OperationName>(
  operation: O,
  value: OperationRequest<O>,
  dialect: Dialect = neutralDialect,
): string {
  return encodeMessage(operation, planOfRequest(operation), value, dialect);
}

/**
 * Encode one value of a contract type as an element of the given name.
 *
 * @throws {Fault} `internal` as `encodeResponse`
 */
export function encodeValue<K extends TypeName>(
  type: K,
  value: Value<K>,
  name: string,
  dialect: Dialect = neutralDialect,
): string {
  try {
    return getEncoder(getPlan(type), name, dialect.enumPrefix)(value);
  } catch (error) {
    throw withPath(error, name);
  }
}

const messages = {
  gis: new Map<MessagePlan, readonly FieldEncoder[]>(),
  esri: new Map<MessagePlan, readonly FieldEncoder[]>(),
};

function encodeMessage(element: string, plan: MessagePlan, value: object, dialect: Dialect): string {
  const encoders = messages[dialect.enumPrefix];
  let fields = encoders.get(plan);
  if (!fields) {
    fields = fieldEncoders(plan.fields, dialect.enumPrefix);
    encoders.set(plan, fields);
  }
  try {
    let text = `<tns:${element}>`;
    for (const field of fields) text += field(value as Record<string, unknown>);
    return `${text}</tns:${element}>`;
  } catch (error) {
    throw withPath(error, element);
  }
}

function withPath(error: unknown, path: string): unknown {
  return error instanceof Fault ? new Fault(error.code, `${path}.${error.message}`, error.detail) : error;
}
