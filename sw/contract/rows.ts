/**
 * The form of a row of the contract table.
 *
 * A field is written `Name: 'type'`, with `?` behind the type when the element may be absent. The order of the
 * keys is the order of the elements on the wire, the fields of the base first.
 */
export type FieldRef = string;

export interface StructRow {
  /** One sentence for people: what a value of this type says. */
  readonly doc: string;
  /** True when only a derived type may appear on the wire. */
  readonly abstract?: true;
  readonly base?: string;
  readonly fields: Readonly<Record<string, FieldRef>>;
  /** Value of an absent element. */
  readonly defaults?: Readonly<Record<string, number | boolean | string>>;
  /** Fields that may be sent as `xsi:nil`. */
  readonly nil?: readonly string[];
  /** What a form should say beside a field: unit, range, meaning of an empty value. */
  readonly notes?: Readonly<Record<string, string>>;
}

/** `ArrayOfX`: a plain array in memory, repeated `item` elements on the wire. */
export interface ListRow {
  readonly list: string;
  readonly item: string;
  readonly nil?: true;
  /** The wider family that items may come from, where clients send more than `list` says. */
  readonly accepts?: string;
}

export type TypeRow = StructRow | ListRow;
export type TypeRows = Readonly<Record<string, TypeRow>>;
export type EnumRows = Readonly<Record<string, { readonly doc: string; readonly values: readonly string[] }>>;

export type OperationGroup = 'description' | 'rendering' | 'search' | 'query' | 'legend' | 'tiles';

export interface OperationRow {
  readonly doc: string;
  readonly group: OperationGroup;
  readonly request: Readonly<Record<string, FieldRef>>;
  readonly response: Readonly<Record<string, FieldRef>>;
  /** What a form should say beside a request element. */
  readonly notes?: Readonly<Record<string, string>>;
}
export type OperationRows = Readonly<Record<string, OperationRow>>;

/** The namespace of the neutral dialect. Its last segment is the version of the schema. */
export const targetNamespace = 'urn:gis:schemas/3.2.0';

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
