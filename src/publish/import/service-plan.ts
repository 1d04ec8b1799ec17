import type { Value } from '../../../sw/contract/index.ts';
import type { SourceTable } from '../../../sw/formats/reading/source-table.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import type { PresentationDefinition, TimeDefinition } from '../../../sw/rows/manifest.ts';
import type { MapDefinition, RelationshipDefinition } from '../../../sw/service/definition.ts';
import type { RasterLayerPlan } from './raster/raster-layer.ts';
import type { LayerStyle } from './style.ts';

/** What an author says about a layer; all of it has defaults. */
export interface LayerPlan {
  readonly table: SourceTable;
  readonly name?: string;
  readonly style?: LayerStyle;
  readonly visible?: boolean;
  readonly minScale?: number;
  readonly maxScale?: number;
  readonly time?: TimeDefinition;
  /** The author's own filter: two layers may show different rows of one table. */
  readonly definitionExpression?: string;
  readonly presentation?: PresentationDefinition;
  /** Of a standalone table; a layer has it in its style. */
  readonly displayField?: string;
}

/** A relationship, with its sides as plans of this service: ids are known when they are placed. */
export type RelationshipPlan = Omit<RelationshipDefinition, 'originId' | 'destinationId' | 'link'> & {
  readonly origin: LayerPlan;
  readonly destination: LayerPlan;
  readonly link?: Omit<NonNullable<RelationshipDefinition['link']>, 'tableId'> & { readonly table: LayerPlan };
};

export interface ServicePlan {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly credits?: readonly string[];
  readonly keywords?: string;
  /** Layers in drawing order from the top; absent: points, then lines, then polygons. */
  readonly layers: readonly LayerPlan[];
  /** Below all layers of features, in drawing order from the top. */
  readonly rasters?: readonly RasterLayerPlan[];
  readonly relationships?: readonly RelationshipPlan[];
  readonly background?: Value<'FillSymbol'>;
  readonly bookmarks?: MapDefinition['bookmarks'];
  /** Of the first view; absent: all features with a margin. */
  readonly extent?: Extent;
  readonly fullExtent?: Extent;
}
