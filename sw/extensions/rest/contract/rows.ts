import type { OperationName } from '../../../contract/infer.ts';
import type { Parameter, ParameterKinds } from '../../../contract/parameter.ts';

/**
 * What the reader of a kind makes of its text, besides the kinds of all interfaces:
 *
 * - `layerChoice`: `show:`, `hide:`, `include:` or `exclude:` with ids; `layerTexts`: a text for each of some layers
 * - `extent`: four numbers or envelope JSON; `geometry`: `x,y`, four numbers or geometry JSON; `size`: `width,height`
 * - `time`: a moment or `start,end` in epoch milliseconds, `null` for an open end
 * - `unused`: what other servers have and this one has not; empty it is passed over, used it is refused unless it is one of the
 *   `choices`, words in lower case that ask for nothing
 */
export interface RestKinds {
  size: readonly [widthPx: number, heightPx: number];
  extent: GivenExtent;
  geometry: GivenGeometry;
  spatialReference: GivenReference;
  time: GivenTime;
  layerChoice: LayerChoice;
  layerTexts: ReadonlyMap<number, string>;
  unused: undefined;
}

export type RestKind = keyof (ParameterKinds & RestKinds);

/** JSON of a spatial reference. */
export interface GivenReference {
  readonly wkid?: number;
  readonly latestWkid?: number;
  readonly wkt?: string;
}

export interface GivenExtent {
  readonly xmin: number;
  readonly ymin: number;
  readonly xmax: number;
  readonly ymax: number;
  readonly spatialReference?: GivenReference;
}

/** JSON of a geometry, its form checked, its coordinates not. */
export type GivenGeometry = Readonly<Record<string, unknown>>;

/** Epoch milliseconds; null is an open end. */
export type GivenTime = readonly [start: number | null, end: number | null];

export interface LayerChoice {
  readonly how: 'show' | 'hide' | 'include' | 'exclude' | 'top' | 'visible' | 'all';
  /** Undefined when none are given. */
  readonly ids?: readonly number[];
}

export interface RestParameter extends Parameter<RestKind> {
  /** As a client would write it. */
  readonly default?: string;
  /** The element of the operation that it becomes: faults that name the element name the parameter instead. */
  readonly element?: string;
}

export type RestParameters = Readonly<Record<string, RestParameter>>;

export type RestServer = 'MapServer' | 'FeatureServer';

/** What a row needs of the service: a capability, or nothing. */
export type RestNeed = 'Map' | 'Query' | 'Data' | 'nothing';

export type RestFormat = 'html' | 'json' | 'pjson' | 'geojson' | 'pbf' | 'image' | 'kmz';

/** A resource or operation; GET and POST alike, its parameters from the query, a form or both. */
export interface RestRow {
  /** One sentence for people. */
  readonly doc: string;
  /** Below `rest` for the catalogue, below the service for the rest; `{x}` takes a number, `{folder}` any segment. */
  readonly path: string;
  /** Where it is, and the capability it needs there; absent for the catalogue. */
  readonly servers?: Readonly<Partial<Record<RestServer, RestNeed>>>;
  /** Besides `html`, `json` and `pjson`. */
  readonly formats?: readonly RestFormat[];
  /** It answers bytes and no JSON. */
  readonly bytes?: true;
  /** The operations of the contract that answer the same. */
  readonly operations: readonly OperationName[];
  readonly parameters: RestParameters;
}

export type RestRows = Readonly<Record<string, RestRow>>;
