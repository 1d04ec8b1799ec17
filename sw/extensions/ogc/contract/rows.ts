import type { OperationName } from '../../../contract/index.ts';

/** What the text of a parameter is read as. */
export interface OgcKinds {
  text: string;
  choice: string;
  names: readonly string[];
  integer: number;
  number: number;
  numbers: readonly number[];
  boolean: boolean;
  /** Red, green, blue, 0 to 255. */
  color: readonly [number, number, number];
}

export type OgcKind = keyof OgcKinds;

export interface OgcParameter {
  readonly kind: OgcKind;
  /** What it is, as part of a sentence: "… expected". */
  readonly doc: string;
  readonly required?: true;
  readonly default?: string;
  /** Other names that clients use for it, in lower case. */
  readonly aliases?: readonly string[];
  readonly choices?: readonly string[];
  /** Of numbers. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** How many numbers a list has, ascending. */
  readonly lengths?: readonly number[];
  /** Code of the exception for a wrong value, where the standard has one of its own. */
  readonly exception?: string;
}

export type OgcParameters = Readonly<Record<string, OgcParameter>>;

/** A request of a standard of the Open Geospatial Consortium; by GET, names of parameters in any case. */
export interface OgcRow {
  /** One sentence for people. */
  readonly doc: string;
  /** Below the address of the interface, `{x}` takes one segment; absent where `REQUEST` says what is asked for. */
  readonly path?: string;
  /** What it needs of the service. */
  readonly needs?: 'Map' | 'Query' | 'Data';
  /** The operations of the contract that answer the same. */
  readonly operations: readonly OperationName[];
  readonly parameters: OgcParameters;
}

export type OgcRows = Readonly<Record<string, OgcRow>>;

type Present<P> = P extends { required: true } | { default: string } ? true : false;
type ValueOf<P> = P extends { kind: infer K extends OgcKind } ? OgcKinds[K] : never;

/** The parameters of a row as read: `OgcValues<typeof wmsRows.GetMap>`. */
export type OgcValues<R extends OgcRow> = {
  readonly [N in keyof R['parameters'] as Present<R['parameters'][N]> extends true ? N : never]: ValueOf<
    R['parameters'][N]
  >;
} & {
  readonly [N in keyof R['parameters'] as Present<R['parameters'][N]> extends true ? never : N]?: ValueOf<
    R['parameters'][N]
  >;
};
