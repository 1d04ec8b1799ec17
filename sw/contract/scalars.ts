/**
 * The types that a field of the contract may have besides enumerations and types of its own, by their XML Schema names: rows of the
 * grammar of parameters. Their text follows the rules of XML Schema, so SOAP reads it and has it checked here.
 */
export const scalarRows = {
  int: { kind: 'integer', doc: 'int', minimum: -2_147_483_648, maximum: 2_147_483_647 },
  short: { kind: 'integer', doc: 'short', minimum: -32_768, maximum: 32_767 },
  long: { kind: 'integer', doc: 'long', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  unsignedByte: { kind: 'integer', doc: 'unsignedByte', minimum: 0, maximum: 255 },
  double: { kind: 'number', doc: 'double' },
  string: { kind: 'string', doc: 'string' },
  boolean: { kind: 'boolean', doc: 'boolean' },
  dateTime: { kind: 'date', doc: 'dateTime such as 2026-01-31T12:00:00Z' },
  base64Binary: { kind: 'string', doc: 'base64Binary' },
  anyType: { kind: 'string', doc: 'anyType' },
} as const;
