/**
 * Type of a field in the contract table.
 *
 * A field is written `Name: 'type'`, with `?` after the type if the element is optional. Keys are in wire order, with
 * the fields of the base first.
 */
export type FieldRef = string;

export interface StructRow {
  /** One sentence for users that describes the type. */
  readonly doc: string;
  /** True if only derived types can occur on the wire. */
  readonly abstract?: true;
  readonly base?: string;
  readonly fields: Readonly<Record<string, FieldRef>>;
  /** Values of absent elements. */
  readonly defaults?: Readonly<Record<string, number | boolean | string>>;
  /** Fields that can be sent as `xsi:nil`. */
  readonly nil?: readonly string[];
  /** Notes for forms, by field: unit, range, meaning of an empty value. */
  readonly notes?: Readonly<Record<string, string>>;
}

/** `ArrayOfX`: an array in memory, repeated `item` elements on the wire. */
export interface ListRow {
  readonly list: string;
  readonly item: string;
  readonly nil?: true;
  /** Wider base type for items, if clients send more than `list` allows. */
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
  /** Notes for forms, by request element. */
  readonly notes?: Readonly<Record<string, string>>;
}
export type OperationRows = Readonly<Record<string, OperationRow>>;

/** Namespace of the neutral dialect. Its last segment is the version of the schema. */
export const targetNamespace = 'urn:gis:schemas/3.2.0';

/**
 * Scalar types of contract fields by XML Schema name, as rows of the parameter grammar.
 *
 * Their text follows the rules of XML Schema, so the SOAP codec parses it and only checks the value here.
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
