import { Fault } from '../contract/fault.ts';
import type { OperationName, RequestOf, ResponseOf, TypeName, Value } from '../contract/infer.ts';
import { type Dialect, neutralDialect } from './dialect.ts';
import { encoderOf, type FieldEncoder, fieldEncoders } from './encoder.ts';
import { type MessagePlan, planOf, planOfRequest, planOfResponse } from './plan.ts';

/**
 * Encode an answer as the element in the envelope's body: fields strictly in the order of the schema, children
 * in no namespace, `xsi:type` on every complex value. The prefixes `tns`, `xsi` and `xs` are those `sealEnvelope` declares.
 *
 * @throws {Fault} `internal` when a required element is missing or a value is not of the contract
 */
export function encodeResponse<O extends OperationName>(
  operation: O,
  value: ResponseOf<O>,
  dialect: Dialect = neutralDialect,
): string {
  return encodeMessage(`${operation}Response`, planOfResponse(operation), value, dialect);
}

/** Encode a request in the same way. @throws {Fault} `internal` as `encodeResponse` */
export function encodeRequest<O extends OperationName>(
  operation: O,
  value: RequestOf<O>,
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
    return encoderOf(planOf(type), name, dialect.enumPrefix)(value);
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
