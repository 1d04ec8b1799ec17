import type { Value } from '../../../sw/contract/index.ts';
import type { SourceTable } from '../../../sw/formats/reading/source-table.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { referenceOfWkid } from '../../../sw/geometry/spatial-reference.ts';
import type { PresentationDefinition, TimeDefinition } from '../../../sw/rows/manifest.ts';
import type { MapDefinition, RelationshipDefinition, ServiceDefinition } from '../../../sw/service/definition.ts';
import type { ColumnReading } from './columns/retype-column.ts';
import type { WrittenRaster } from './raster/raster-tiles.ts';
import type { LayerShape } from './read-layer.ts';

/**
 * What was decided about files that were read: by a person in the wizard, by its first guesses where files are published by the command,
 * by the code of a demo service. All of it is plain data, texts as they were typed.
 */
export interface Decided {
  readonly name: string;
  readonly title: string;
  /** At most one level; empty for the root. */
  readonly folder: string;
  readonly description: string;
  /** One for each layer that was read, in their order. */
  readonly layers: readonly DecidedLayer[];
  readonly relations: readonly DecidedRelation[];
  /** Tables whose columns become fields of layers. */
  readonly joins: readonly DecidedJoin[];
  /** By which field the files without data are attached to rows; undefined: not at all. */
  readonly attach: DecidedAttachments | undefined;
  /** The service that the layers go into; absent where they become one of their own. */
  readonly target?: Target;
  /** A service of that name gives way. */
  readonly isReplacing: boolean;
  /** The one that gives way, once the package is made: what people set there stays where the new data allow it. */
  readonly replaces?: ServiceDefinition;
  /** Of a package whose filters clients may replace: whether they still may. */
  readonly mayReplaceFilters?: boolean;
}

export interface DecidedLayer {
  readonly name: string;
  readonly isLeftOut: boolean;
  readonly columns: Readonly<Record<string, DecidedColumn>>;
  /** EPSG code, for files that do not say; empty where nobody knows. */
  readonly code: string;
  /** The layers of a drawing have one reference; this one was given another. */
  readonly hasOwnCode?: boolean;
  /** That of the code, once the package is made (`withReferences`). */
  readonly spatialReference?: Value<'SpatialReference'>;
  /** Absent for that of the file, or the colour that the name gives. */
  readonly symbol?: SymbolChoice;
  /** What features are named by; absent for the likeliest field. */
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

/** A table joined to a layer by the values of two columns; places are those in `layers`. The table may be left out itself. */
export interface DecidedJoin {
  readonly layer: number;
  readonly layerKey: string;
  readonly table: number;
  readonly tableKey: string;
}

/** A relation of two tables by key fields; places are those in `layers`. */
export interface DecidedRelation {
  /** Of the way to the destination; empty for its name. */
  readonly name: string;
  /** Of the way back; absent for the name of the origin. */
  readonly backwardName?: string;
  readonly origin: number;
  readonly originKey: string;
  readonly destination: number;
  readonly destinationKey: string;
  readonly isOneToOne: boolean;
  readonly isComposite?: boolean;
  /** The table with the pairs of a relation of many to many. */
  readonly link?: Omit<NonNullable<RelationshipDefinition['link']>, 'tableId'> & { readonly table: number };
}

export interface DecidedAttachments {
  /** The table to whose rows the other files are attached, by its place in `layers`. */
  readonly layer: number;
  readonly column: string;
  /** What the field is called that holds the first picture of each row as well; absent for none. */
  readonly imageField?: string;
}

/** A service that layers go into, instead of becoming one of their own. */
export interface Target {
  /** `name` or `folder/name`. */
  readonly service: string;
  readonly title: string;
  /** The layer or table that gets new data; without it, layers are added. */
  readonly layer?: {
    readonly id: number;
    readonly name: string;
    readonly geometry: LayerShape;
    /** EPSG code of its rows. */
    readonly wkid?: number;
  };
  /** Where new layers go. */
  readonly position: 'bottom' | 'top';
  readonly layerCount: number;
  /** Names of the standalone tables, whose ids go on after those of the layers. */
  readonly tableNames: readonly string[];
}

/** What was decided, with the rows and pixels: what a service is built of. Only its name and layers need to be decided. */
export interface ServiceToBuild extends Partial<Omit<Decided, 'layers'>> {
  readonly name: string;
  /** In drawing order from the top; rasters lie below all others. */
  readonly layers: readonly LayerToBuild[];
  readonly credits?: readonly string[];
  readonly keywords?: string;
  readonly background?: Value<'FillSymbol'>;
  readonly bookmarks?: MapDefinition['bookmarks'];
  /** Of the first view; absent: all features with a margin. */
  readonly extent?: Extent;
  readonly fullExtent?: Extent;
}

/** Rows, or a raster whose tiles were written. */
export type LayerContent = SourceTable | WrittenRaster;

export const isRaster = (content: LayerContent): content is WrittenRaster => 'manifest' in content;

/** A layer with its content, which two layers may share. */
export interface LayerToBuild extends Partial<DecidedLayer> {
  readonly content: LayerContent;
  /** Absent for the one that the content has. */
  readonly description?: string;
  readonly style?: LayerStyle;
  /** Of a raster. */
  readonly rasterDrawing?: Value<'RasterLayerDrawingDescription'>;
  readonly visible?: boolean;
  readonly minScale?: number;
  readonly time?: TimeDefinition;
  /** The author's own filter: two layers may show different rows of one table. */
  readonly definitionExpression?: string;
  readonly presentation?: PresentationDefinition;
}

/** How a new layer is drawn before anybody has a say in it. */
export interface LayerStyle {
  readonly drawing: Value<'FeatureLayerDrawingDescription'>;
  readonly ShowLabels: boolean;
  /** Absent when the layer has no column to name features by. */
  readonly DisplayField?: string;
}

/** Give the layers the references of their codes, on the page, which knows what systems there are. */
export const withReferences = (decided: Decided): Decided => ({
  ...decided,
  layers: decided.layers.map((layer) =>
    layer.code === '' ? layer : { ...layer, spatialReference: referenceOfWkid(Number(layer.code)) },
  ),
});
