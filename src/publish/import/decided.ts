import type { Value } from '../../../sw/contract/index.ts';
import type { SourceTable } from '../../../sw/formats/reading/source-table.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { referenceFromWkid } from '../../../sw/geometry/spatial-reference.ts';
import type { PresentationDefinition, TimeDefinition } from '../../../sw/rows/manifest.ts';
import type { MapDefinition, RelationshipDefinition, ServiceDefinition } from '../../../sw/service/definition.ts';
import type { ColumnReading } from './columns/retype-column.ts';
import type { WrittenRaster } from './raster/raster-tiles.ts';
import type { LayerShape } from './read-layer.ts';

/**
 * The settings for publishing files. They come from the wizard, from its defaults (for the command), or from the code
 * of a demo service. All of it is plain data; text is as typed.
 */
export interface Decided {
  readonly name: string;
  readonly title: string;
  /** At most one level; empty for the root folder. */
  readonly folder: string;
  readonly description: string;
  /** One for each layer that was read, in the same order. */
  readonly layers: readonly DecidedLayer[];
  readonly relations: readonly DecidedRelation[];
  /** Tables whose columns become fields of layers. */
  readonly joins: readonly DecidedJoin[];
  /** The field that matches files without data to rows; undefined if no files are attached. */
  readonly attach: DecidedAttachments | undefined;
  /** The service that gets the layers; absent for a new service. */
  readonly target?: Target;
  /** Replace an existing service of this name. */
  readonly isReplacing: boolean;
  /** The service to replace; set when the package is made. Its settings are carried over if they fit the new data. */
  readonly replaces?: ServiceDefinition;
  /** Whether clients may still replace filters, for a package that allowed it. */
  readonly mayReplaceFilters?: boolean;
}

export interface DecidedLayer {
  readonly name: string;
  readonly isLeftOut: boolean;
  readonly columns: Readonly<Record<string, DecidedColumn>>;
  /** EPSG code for files without a spatial reference; empty if unknown. */
  readonly code: string;
  /** Layers of a drawing share one code; this layer got its own. */
  readonly hasOwnCode?: boolean;
  /** The spatial reference of `code`, set when the package is made (`withReferences`). */
  readonly spatialReference?: Value<'SpatialReference'>;
  /** Absent to use the symbol of the file, or else the default color for the name. */
  readonly symbol?: SymbolChoice;
  /** The field with the names of features; absent to use the likeliest field. */
  readonly displayField?: string;
}

export interface SymbolChoice {
  /** `#rrggbb`. */
  readonly color: string;
  /** Diameter of points, width of lines and outlines. */
  readonly sizePt: number;
}

export interface DecidedColumn {
  readonly isLeftOut?: boolean;
  readonly alias?: string;
  readonly reading?: ColumnReading;
}

/** A join of a table to a layer by two columns. Indices are those of `layers`. The table itself may be left out. */
export interface DecidedJoin {
  readonly layer: number;
  readonly layerKey: string;
  readonly table: number;
  readonly tableKey: string;
}

/** A relationship between two tables by key fields. Indices are those of `layers`. */
export interface DecidedRelation {
  /** Name of the forward path; empty for the name of the destination. */
  readonly name: string;
  readonly origin: number;
  readonly originKey: string;
  readonly destination: number;
  readonly destinationKey: string;
  readonly isOneToOne: boolean;
}

export interface DecidedAttachments {
  /** Index in `layers` of the table whose rows get the files. */
  readonly layer: number;
  readonly column: string;
  /** Name of the field that also stores the first image of each row; absent for none. */
  readonly imageField?: string;
}

/** An existing service that gets the layers. */
export interface Target {
  /** `name` or `folder/name`. */
  readonly service: string;
  readonly title: string;
  /** The layer or table that gets new data; absent if layers are added. */
  readonly layer?: {
    readonly id: number;
    readonly name: string;
    readonly geometry: LayerShape;
    /** EPSG code of its rows. */
    readonly wkid?: number;
  };
  /** Position of new layers. */
  readonly position: 'bottom' | 'top';
  readonly layerCount: number;
  /** Names of the standalone tables. Their IDs follow those of the layers. */
  readonly tableNames: readonly string[];
}

/** A service with the rows and pixels to build it from. */
export interface ServiceToBuild extends Pick<Decided, 'name'>, Partial<Pick<Decided, 'title' | 'description'>> {
  /** In drawing order from the top; rasters are below all other layers. */
  readonly layers: readonly LayerToBuild[];
  readonly relations?: readonly RelationToBuild[];
  readonly credits?: readonly string[];
  readonly keywords?: string;
  readonly background?: Value<'FillSymbol'>;
  readonly bookmarks?: MapDefinition['bookmarks'];
  /** The initial extent; absent to show all features with a margin. */
  readonly extent?: Extent;
  readonly fullExtent?: Extent;
}

/** Rows, or a raster with its written tiles. */
export type LayerContent = SourceTable | WrittenRaster;

export const isRaster = (content: LayerContent): content is WrittenRaster => 'manifest' in content;

/** A layer with its content. Two layers may share content. */
export interface LayerToBuild extends Partial<Pick<DecidedLayer, 'name' | 'displayField'>> {
  readonly content: LayerContent;
  /** Absent to use the description of the content. */
  readonly description?: string;
  readonly style?: LayerStyle;
  /** Only for a raster. */
  readonly rasterDrawing?: Value<'RasterLayerDrawingDescription'>;
  readonly visible?: boolean;
  readonly minScale?: number;
  readonly time?: TimeDefinition;
  /** The author's filter: two layers may show different rows of one table. */
  readonly definitionExpression?: string;
  readonly presentation?: PresentationDefinition;
}

/** A relationship, with the options of demo services that the wizard doesn't offer. */
interface RelationToBuild extends DecidedRelation {
  /** Name of the backward path; absent for the name of the origin. */
  readonly backwardName?: string;
  readonly isComposite?: boolean;
  /** The table with the pairs of a many-to-many relationship. */
  readonly link?: Omit<NonNullable<RelationshipDefinition['link']>, 'tableId'> & { readonly table: number };
}

/** The default drawing of a new layer. */
export interface LayerStyle {
  readonly drawing: Value<'FeatureLayerDrawingDescription'>;
  readonly ShowLabels: boolean;
  /** Absent if the layer has no column with names. */
  readonly DisplayField?: string;
}

/**
 * Set the spatial references of layers by their codes. The page does this, because only it has the list of coordinate
 * systems.
 */
export const withReferences = (decided: Decided): Decided => ({
  ...decided,
  layers: decided.layers.map((layer) =>
    layer.code === '' ? layer : { ...layer, spatialReference: referenceFromWkid(Number(layer.code)) },
  ),
});
