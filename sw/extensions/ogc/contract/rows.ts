import type { OperationName } from '../../../contract/index.ts';
import type { Parameter, ParameterKinds, ParameterValues } from '../../../contract/parameter.ts';

/** What the text of a parameter is read as, besides the kinds of all interfaces. */
export interface OgcKinds {
  /** Empty ones among them stay: of styles they are defaults. */
  names: readonly string[];
  /** Red, green, blue, 0 to 255. */
  color: readonly [number, number, number];
}

export interface OgcParameter extends Parameter<keyof (ParameterKinds & OgcKinds)> {
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

/** The parameters of a row as read: `OgcValues<typeof wmsRows.GetMap>`. */
export type OgcValues<R extends OgcRow> = ParameterValues<R['parameters'], ParameterKinds & OgcKinds>;
