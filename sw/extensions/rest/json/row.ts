import type { TypeName } from '../../../contract/infer.ts';

/** A value that JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json | undefined };
export type JsonObject = { readonly [member: string]: Json | undefined };
/** A value of a contract type, by its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** The image that replaces a symbol without a JSON form. */
export interface SymbolImage {
  readonly data: Uint8Array;
  readonly contentType: string;
  readonly widthPt: number;
  readonly heightPt: number;
}

/** The functions and images that forms write with. */
export interface Writing {
  /** Images of the symbols that have no JSON form. */
  readonly images: ReadonlyMap<object, SymbolImage>;
  /** Write a value of a contract type or enumeration. Return undefined if there is nothing to write. */
  write(ref: string, value: unknown): Json | undefined;
  /** Write a value by its row, even if its type has a form. */
  writeRow(type: string, value: Fields): JsonObject;
}

/** The functions that forms read with. */
export interface Reading {
  /**
   * Read a value of a contract type or enumeration.
   *
   * @throws {Fault} `missing-element` for a required member that is absent, `bad-value` for an invalid value
   */
  read(ref: string, json: unknown, path: string): unknown;
  /** Read an object by the row whose `type` word it has, even if its type has a form. */
  readRow(ref: string, json: unknown, path: string): Fields;
}

/** The conversion of a type whose JSON doesn't follow from its fields. */
export interface Form {
  write(value: Fields, writing: Writing): Json | undefined;
  /** @param ref expected type, which may be the base of others */
  read?(json: unknown, path: string, reading: Reading, ref: string): unknown;
}

/** A JSON member that combines several fields, or converts one. */
export interface SpecialMember {
  readonly fields: readonly string[];
  write(value: Fields, writing: Writing): Json | undefined;
  /**
   * @param json undefined if the member is absent
   * @param path of the member
   * @param whole object that contains the member
   */
  read(json: unknown, path: string, reading: Reading, whole: JsonObject): Fields;
}

/** The JSON form of a contract struct. Each field must be in a member, in `absent` or in `lost`. */
export interface JsonRow {
  /** Value of the member `type`, which distinguishes the types of a family. */
  readonly word?: string;
  /** The row is only for writing. Its word is read as another type of the family. */
  readonly isOnlyWritten?: true;
  /** Source of each member: a field name or a conversion. A dot in the name is the path of a nested member. */
  readonly members: Readonly<Record<string, string | SpecialMember>>;
  /** Members that are null if the field is absent. */
  readonly nulls?: readonly string[];
  /** Members with a constant value, which are written but not read. */
  readonly constants?: JsonObject;
  /** Values of the fields whose member is absent. */
  readonly absent?: Fields;
  /** Fields without a JSON member. */
  readonly lost?: readonly string[];
}

export type JsonRows = { readonly [K in TypeName]?: JsonRow };
