export { enums } from './enums.ts';
export { Fault, type FaultCode, faultCodes } from './fault.ts';
export type {
  AnyValue,
  EnumName,
  OperationName,
  RequestOf,
  ResponseOf,
  ScalarName,
  TypedNumber,
  TypeName,
  Value,
  ValueOf,
} from './infer.ts';
export { operations } from './operations/index.ts';
export {
  type FieldRef,
  type ListRow,
  type OperationGroup,
  type StructRow,
  type TypeRow,
  targetNamespace,
} from './rows.ts';
export { scalarNames } from './scalars.ts';
export { types } from './types/index.ts';
