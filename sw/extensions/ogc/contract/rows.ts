import type { OperationName } from '../../../contract/index.ts';
import type { Parameter, ParameterKinds, ParameterValues } from '../../../contract/parameter.ts';

/** The values that parameters are read as, in addition to the kinds of all interfaces. */
export interface OgcKinds {
  /** Names separated by commas. Empty names are kept, because an empty style is the default. */
  names: readonly string[];
  /** Red, green and blue, each 0 to 255. */
  color: readonly [number, number, number];
}

export interface OgcParameter extends Parameter<keyof (ParameterKinds & OgcKinds)> {
  /** Exception code for a wrong value, if the standard defines a special one. */
  readonly exception?: string;
}

export type OgcParameters = Readonly<Record<string, OgcParameter>>;

/** A request of an OGC standard. The method is GET, and parameter names match in any case. */
export interface OgcRow {
  /** One sentence for the documentation page. */
  readonly doc: string;
  /** Path below the interface; `{x}` matches one segment. Absent if `REQUEST` names the request. */
  readonly path?: string;
  /** The capability of the service that the request needs. */
  readonly needs?: 'Map' | 'Query' | 'Data';
  /** Operations of the contract that give the same response. */
  readonly operations: readonly OperationName[];
  readonly parameters: OgcParameters;
}

export type OgcRows = Readonly<Record<string, OgcRow>>;

/** The parameters of a row after reading: `OgcValues<typeof wmsRows.GetMap>`. */
export type OgcValues<R extends OgcRow> = ParameterValues<R['parameters'], ParameterKinds & OgcKinds>;
