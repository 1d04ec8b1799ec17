export { enums } from './enums.ts';
export {
  badValue,
  describeReason as reasonOf,
  describeValue,
  duplicate,
  Fault,
  type FaultCode,
  faultCodes,
  quoteValue,
  readErrorCode as errorCodeOf,
  toFault,
  toMessageCode as messageCodeOf,
  unsupported,
  wrongValue,
} from './fault.ts';
export type {
  AnyValue,
  EnumName,
  OperationName,
  OperationRequest as RequestOf,
  OperationResponse as ResponseOf,
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
