import type { enums } from './enums.ts';
import type { operations } from './operations/index.ts';
import type { scalarRows } from './rows.ts';
import type { types } from './types/index.ts';

type Types = typeof types;
type Enums = typeof enums;
type Operations = typeof operations;

export type TypeName = keyof Types;
export type EnumName = keyof Enums;
export type OperationName = keyof Operations;
export type ScalarName = keyof typeof scalarRows;

/** A number with its XML type, for fields of type anyType. Plain numbers in such fields are `xs:double`. */
export interface TypedNumber {
  readonly type: 'int' | 'short' | 'long' | 'float' | 'double' | 'unsignedByte';
  readonly value: number;
}

/**
 * A value of type anyType in memory.
 *
 * One of: string, boolean, number (double), Date (dateTime), bytes (base64Binary), null (xsi:nil), a number with its
 * XML type, or a value of a contract type that names itself in `type`.
 */
export type AnyValue = string | number | boolean | Date | Uint8Array | null | TypedNumber | { readonly type: TypeName };

interface Scalars extends Record<ScalarName, unknown> {
  int: number;
  short: number;
  long: number;
  unsignedByte: number;
  double: number;
  string: string;
  boolean: boolean;
  /** ISO 8601 as on the wire. Without an offset, the applicable time reference decides. */
  dateTime: string;
  base64Binary: Uint8Array;
  anyType: AnyValue;
}

type OptionalKeys<F> = { [K in keyof F]: F[K] extends `${string}?` ? K : never }[keyof F];
type Bare<R> = R extends `${infer B}?` ? B : R;
type FieldValues<F> = { -readonly [K in Exclude<keyof F, OptionalKeys<F>>]: ReferencedValue<Bare<F[K]>> } & {
  -readonly [K in OptionalKeys<F>]?: ReferencedValue<Bare<F[K]>>;
};

type AllFields<K extends TypeName> = (Types[K] extends { base: infer B extends TypeName } ? AllFields<B> : unknown) &
  (Types[K] extends { fields: infer F } ? FieldValues<F> : unknown);
type DirectSubtypes<K> = { [H in TypeName]: Types[H] extends { base: K } ? H : never }[TypeName];
type Family<K extends TypeName> =
  | K
  | (DirectSubtypes<K> extends infer H extends TypeName ? (H extends never ? never : Family<H>) : never);
type Concrete<K extends TypeName> = K extends TypeName ? (Types[K] extends { abstract: true } ? never : K) : never;
type InFamily<K extends TypeName> = Types[K] extends { base: string }
  ? true
  : [DirectSubtypes<K>] extends [never]
    ? false
    : true;
type Struct<K extends TypeName> = K extends TypeName
  ? (InFamily<K> extends true ? { type: K } : { type?: K }) & AllFields<K>
  : never;

/**
 * In-memory value of a contract type, scalar or enumeration: arrays for lists, a union of concrete types for a base
 * type.
 */
type ReferencedValue<R> = R extends ScalarName
  ? Scalars[R]
  : R extends EnumName
    ? Enums[R]['values'][number]
    : R extends TypeName
      ? Types[R] extends { accepts: infer A }
        ? ReferencedValue<A>[]
        : Types[R] extends { list: infer I; nil: true }
          ? (ReferencedValue<I> | null)[]
          : Types[R] extends { list: infer I }
            ? ReferencedValue<I>[]
            : Struct<Concrete<Family<R>>>
      : never;

/** A value of a contract type: `Value<'MapDescription'>`. For a base type, the union of its concrete types. */
export type Value<K extends TypeName | EnumName> = ReferencedValue<K>;
export type OperationRequest<O extends OperationName> = FieldValues<Operations[O]['request']>;
export type OperationResponse<O extends OperationName> = FieldValues<Operations[O]['response']>;
