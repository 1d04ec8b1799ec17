import type { TypeName } from '../../../contract/infer.ts';

/** A value that JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json | undefined };
export type JsonObject = { readonly [member: string]: Json | undefined };
/** A value of a contract type, by its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** What stands for a symbol that JSON has no form for. */
export interface SymbolImage {
  readonly data: Uint8Array;
  readonly contentType: string;
  readonly widthPt: number;
  readonly heightPt: number;
}

/** What forms are given to write with. */
export interface Writing {
  /** Pictures of the symbols that have no other form. */
  readonly images: ReadonlyMap<object, SymbolImage>;
  /** Writes a value of a contract type or enumeration; undefined for nothing. */
  write(ref: string, value: unknown): Json | undefined;
  /** Writes a value by its row, where its type has a form of its own. */
  writeRow(type: string, value: Fields): JsonObject;
}

/** What forms are given to read with. */
export interface Reading {
  /** @throws {Fault} `bad-value`, `missing-element` */
  read(ref: string, json: unknown, path: string): unknown;
  /** Reads by the row whose word the object has, where its type has a form of its own. */
  readRow(ref: string, json: unknown, path: string): Fields;
}

/** Converts values of a type whose JSON does not follow from its fields. */
export interface Form {
  write(value: Fields, writing: Writing): Json | undefined;
  /** @param ref type that is expected, which may be the base of others */
  read?(json: unknown, path: string, reading: Reading, ref: string): unknown;
}

/** A member that holds several fields, or one in another form. */
export interface SpecialMember {
  readonly fields: readonly string[];
  write(value: Fields, writing: Writing): Json | undefined;
  /**
   * @param json undefined when the member is absent
   * @param path of the member
   * @param whole object that the member is in
   */
  read(json: unknown, path: string, reading: Reading, whole: JsonObject): Fields;
}

/** How a struct of the contract is written in JSON. Fields that neither a member nor `absent` names must be in `lost`. */
export interface JsonRow {
  /** Value of the member `type`, which tells relatives apart. */
  readonly word?: string;
  /** Read as a relative that has the same word. */
  readonly isOnlyWritten?: true;
  /** By the member, which is that of an object within when it has a dot. A text names the field. */
  readonly members: Readonly<Record<string, string | SpecialMember>>;
  /** Members that are null where the field is absent. */
  readonly nulls?: readonly string[];
  /** Members that are the same always; not read. */
  readonly constants?: JsonObject;
  /** Values of fields whose member is absent. */
  readonly absent?: Fields;
  /** Fields that JSON has no member for. */
  readonly lost?: readonly string[];
}

export type JsonRows = { readonly [K in TypeName]?: JsonRow };
