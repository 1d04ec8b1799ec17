export { enums } from './enums.ts';
export {
  badValue,
  duplicate,
  errorCodeOf,
  Fault,
  type FaultCode,
  faultCodes,
  messageCodeOf,
  quoteValue,
  reasonOf,
  toFault,
  unsupported,
  wrongValue,
} from './fault.ts';
export type {
  AnyValue,
  EnumName,
  OperationName,
  RequestOf,
  ResponseOf,
  ScalarName,
  TypeName,
  Value,
} from './infer.ts';
export { operations } from './operations/index.ts';
export {
  type OperationGroup,
  type StructRow,
  scalarRows,
  type TypeRow,
  targetNamespace,
} from './rows.ts';
export { types } from './types/index.ts';
