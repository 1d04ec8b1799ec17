import type { Value } from '../contract/index.ts';
import type { DatumShift } from '../geometry/datum-shift.ts';
import type { Transformation } from '../geometry/project.ts';
import type { MapView } from '../geometry/view.ts';
import type { AttributeBatch } from '../rows/batch.ts';
import type { PresentationDefinition } from '../rows/manifest.ts';
import type { Table } from '../rows/table.ts';
import type { DecodeImage, Raster } from '../service/raster-source.ts';

/** Selects rows of a batch: one byte per row, 1 for yes. */
export interface RowFilter {
  (attributes: AttributeBatch): Uint8Array;
  /** Names of the fields that it reads; empty when it needs row numbers alone. */
  readonly fields: readonly string[];
}

/** An area around the selected features of a layer. */
export interface BufferPlan {
  /** Map units, above 0. */
  readonly distance: number;
  readonly symbol: Value<'FillSymbol'>;
  /** Creates the mask that the area is traced from. */
  readonly createCanvas: (widthPx: number, heightPx: number) => OffscreenCanvas;
}

/** Selected features of a layer, which are drawn again. */
export interface SelectionPlan {
  /** Rows of the table, ascending. */
  readonly rows: Uint32Array;
  /** Drawn instead of the layer's own symbols. */
  readonly symbol?: Value<'Symbol'>;
  /** Colour for the layer's own symbols when there is no symbol. */
  readonly color: Value<'Color'>;
  /** Drawn below the selected features. */
  readonly buffer?: BufferPlan;
}

/** A part of a drawing that names fields. */
export type DrawingPart = 'FeatureRenderer' | 'LabelingDescription' | 'VisualVariables' | 'FeatureReduction';

/** List the fields that a part of the drawing of a layer may name. */
export const fieldsFor = ({ table, fieldsFor }: Pick<LayerPlan, 'table' | 'fieldsFor'>, part: DrawingPart) =>
  fieldsFor?.(part) ?? table.manifest.fields;

/** A feature layer of a map image, planned so that drawing needs no service. */
export interface LayerPlan {
  readonly kind?: 'feature';
  readonly layerId: number;
  /** For messages. */
  readonly name: string;
  readonly table: Table;
  readonly drawing: Value<'FeatureLayerDrawingDescription'>;
  /** Fields that a part of the drawing may name; absent for those of the table. */
  readonly fieldsFor?: (part: DrawingPart) => readonly Value<'Field'>[];
  /** From the layer's spatial reference to the map's; absent when they are the same. */
  readonly projection?: Transformation;
  /** Definition expressions and time; absent for all rows. */
  readonly filter?: RowFilter;
  /** The same for the same filter; absent where the drawing of other pictures cannot be remembered. */
  readonly rowsKey?: string;
  /** Reference scale / scale where symbols scale, else 1. */
  readonly symbolScale: number;
  readonly showLabels: boolean;
  /** Compiles the where clause of a label class; without it a clause is a fault. */
  readonly compileWhere?: (clause: string) => RowFilter;
  readonly selection?: SelectionPlan;
  /** How labels name coded values and subtypes. */
  readonly presentation?: PresentationDefinition;
}

/** A raster layer of a map image. */
export interface RasterPlan {
  readonly kind: 'raster';
  readonly layerId: number;
  /** For messages. */
  readonly name: string;
  readonly raster: Raster;
  readonly drawing: Value<'RasterLayerDrawingDescription'>;
  /** From the raster's spatial reference to the map's; absent when they are the same. */
  readonly projection?: Transformation;
  readonly decode?: DecodeImage;
  /** Position in the raster's levels to draw from; absent to choose by the view. */
  readonly level?: number;
}

interface GraphicsPlan {
  /** First at the bottom. */
  readonly elements: readonly Value<'Element'>[];
  /** For coordinates that name no other. */
  readonly reference: Value<'SpatialReference'>;
  /** The datum shift for those that do. */
  readonly shift?: DatumShift;
  /** Of the map; 0 when it has none. */
  readonly referenceScale: number;
}

/** A map image as plain data. */
export interface MapPlan {
  readonly view: MapView;
  /** Absent for a transparent image. */
  readonly background?: Value<'FillSymbol'>;
  /** First on top, as in a table of contents; the visible ones only. */
  readonly layers: readonly (LayerPlan | RasterPlan)[];
  /** Line labels are placed along the whole line rather than its visible part, so that tiles agree. */
  readonly isPartOfWhole?: boolean;
  /** How many times as large areas count when their names are tried for size, as where they were chosen; absent for 1. */
  readonly labelRoom?: number;
  /** Drawn over everything. */
  readonly graphics?: GraphicsPlan;
}
