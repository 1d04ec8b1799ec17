import type { Value } from '../contract/index.ts';
import type { DatumShift } from '../geometry/datum-shift.ts';
import type { Transformation } from '../geometry/project.ts';
import type { MapView } from '../geometry/view.ts';
import type { AttributeBatch } from '../rows/batch.ts';
import type { PresentationDefinition } from '../rows/manifest.ts';
import type { Table } from '../rows/table.ts';
import type { DecodeImage, Raster } from '../service/raster-source.ts';

/** Selects rows of a batch: one byte per row, 1 to include it. */
export interface RowFilter {
  (attributes: AttributeBatch): Uint8Array;
  /** Names of the fields that the filter reads; empty if it only needs row numbers. */
  readonly fields: readonly string[];
}

/** Buffer around the selected features of a layer. */
export interface BufferPlan {
  /** Distance in map units, above 0. */
  readonly distance: number;
  readonly symbol: Value<'FillSymbol'>;
  /** Creates the mask from which the buffer is traced. */
  readonly createCanvas: (widthPx: number, heightPx: number) => OffscreenCanvas;
}

/** Selected features of a layer, which are drawn again on top. */
export interface SelectionPlan {
  /** Table rows, ascending. */
  readonly rows: Uint32Array;
  /** Replaces the layer's own symbols. */
  readonly symbol?: Value<'Symbol'>;
  /** Color for the layer's own symbols, used if `symbol` is undefined. */
  readonly color: Value<'Color'>;
  /** Drawn below the selected features. */
  readonly buffer?: BufferPlan;
}

/** Part of a drawing description that names fields. */
export type DrawingPart = 'FeatureRenderer' | 'LabelingDescription' | 'VisualVariables' | 'FeatureReduction';

/** List the fields that a part of a layer's drawing may name. */
export const fieldsFor = ({ table, fieldsFor }: Pick<LayerPlan, 'table' | 'fieldsFor'>, part: DrawingPart) =>
  fieldsFor?.(part) ?? table.manifest.fields;

/** Feature layer of a map image, planned so that drawing needs no service. */
export interface LayerPlan {
  readonly kind?: 'feature';
  readonly layerId: number;
  /** Layer name for messages. */
  readonly name: string;
  readonly table: Table;
  readonly drawing: Value<'FeatureLayerDrawingDescription'>;
  /** Returns the fields that a part of the drawing may name. If undefined, it may name all fields of the table. */
  readonly fieldsFor?: (part: DrawingPart) => readonly Value<'Field'>[];
  /** From the layer's spatial reference to the map's; undefined if they are the same. */
  readonly projection?: Transformation;
  /** Combines definition expressions and time; undefined for all rows. */
  readonly filter?: RowFilter;
  /** Cache key, the same for the same filter; undefined if results for other images can't be reused. */
  readonly rowsKey?: string;
  /** Reference scale divided by scale if symbols scale, else 1. */
  readonly symbolScale: number;
  readonly showLabels: boolean;
  /** Compiles the where clause of a label class. Without it, a where clause is refused. */
  readonly compileWhere?: (clause: string) => RowFilter;
  readonly selection?: SelectionPlan;
  /** Names of coded values and subtypes for labels. */
  readonly presentation?: PresentationDefinition;
}

/** Raster layer of a map image. */
export interface RasterPlan {
  readonly kind: 'raster';
  readonly layerId: number;
  /** Layer name for messages. */
  readonly name: string;
  readonly raster: Raster;
  readonly drawing: Value<'RasterLayerDrawingDescription'>;
  /** From the raster's spatial reference to the map's; undefined if they are the same. */
  readonly projection?: Transformation;
  readonly decode?: DecodeImage;
  /** Index of the raster level to draw; undefined to choose it for the view. */
  readonly level?: number;
}

interface GraphicsPlan {
  /** Elements in drawing order, the bottom one first. */
  readonly elements: readonly Value<'Element'>[];
  /** Spatial reference of coordinates without their own. */
  readonly reference: Value<'SpatialReference'>;
  /** Datum shift for coordinates with another spatial reference. */
  readonly shift?: DatumShift;
  /** Reference scale of the map; 0 if it has none. */
  readonly referenceScale: number;
}

/** Everything that is needed to draw a map image, without its service. */
export interface MapPlan {
  readonly view: MapView;
  /** Undefined for a transparent image. */
  readonly background?: Value<'FillSymbol'>;
  /** Visible layers only, the top one first, as in a table of contents. */
  readonly layers: readonly (LayerPlan | RasterPlan)[];
  /** True to place line labels along whole lines instead of their visible parts, so that tiles match. */
  readonly isPartOfWhole?: boolean;
  /**
   * Factor that enlarges areas when checking whether their labels fit, so that a print labels the same areas as the
   * screen; 1 by default.
   */
  readonly labelRoom?: number;
  /** Drawn over everything. */
  readonly graphics?: GraphicsPlan;
}
