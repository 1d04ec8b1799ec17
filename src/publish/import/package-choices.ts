import type { Value } from '../../../sw/contract/index.ts';
import type { ServiceDefinition } from '../../../sw/service/definition.ts';
import type { ColumnReading } from './columns/retype-column.ts';

/** What a person decides about files that were read, before they become a service. All of it is plain data. */
export interface PackageChoices {
  readonly name: string;
  /** At most one level; absent for the root. */
  readonly folder?: string;
  readonly title: string;
  readonly description?: string;
  /** One for each table that was read, then one for each raster, in their order. */
  readonly layers: readonly LayerChoice[];
  readonly relations: readonly RelationChoice[];
  /** Tables whose columns become fields of layers. */
  readonly joins?: readonly JoinChoice[];
  readonly attach?: AttachChoice;
  /** The service that is replaced: what people set there stays where the new data allow it. */
  readonly replaces?: ServiceDefinition;
}

export interface AttachChoice {
  /** The table to whose rows the other files are attached, by its place in `layers`. */
  readonly layer: number;
  readonly column: string;
  /** What the field is called that holds the first picture of each row as well; absent for none. */
  readonly imageField?: string;
}

export interface LayerChoice {
  readonly isLeftOut?: boolean;
  readonly name: string;
  /** Where the file does not say. */
  readonly spatialReference?: Value<'SpatialReference'>;
  /** Of layers with geometry; absent for the colour that its name gives. */
  readonly symbol?: SymbolChoice;
  readonly columns: Readonly<Record<string, ColumnChoice>>;
  readonly displayField?: string;
}

export interface SymbolChoice {
  /** `#rrggbb`. */
  readonly color: string;
  /** Diameter of points, width of lines and outlines. */
  readonly sizePt: number;
}

export interface ColumnChoice {
  readonly isLeftOut?: boolean;
  readonly alias?: string;
  readonly reading?: ColumnReading;
}

/** A table joined to a layer by the values of two columns; places are those in `layers`. The table may be left out itself. */
export interface JoinChoice {
  readonly layer: number;
  readonly layerKey: string;
  readonly table: number;
  readonly tableKey: string;
}

/** A relation of two tables by key fields; places are those in `layers`. */
export interface RelationChoice {
  readonly name: string;
  readonly origin: number;
  readonly originKey: string;
  readonly destination: number;
  readonly destinationKey: string;
  readonly isOneToOne: boolean;
}
