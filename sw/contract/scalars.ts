/** The types that a field of the contract may have besides enumerations and types of its own, by their XML Schema names. */
export const scalarNames = [
  'int',
  'short',
  'long',
  'unsignedByte',
  'double',
  'string',
  'boolean',
  'dateTime',
  'base64Binary',
  'anyType',
] as const;
