import type { OperationName } from '../../../contract/infer.ts';
import type { Parameter, ParameterKinds } from '../../../contract/parameter.ts';

/**
 * The value that each parameter kind is read as, in addition to the kinds of all interfaces:
 *
 * - `layerChoice`: `show:`, `hide:`, `include:` or `exclude:` with layer IDs; `layerTexts`: a text per layer ID
 * - `extent`: four numbers or envelope JSON; `geometry`: `x,y`, four numbers or geometry JSON; `size`: `width,height`
 * - `time`: a moment or `start,end` in epoch milliseconds, `null` for an open end
 * - `unused`: a parameter that only other servers support. Empty values and the lower-case words in
 *   `choices` request nothing and are ignored; other values are refused.
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

/** JSON of a geometry. It is an object, but its coordinates haven't been checked. */
export type GivenGeometry = Readonly<Record<string, unknown>>;

/** Epoch milliseconds; null is an open end. */
export type GivenTime = readonly [start: number | null, end: number | null];

export interface LayerChoice {
  readonly how: 'show' | 'hide' | 'include' | 'exclude' | 'top' | 'visible' | 'all';
  /** undefined if the request names no layers. */
  readonly ids?: readonly number[];
}

export interface RestParameter extends Parameter<RestKind> {
  /** The default, as a client would write it. */
  readonly default?: string;
  /**
   * The element of the operation that the parameter becomes. Faults that name the element name the parameter instead.
   */
  readonly element?: string;
}

export type RestParameters = Readonly<Record<string, RestParameter>>;

export type RestServer = 'MapServer' | 'FeatureServer';

/** The capability of the service that a row needs, or `nothing`. */
export type RestNeed = 'Map' | 'Query' | 'Data' | 'nothing';

export type RestFormat = 'html' | 'json' | 'pjson' | 'geojson' | 'pbf' | 'image' | 'kmz';

/** A resource or operation. It accepts GET and POST alike; its parameters come from the query, a form or both. */
export interface RestRow {
  /** One sentence for the page of the row. */
  readonly doc: string;
  /**
   * Path below `rest` for the catalogue, otherwise below the service. `{x}` matches a number, `{folder}` any segment.
   */
  readonly path: string;
  /** The servers that have the row, each with the capability that it needs. Absent for the catalogue. */
  readonly servers?: Readonly<Partial<Record<RestServer, RestNeed>>>;
  /** Formats in addition to `html`, `json` and `pjson`. */
  readonly formats?: readonly RestFormat[];
  /** The row answers with bytes instead of JSON. */
  readonly bytes?: true;
  /** Operations of the contract that give the same response. */
  readonly operations: readonly OperationName[];
  readonly parameters: RestParameters;
}

export type RestRows = Readonly<Record<string, RestRow>>;
